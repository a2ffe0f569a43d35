import type { Page } from '@playwright/test'
import { expect } from '../stack/test.ts'

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

/** Lets the next snooze of the page end in five seconds, whatever the page asks for. */
export const shortenSnooze = (page: Page) =>
  page.route(/\/snooze$/, async (route) => {
    const body = route.request().postDataJSON() as object | null
    const until = new Date(Date.now() + 5000).toISOString()
    await route.continue(body ? { postData: JSON.stringify({ ...body, until }) } : {})
  })

/** Opens the team inbox at an address. */
export async function openAt(page: Page, path: string) {
  await page.goto(path)
  await expect(inbox(page)).toBeVisible()
}
