import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, quiet, test } from '../stack/test.ts'

/** WCAG 2.2 AA and axe's best practices. */
const check = async (page: Page, what: string) => {
  await expect(
    page.locator('main [class*="Skeleton"], main [role="status"][aria-label="Loading"]'),
  ).toHaveCount(0)
  await page.evaluate(() => Promise.all(document.getAnimations().map((one) => one.finished.catch(() => {}))))
  const { violations } = await new AxeBuilder({ page }).analyze()
  const found = violations.map(({ id, nodes }) => [
    id,
    ...nodes.map((node) => `${node.target} ${node.failureSummary}`),
  ])
  expect(found, what).toEqual([])
}

const hashes = ['account', 'messages', 'devices', 'listings', 'promoted_posts']

for (const colorScheme of ['light', 'dark'] as const)
  test.describe(`axe finds nothing under the tabs in ${colorScheme}`, () => {
    test.use({ colorScheme })
    // Five pages are checked one after another.
    test.slow()

    for (const uid of ['sentinel-account', 'sentinel-nulls', 'sentinel-tabs-fail'])
      test(`of ${uid}`, async ({ page }) => {
        for (const hash of hashes) {
          await page.goto(`/user-detail/${uid}#${hash}`)
          await expect(page.locator('main h2').first()).toBeVisible()
          await quiet(page)
          await check(page, hash)
          await page.goto('about:blank')
        }
      })

    test('with the graph, its list, a menu, the modal, and a conversation', async ({ page }) => {
      await page.goto('/user-detail/sentinel-account')
      await page.getByText('The same as a list').click()
      await expect(
        page.getByRole('list', { name: 'People', exact: true }).getByRole('link').first(),
      ).toBeVisible()
      await check(page, 'graph')
      await page.getByRole('button', { name: 'Actions for Sentinel Account 1' }).click()
      await expect(page.getByRole('menu')).toBeVisible()
      await check(page, 'menu')
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await check(page, 'modal')
      await page.goto('/user-detail/sentinel-account#messages')
      await page.getByRole('button', { name: /Sentinel Account Twin/ }).click()
      await expect(page.getByText('More than an hour later.')).toBeVisible()
      await check(page, 'conversation')
      await page.getByRole('switch', { name: 'Raw data' }).click()
      await check(page, 'raw')
    })

    test('of a narrow window', async ({ page }) => {
      await page.setViewportSize({ width: 428, height: 800 })
      for (const hash of hashes) {
        await page.goto(`/user-detail/sentinel-account#${hash}`)
        await expect(page.locator('main h2').first()).toBeVisible()
        await quiet(page)
        await check(page, hash)
        await page.goto('about:blank')
      }
    })
  })
