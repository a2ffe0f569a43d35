import { AxeBuilder } from '@axe-core/playwright'
import type { Locator, Page } from '@playwright/test'
import { expect } from './test.ts'

export const dialog = (page: Page): Locator => page.getByRole('dialog')
/** Presses the one button of this name in a part of the page. */
export const press = (within: Locator, name: string) =>
  within.getByRole('button', { name, exact: true }).click()

/** The value beside a key of the card. */
export const value = (page: Page, key: string): Locator =>
  page
    .locator('dl > div')
    .filter({ has: page.locator('dt').getByText(key, { exact: true }) })
    .locator('dd')

/** WCAG 2.2 AA and axe's best practices. */
export async function checkAxe(page: Page, what: string) {
  const { violations } = await new AxeBuilder({ page }).analyze()
  const found = violations.map(({ id, nodes }) => [
    id,
    ...nodes.map((node) => `${node.target} ${node.failureSummary}`),
  ])
  expect(found, what).toEqual([])
}
