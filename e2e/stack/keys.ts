import type { Locator, Page } from '@playwright/test'
import { expect } from './test.ts'

/** Does a job by keyboard alone and counts its keys (docs/jobs.md). Typed text counts as no key. */
export function byKeys(page: Page) {
  const pressed: string[] = []
  const press = async (...names: string[]) => {
    for (const name of names) {
      pressed.push(name)
      await page.keyboard.press(name)
    }
  }
  return {
    press,
    type: (text: string) => page.keyboard.type(text),
    /** Moves the focus by Tab, or by another key, until it is on the target. */
    to: async (target: Locator, key = 'Tab', most = 60) => {
      await expect(target).toBeVisible()
      const isThere = () => target.evaluate((element) => element === document.activeElement)
      for (let at = 0; at < most && !(await isThere()); at++) await press(key)
      await expect(target).toBeFocused()
    },
    expectAtMost: (most: number) => {
      expect(pressed.length, `keys: ${pressed.join(' ')}`).toBeLessThanOrEqual(most)
    },
  }
}
