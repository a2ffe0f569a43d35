import type { Locator, Page } from '@playwright/test'
import { importRows } from '../../stack/import-rows.ts'
import { expect } from '../../stack/test.ts'

/** Rows of the desk by the name of their case. */
export const row = (page: Page, name: string): Locator =>
  page.getByRole('table', { name: 'Desk' }).getByRole('row').filter({ hasText: name })
export const bar = (page: Page) => page.getByRole('region', { name: 'Desk case' })

/** A time so many days ago: old, and no backlog yet. */
export const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

/** A seller with listings to review that are worth a million, so that they are the first of their kind. */
export async function urgentListings(mark: string, days: number, titles: string[]) {
  await importRows('users', [{ uid: `desk-${mark}`, displayName: `Dora ${mark}` }])
  await importRows(
    'listings',
    titles.map((title, at) => ({
      key: `desk-${mark}-${at}`,
      title,
      creatorUID: `desk-${mark}`,
      creationDate: daysAgo(days),
      price: 1_000_000 + at,
      price_as_smallest_currency_unit: (1_000_000 + at) * 100,
      postType: 0,
      review_state: 'pending',
    })),
  )
}

/** Opens the desk at an address. */
export async function openDesk(page: Page, path = '/dashboard/desk') {
  await page.goto(path)
  await expect(page.getByRole('heading', { name: 'Desk' })).toBeVisible()
}
