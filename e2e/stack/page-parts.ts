import { AxeBuilder } from '@axe-core/playwright'
import type { Locator, Page } from '@playwright/test'
import { answered, expect } from './test.ts'

/** A transaction of the demo: 'pending' is 'sentinel-pending-txn'. */
export const txnOf = (name: string) => `sentinel-${name}-txn`
export const call = (id: string, rest = '') => `/v1/admin/transactions/${id}${rest}`

export type Wire = Record<string, string | number | null | Record<string, unknown>[]>

/** Opens a transaction's page and waits until it is there; answers what the server said. */
export async function openTxn(page: Page, id: string): Promise<Wire> {
  const answer = answered(page, `GET ${call(id)}`)
  await page.goto(`/dashboard/txns/${id}`)
  await expect(page.getByRole('heading', { name: 'Transaction', exact: true })).toBeVisible()
  return ((await (await answer).json()) as { data: Wire }).data
}

export const actions = (page: Page): Locator => page.getByRole('group', { name: 'Actions' })
export const action = (page: Page, name: string): Locator =>
  actions(page).getByRole('button', { name, exact: true })
export const dialog = (page: Page): Locator => page.getByRole('dialog')

/** Opens an action's dialog. */
export async function begin(page: Page, name: string): Promise<Locator> {
  await action(page, name).click()
  await expect(dialog(page)).toBeVisible()
  return dialog(page)
}
export const press = (within: Locator, name: string) =>
  within.getByRole('button', { name, exact: true }).click()

/** The value beside a key of the card. */
export const value = (page: Page, key: string): Locator =>
  page
    .locator('dl > div')
    .filter({ has: page.locator('dt').getByText(key, { exact: true }) })
    .locator('dd')

/** What the money strip says of an account. */
export const account = (page: Page, name: string): Locator =>
  page
    .getByRole('region', { name: 'Money' })
    .locator('dl > div')
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator('dd')

/** WCAG 2.2 AA, and what axe counts as good practice. */
export async function checkAxe(page: Page, what: string) {
  const { violations } = await new AxeBuilder({ page }).analyze()
  const found = violations.map(({ id, nodes }) => [
    id,
    ...nodes.map((node) => `${node.target} ${node.failureSummary}`),
  ])
  expect(found, what).toEqual([])
}
