import type { Locator, Page } from '@playwright/test'
import { expect } from './test.ts'

/** Closes every toast, so that the next step sees only its own. */
export async function closeToasts(page: Page) {
  await page
    .locator('[data-toast]')
    .getByRole('button', { name: 'Close message' })
    .evaluateAll((buttons) => {
      for (const button of buttons) (button as HTMLElement).click()
    })
  await expect(page.locator('[data-toast]')).toHaveCount(0)
}

/** Stops the page's clock, which `page.clock.install()` has replaced: toasts stay until `expectStay` runs it. */
export const stopClock = async (page: Page) =>
  page.clock.pauseAt((await page.evaluate(() => Date.now())) + 5000)

/**
 * Asserts for how long a toast stays, then lets the clock go on. The clock must have been stopped before the toast.
 * @param stays milliseconds
 */
export async function expectStay(page: Page, shown: Locator, stays: number) {
  // A toast below the pointer stays.
  await page.mouse.move(0, 0)
  await expect(async () => {
    await page.clock.runFor(20)
    await expect(shown).toBeVisible({ timeout: 100 })
  }).toPass()
  await page.clock.runFor(stays - 500)
  await expect(shown).toBeVisible()
  await page.clock.runFor(600)
  await expect(async () => {
    await page.clock.runFor(20)
    await expect(shown).toHaveCount(0, { timeout: 100 })
  }).toPass()
  await page.clock.resume()
}
