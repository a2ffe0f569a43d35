import type { Locator } from '@playwright/test'

/** Counts the clicks of a job (docs/jobs.md). */
export const counter = () => {
  let clicks = 0
  return {
    click: async (target: Locator) => {
      clicks += 1
      await target.click()
    },
    clicks: () => clicks,
  }
}
