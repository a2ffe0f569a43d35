import type { Browser, Locator, Page } from '@playwright/test'
import { importRows } from '../stack/import-rows.ts'
import { consoleAddress, expect, signIn } from '../stack/test.ts'

/** Rows of the desk by the name of their case. */
export const row = (page: Page, name: string): Locator =>
  page.getByRole('table', { name: 'Desk' }).getByRole('row').filter({ hasText: name })
export const bar = (page: Page) => page.getByRole('region', { name: 'Desk case' })

/** A seller with listings to review that are worth a million, so that they are the first of their kind. */
export async function urgentListings(mark: string, year: string, titles: string[]) {
  await importRows('users', [{ uid: `desk-${mark}`, displayName: `Dora ${mark}` }])
  await importRows(
    'listings',
    titles.map((title, at) => ({
      key: `desk-${mark}-${at}`,
      title,
      creatorUID: `desk-${mark}`,
      creationDate: `${year}-01-02T03:04:05.000Z`,
      price: 1_000_000 + at,
      price_as_smallest_currency_unit: (1_000_000 + at) * 100,
      postType: 0,
      review_state: 'pending',
    })),
  )
}

/** The page of another moderator or admin, signed in by hand. */
export async function colleague(browser: Browser, role: string, path: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: consoleAddress, storageState: undefined })
  const page = await context.newPage()
  await page.goto(path)
  await signIn(page, role)
  await expect(page.getByRole('heading', { name: 'Desk' })).toBeVisible()
  return page
}
