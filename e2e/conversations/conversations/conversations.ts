import type { Locator, Page } from '@playwright/test'
import { expect } from '../../stack/test.ts'

export const own = 'staff-support'
export const inbox = (page: Page) => page.getByRole('region', { name: 'Inbox' })
export const rows = (page: Page) => inbox(page).getByRole('listitem').getByRole('button')
export const list = (page: Page) => page.getByRole('region', { name: 'Message list' })
export const input = (page: Page) => page.getByPlaceholder('Type a message...')
export const talk = (at: number) => `sentinel-inbox-${at}`
export const person = (at: number) => `Sentinel Reported ${at}`
/** The row of a conversation at any position. */
export const row = (page: Page, name: string): Locator =>
  rows(page).filter({ has: page.getByText(name, { exact: true }) })

export const openInbox = async (page: Page) => {
  await page.goto('/dashboard/messages')
  await expect(input(page)).toBeVisible()
}

/** Opens a person's conversation through the search, at any position. */
export async function openTalk(page: Page, name: string) {
  await openInbox(page)
  await choose(page, name)
}

export async function choose(page: Page, name: string) {
  const search = page.getByPlaceholder('Search inbox')
  await search.fill(name)
  await row(page, name).click()
  await expect(page.getByRole('link', { name, exact: true })).toBeVisible()
  await expect(list(page)).toContainText('where is it?')
}
