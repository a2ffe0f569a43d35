import type { Locator, Page } from '@playwright/test'
import axe from 'axe-core'
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

/** WCAG 2.2 AA and axe's best practices: on the page, in its open dialog, or in some parts. */
export const checkAxe = (page: Page, what: string, parts: string[] = []) =>
  findNothing(page, what, parts, 'light')

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
  await findNothing(page, `${what}, dark`, parts, 'dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await is('light')
}

/** The addresses at which each page was checked as a whole, with the colour scheme and the width of the window. */
const checked = new WeakMap<Page, Set<string>>()

function isFirst(page: Page, scheme: 'light' | 'dark'): boolean {
  const known = checked.get(page) ?? new Set()
  checked.set(page, known)
  const place = [scheme, page.viewportSize()?.width, new URL(page.url()).pathname].join(' ')
  if (known.has(place)) return false
  known.add(place)
  return true
}

/** Expects no violation. In dark only the contrast is checked, because nothing else differs. */
async function findNothing(page: Page, what: string, parts: string[], scheme: 'light' | 'dark') {
  // The page behind a dialog is checked without it.
  const isDialog = parts.length === 0 && (await dialog(page).count()) > 0
  // Later states of a whole page repeat most of it: `npm test -- all` checks them, in light.
  const isRepeated = parts.length === 0 && !isDialog && !isFirst(page, scheme)
  if (isRepeated && (scheme === 'dark' || !process.env.PORTREEVE_TEST_ALL)) return
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const found = await page.evaluate(
    async ({ include, scheme }) => {
      // A colour on its way to another may lack contrast.
      for (const one of document.getAnimations()) if (one instanceof CSSTransition) one.finish()
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(
        include.length > 0 ? { include } : document,
        {
          // Without this, axe describes each element that passes, too, which takes a third of its time.
          resultTypes: ['violations'],
          // The frame of the mail preview runs no scripts.
          iframes: false,
          ...(scheme === 'dark' && { runOnly: { type: 'rule', values: ['color-contrast'] } }),
        },
      )
      return violations.map(({ id, nodes }) => [
        id,
        ...nodes.map((node) => `${node.target} ${node.failureSummary}`),
      ])
    },
    { include: isDialog ? ['[role=dialog]'] : parts, scheme },
  )
  expect(found, what).toEqual([])
}

/** Waits until a picture has loaded. An image with a dead address is visible, too. */
export const expectDrawn = (picture: Locator) =>
  expect.poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0)
