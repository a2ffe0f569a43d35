import type { Locator } from '@playwright/test'
import { expect } from './test.ts'

/** Counts what a person does for one job (docs/jobs.md). Typed text counts as no key. */
export function countedJob() {
  let clicks = 0
  return {
    click: async (target: Locator) => {
      clicks++
      await target.click()
    },
    /** Chooses of a list: a click to open it and one on the entry. */
    choose: async (list: Locator, label: string) => {
      clicks += 2
      await list.selectOption({ label })
    },
    expectAtMost: (most: number) => expect(clicks).toBeLessThanOrEqual(most),
  }
}
