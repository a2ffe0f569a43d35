import type { Locator, Page } from '@playwright/test'
import { importRows } from '../../stack/import-rows.ts'
import { checkSchemes } from '../../stack/page-parts.ts'
import { expect } from '../../stack/test.ts'

export const listCall = 'GET /v1/admin/user_reports'
export const resolveCall = (uid: string) => `PATCH /v1/admin/users/${uid}/user_reports`

export const userReports = (page: Page) => page.getByRole('region', { name: 'User Reports' })
export const listingReports = (page: Page) => page.getByRole('region', { name: 'Listing Reports' })

/** The users page with both lists. */
export async function openReports(page: Page) {
  await page.goto('/dashboard/users')
  await expect(userReports(page).getByRole('button', { name: 'Resolve All' }).first()).toBeVisible()
  await expect(listingReports(page).getByRole('button', { name: 'Ignore' }).first()).toBeVisible()
  await untilWhole(userReports(page), 'Resolve All')
  await untilWhole(listingReports(page), 'Ignore')
}

/** Waits until all rows that the head counts are drawn: a long list is drawn in steps. */
async function untilWhole(section: Locator, button: string) {
  const counted = section.getByText(/^\d+\+? (person|people|listings?)$/)
  await expect(async () => {
    const rows = Number.parseInt((await counted.textContent()) ?? '', 10)
    await expect(section.getByRole('button', { name: button })).toHaveCount(rows, { timeout: 1000 })
  }).toPass()
}

/** The name's button of a reported person. */
export const toggle = (page: Page, name: string): Locator =>
  userReports(page).getByRole('button', { name, exact: true })

/** A reported person's row with the reports in it. */
export const group = (page: Page, name: string): Locator =>
  userReports(page)
    .locator('li')
    .filter({ has: page.getByRole('button', { name, exact: true }) })

/** A reported listing's cell. */
export const cell = (page: Page, title: string): Locator =>
  listingReports(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name: title, exact: true }) })

/** Adds new reports, like `npm run portreeve -- import DIR` beside the running server. */
export const importReports = (file: 'user_reports' | 'content_reports', rows: object[]) =>
  importRows(file, rows)

/** Reports about a person from now. */
export const newReports = (uid: string, ...words: string[]) =>
  words.map((word) => ({
    id: `new-${uid}-${word}`,
    reporting_uid: uid,
    reporter_uid: 'sentinel-reporter',
    report_reason_id: 'Spam',
    input: `Just now: ${word}`,
    status: 'open',
    created_at: new Date().toISOString(),
  }))

/** A person returns to the tab: the browser fires the page's event. */
export const comeBack = (page: Page) =>
  page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))

/** A person of the demo with reports. */
export const known = 'Sentinel Reported 1'
export const reports = (page: Page, name = known) => group(page, name).getByRole('list').getByRole('listitem')

/** Opens the reports of one person on the open page. */
export const openReportsOf = async (page: Page, name = known) => {
  await toggle(page, name).click()
  await expect(reports(page, name).first()).toBeVisible()
}

/** axe on a part of the page, once its animations are over. */
export async function axeOf(page: Page, part: string) {
  await page.evaluate(() => Promise.all(document.getAnimations().map((one) => one.finished.catch(() => {}))))
  await checkSchemes(page, part, [part])
}
