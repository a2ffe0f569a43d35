import { checkDark } from '../stack/page-parts.ts'
import { expect, test } from '../stack/test.ts'

// The screens' own specs check every state in light.
test.describe('axe finds no lack of contrast in dark @slow', () => {
  for (const [what, path, ready] of [
    ['the collections', '/dashboard/collections/overview', 'Autumn bikes'],
    ['a new collection', '/dashboard/collections/new', 'Create new collection'],
    ['a collection with its search', '/dashboard/collections/sentinel-edit-12-collection?q=bike', 'Add'],
    ['a collection with its items', '/dashboard/collections/sentinel-edit-1-collection#items', 'Remove'],
    ['the community', '/dashboard/community/overview', 'Sentinel edit-1 post'],
    ['a community post', '/dashboard/community/sentinel-edit-1-post', 'tracking_number'],
    ['the keywords', '/dashboard/contentkw', 'Preferred name'],
    ['the standard messages', '/dashboard/moderating', 'admin_messages'],
  ] as const)
    test(`on ${what}, wide and narrow @slow`, async ({ page }) => {
      await page.goto(path)
      await expect(page.getByText(ready, { exact: true }).first()).toBeVisible()
      await checkDark(page, 'wide')
      await page.setViewportSize({ width: 428, height: 800 })
      await checkDark(page, 'narrow')
      // Nothing is wider than a narrow window.
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(428)
    })

  test('on a keyword and a message that are edited @slow', async ({ page }) => {
    await page.goto('/dashboard/contentkw')
    await page.getByRole('textbox', { name: 'Terms for bike', exact: true }).fill('fixie,velo')
    await expect(page.getByText('Not saved')).toBeVisible()
    await checkDark(page, 'keyword')
    await page.goto('/dashboard/moderating')
    await page.getByRole('textbox', { name: 'duplicate', exact: true }).fill('')
    await checkDark(page, 'message')
  })
})
