import type { Page } from '@playwright/test'
import { checkSchemes } from '../../stack/page-parts.ts'
import { expect, test } from '../../stack/test.ts'
import { goOn } from './person.ts'
import { sections } from './sections.ts'

const hashes = ['account', 'messages', 'devices', 'listings', 'promoted_posts']

const check = async (page: Page, what: string) => {
  await expect(page.locator('main h2').first()).toBeVisible()
  await expect(
    page.locator('main [class*="Skeleton"], main [role="status"][aria-label="Loading"]'),
  ).toHaveCount(0)
  await expect(page.getByText('Downloading...')).toHaveCount(0)
  await page.evaluate(() => Promise.all(document.getAnimations().map((one) => one.finished.catch(() => {}))))
  await checkSchemes(page, what)
}

test.describe('axe finds nothing', () => {
  test('under the tabs of persons with data, without, and with failures, wide and narrow @slow', async ({
    page,
  }) => {
    await page.goto('/user-detail/sentinel-account')
    for (const [uid, width] of [
      ['sentinel-account', 1280],
      ['sentinel-nulls', 1280],
      ['sentinel-tabs-fail', 1280],
      ['sentinel-account', 428],
    ] as const) {
      await page.setViewportSize({ width, height: 800 })
      for (const hash of hashes) {
        await goOn(page, uid, `#${hash}`)
        await expect(sections(page).locator('[aria-current]')).toHaveAttribute('href', `#${hash}`)
        await check(page, `${uid} ${hash} ${width}`)
      }
    }
  })

  test('with the graph, its list, a menu, the modal, and a conversation @slow', async ({ page }) => {
    await page.goto('/user-detail/sentinel-account')
    await page.getByRole('button', { name: 'As a graph' }).click()
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
    await checkSchemes(page, 'modal')
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await goOn(page, 'sentinel-account', '#messages')
    await page.getByRole('button', { name: /Sentinel Account Twin/ }).click()
    await expect(page.getByText('More than an hour later.')).toBeVisible()
    await check(page, 'conversation')
    await page.getByRole('switch', { name: 'Raw data' }).click()
    await checkSchemes(page, 'raw')
  })
})
