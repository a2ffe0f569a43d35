import { expect, test } from '../stack/test.ts'

// A printed record is its whole text on white paper, also from a dark screen, and nothing to press.

test.use({ colorScheme: 'dark' })

test('a person, a transaction and a conversation are printed @slow', async ({ page }) => {
  for (const [path, text, screenOnly] of [
    ['/user-detail/sentinel-account', 'Associated Accounts', 'Block account'],
    ['/dashboard/txns/sentinel-held-txn', 'Movements', 'Add Tracking'],
    ['/dashboard/messages/sentinel-team-7?view=all', 'Timeline', 'Send'],
  ] as const)
    await test.step(path, async () => {
      await page.setViewportSize({ width: 1280, height: 800 })
      await page.emulateMedia({ media: 'screen' })
      await page.goto(path)
      await expect(page.getByText(text).first()).toBeVisible()
      await expect(page.getByRole('button', { name: screenOnly, exact: true })).toBeVisible()
      // A sheet of A4
      await page.emulateMedia({ media: 'print' })
      await page.setViewportSize({ width: 794, height: 1123 })
      await expect(page.getByRole('button', { name: screenOnly, exact: true })).toBeHidden()
      await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
      expect(
        await page.evaluate(() =>
          [...document.querySelectorAll<HTMLElement>('td')]
            .filter((cell) => cell.checkVisibility() && cell.scrollWidth > cell.clientWidth + 1)
            .map((cell) => cell.textContent),
        ),
        'cells whose text covers the next one',
      ).toEqual([])
      await page.emulateMedia({ media: 'screen' })
      await expect(page.locator('body')).not.toHaveCSS('background-color', 'rgb(255, 255, 255)')
    })
})
