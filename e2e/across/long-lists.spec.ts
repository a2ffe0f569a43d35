import type { Page } from '@playwright/test'
import { expect, test } from '../stack/test.ts'

const amount = 3000

/** Repeats a list's only row thousands of times. */
async function fillList(page: Page, call: string, change: (at: number) => object) {
  await page.route(
    (url) => url.pathname === call,
    async (route) => {
      if (route.request().method() !== 'GET') return route.fallback()
      const answer = await route.fetch()
      const body = (await answer.json()) as { data: object[] }
      const data = Array.from({ length: amount }, (_, at) => ({ ...body.data[0], ...change(at) }))
      const { 'x-more': _more, 'x-next-cursor': _cursor, ...headers } = answer.headers()
      await route.fulfill({ status: 200, headers, json: { ...body, data } })
    },
  )
}

/** Number of rows in the document. */
const drawn = (page: Page) => page.locator('tbody:not([aria-hidden]) > tr:not([hidden])').count()

test('of thousands of keywords only those in sight are drawn; each can be reached and keeps its typed text @slow', async ({
  page,
}) => {
  await fillList(page, '/v1/admin/similar_content_keywords', (at) => ({
    id: `long-${at}`,
    terms: `slang${at}`,
    preferred_term: `word${at}`,
  }))
  const terms = (at: number) => page.getByRole('textbox', { name: `Terms for word${at}`, exact: true })
  await page.goto('/dashboard/contentkw')
  await terms(2).fill('typed at the top')
  expect(await drawn(page)).toBeLessThan(100)
  const height = await page.evaluate(() => document.body.scrollHeight)
  expect(height).toBeGreaterThan(amount * 30)

  await page.evaluate((half) => scrollTo(0, half), height / 2)
  await expect(terms(2)).toHaveCount(0)
  await expect.poll(() => drawn(page)).toBeGreaterThan(20)
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await expect(terms(amount - 1)).toBeInViewport()
  await expect(page.getByRole('textbox', { name: 'New terms' })).toBeInViewport()
  expect(await drawn(page)).toBeLessThan(100)
  await page.evaluate(() => scrollTo(0, 0))
  await expect(terms(2)).toHaveValue('typed at the top')
})

test('of thousands of audit rows only those in sight are drawn; opened ones push the others down and stay open @slow', async ({
  page,
}) => {
  const first = 1_000_000
  await fillList(page, '/v1/admin/audit', (at) => ({ id: first - at }))
  const details = (at: number) => page.getByRole('button', { name: new RegExp(`^Details of ${first - at},`) })
  await page.goto('/dashboard/audit')
  await expect(details(0)).toBeVisible()
  expect(await drawn(page)).toBeLessThan(100)
  const before = await details(3).boundingBox()
  for (const at of [0, 1, 2]) await details(at).click()
  await expect(page.getByText('Number', { exact: true })).toHaveCount(3)
  const after = await details(3).boundingBox()
  expect((after?.y ?? 0) - (before?.y ?? 0)).toBeGreaterThan(200)
  // A row's height is known once it is drawn.
  await expect(async () => {
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await expect(details(amount - 1)).toBeInViewport({ timeout: 500 })
  }).toPass()
  expect(await drawn(page)).toBeLessThan(100)
  await page.evaluate(() => scrollTo(0, 0))
  await expect(details(0)).toBeInViewport()
  await expect(details(0)).toHaveAttribute('aria-expanded', 'true')
})
