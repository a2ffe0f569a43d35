import type { Page } from '@playwright/test'
import { expect } from '../../stack/test.ts'

export const talk = (at: number) => `sentinel-team-${at}`
export const inbox = (page: Page) => page.getByRole('region', { name: 'Team inbox' })
export const pane = (page: Page) => page.getByRole('region', { name: 'Conversation', exact: true })
export const list = (page: Page) => page.getByRole('region', { name: 'Message list' })
export const row = (page: Page, at: number) =>
  inbox(page)
    .getByRole('link')
    .filter({ hasText: `Team question ${at}:` })
export const view = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Views' }).getByRole('link', { name: new RegExp(`^${name}`) })

/** Subtracts an hour from the end that the page sends: a snooze of an hour ends five seconds later, any other at a wrong time. */
export const shortenSnooze = (page: Page) =>
  page.route(/\/snooze$/, async (route) => {
    const body = route.request().postDataJSON() as { until: string }
    const until = new Date(Date.parse(body.until) - 3_600_000 + 5000).toISOString()
    await route.continue({ postData: JSON.stringify({ ...body, until }) })
  })

/** Opens the team inbox at an address. */
export async function openAt(page: Page, path: string) {
  await page.goto(path)
  await expect(inbox(page)).toBeVisible()
}
