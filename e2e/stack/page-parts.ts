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

/** The colour schemes with the tag of a title: dark is checked by `npm test -- all` only. */
export const colorSchemes = [
  ['light', 'light'],
  ['dark', 'dark @slow'],
] as const

/** WCAG 2.2 AA and axe's best practices, in some parts of the page. Legacy mode: axe opens no second page. */
export async function checkAxe(page: Page, what: string, parts: string[] = []) {
  const builder = new AxeBuilder({ page }).setLegacyMode()
  for (const part of parts) builder.include(part)
  const { violations } = await builder.analyze()
  const found = violations.map(({ id, nodes }) => [
    id,
    ...nodes.map((node) => `${node.target} ${node.failureSummary}`),
  ])
  expect(found, what).toEqual([])
}
