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

/** WCAG 2.2 AA and axe's best practices, in some parts of the page. */
export const checkAxe = (page: Page, what: string, parts: string[] = []) => findNothing(page, what, parts)

/** The same; `npm test -- all` checks the contrast in dark, too. Nothing else differs between the colour schemes. */
export async function checkSchemes(page: Page, what: string, parts: string[] = []) {
  await checkAxe(page, what, parts)
  if (process.env.PORTREEVE_TEST_ALL) await checkDark(page, what, parts)
}

/** The contrast in dark. Leaves the page in light. */
export async function checkDark(page: Page, what: string, parts: string[] = []) {
  const is = (scheme: string) =>
    expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', scheme)
  await page.emulateMedia({ colorScheme: 'dark' })
  await is('dark')
  await findNothing(page, `${what}, dark`, parts, ['color-contrast'])
  await page.emulateMedia({ colorScheme: 'light' })
  await is('light')
}

/** Legacy mode: axe opens no second page. */
async function findNothing(page: Page, what: string, parts: string[], rules?: string[]) {
  const builder = new AxeBuilder({ page }).setLegacyMode()
  if (rules) builder.withRules(rules)
  for (const part of parts) builder.include(part)
  const { violations } = await builder.analyze()
  const found = violations.map(({ id, nodes }) => [
    id,
    ...nodes.map((node) => `${node.target} ${node.failureSummary}`),
  ])
  expect(found, what).toEqual([])
}
