import type { Locator, Page, Request } from '@playwright/test'
import { dialog, value } from '../../stack/page-parts.ts'
import { answered, expect, follow, named } from '../../stack/test.ts'

/** A transaction of the demo: 'pending' is 'sentinel-pending-txn'. */
export const txnOf = (name: string) => `sentinel-${name}-txn`
export const call = (id: string, rest = '') => `/v1/admin/transactions/${id}${rest}`

export type Wire = Record<string, string | number | null | Record<string, unknown>[]>

/** Opens a transaction's page and waits until it is loaded; returns the server's answer. */
export async function openTxn(page: Page, id: string): Promise<Wire> {
  const answer = answered(page, `GET ${call(id)}`)
  await page.goto(`/dashboard/txns/${id}`)
  await expect(page.getByRole('heading', { name: 'Transaction', exact: true })).toBeVisible()
  return ((await (await answer).json()) as { data: Wire }).data
}

/** Goes on to another transaction, which this page has not shown yet, without a reload; returns the server's answer. */
export async function moveToTxn(page: Page, id: string): Promise<Wire> {
  const answer = answered(page, `GET ${call(id)}`)
  await follow(page, `/dashboard/txns/${id}`)
  await expect(value(page, 'id')).toHaveText(id)
  return ((await (await answer).json()) as { data: Wire }).data
}

export const actions = (page: Page): Locator => page.getByRole('group', { name: 'Actions' })
export const action = (page: Page, name: string): Locator =>
  actions(page).getByRole('button', { name, exact: true })
/** Opens an action's dialog. */
export async function begin(page: Page, name: string): Promise<Locator> {
  await action(page, name).click()
  await expect(dialog(page)).toBeVisible()
  return dialog(page)
}
/** Chooses the reason that a refund or cancellation requires. */
export const giveReason = (page: Page) =>
  dialog(page).getByLabel('Reason', { exact: true }).selectOption('goodwill')
/** An account in the money strip. */
export const account = (page: Page, name: string): Locator =>
  page
    .getByRole('region', { name: 'Money' })
    .locator('dl > div')
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator('dd')

export const list = '/dashboard/txns/overview'
export const table = (page: Page) => page.getByRole('table', { name: 'Transactions' })

/** The row of a transaction. */
export const row = (page: Page, id: string): Locator =>
  table(page)
    .getByRole('row')
    .filter({ has: page.getByText(id, { exact: true }) })

/** All transactions between the sentinels. */
export const ofSentinels = `${list}?person=sentinel-seller`

export const always = 'This person of the demo always fails.'
export const changesOf = (calls: Request[]) => calls.filter((one) => one.method() !== 'GET').map(named)
export const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
export const state = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true })
