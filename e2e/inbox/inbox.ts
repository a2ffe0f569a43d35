import type { Browser, Page } from '@playwright/test'
import { consoleAddress, expect, signIn } from '../stack/test.ts'

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

/** The page of the moderator, signed in by hand. */
export async function moderator(browser: Browser, path: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: consoleAddress, storageState: undefined })
  const page = await context.newPage()
  await page.goto(path)
  await signIn(page, 'moderator')
  await expect(inbox(page)).toBeVisible()
  return page
}
