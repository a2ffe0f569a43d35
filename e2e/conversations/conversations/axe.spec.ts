import { checkSchemes } from '../../stack/page-parts.ts'
import { expect, test } from '../../stack/test.ts'
import { input, openInbox, rows } from './conversations.ts'

test.use({ role: 'support' })

test.describe('axe', () => {
  test('axe finds nothing on the messaging centre, its macros and its raw data, wide and narrow @slow', async ({
    page,
  }) => {
    test.slow()
    await openInbox(page)
    await rows(page).first().click()
    await expect(input(page)).toBeVisible()
    await checkSchemes(page, 'conversation')
    await page.getByRole('button', { name: /macro/i }).first().click()
    await expect(page.getByPlaceholder(/search/i).last()).toBeVisible()
    await checkSchemes(page, 'macros')
    await page.keyboard.press('Escape')
    await page.getByRole('switch', { name: 'Raw data' }).click()
    await checkSchemes(page, 'raw')
    await page.getByRole('switch', { name: 'Raw data' }).click()
    await page.setViewportSize({ width: 428, height: 900 })
    await expect(input(page)).toBeVisible()
    await checkSchemes(page, 'narrow')
  })
})
