import type { Page } from '@playwright/test'
import { consoleAddress, expect } from './test.ts'

/** The sign-in over the page. */
export const heading = (page: Page) => page.getByRole('heading', { name: 'SIGN IN TO YOUR ACCOUNT' })

/** Ends this page's session at the server, and no other. */
export const end = async (page: Page) => {
  const answer = await page.request.post(`${consoleAddress}/identity/sign-out`, {
    headers: { origin: consoleAddress },
    data: {},
  })
  expect(answer.ok()).toBe(true)
}
