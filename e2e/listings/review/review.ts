import type { Locator, Page } from '@playwright/test'
import { importRows } from '../../stack/import-rows.ts'
import { press } from '../../stack/page-parts.ts'
import { consoleAddress, expect } from '../../stack/test.ts'

export const pendingCall = 'GET /v1/admin/posts/pending'
export const requestsCall = 'GET /v1/admin/promoted_post_requests'

/** A listing of a person of the demo. Each test has its own day, before all others: its cases are adjacent. */
export const listing = (key: string, day: string, change: object = {}) => ({
  key,
  title: `Title of ${key}`,
  description: `Description of ${key}.`,
  price: 25,
  price_as_smallest_currency_unit: 2500,
  quantity: 1,
  condition: 'good',
  photosURL: [
    'listings/bike-sentinel0002/1.svg',
    'listings/bike-sentinel0002/2.svg',
    'listings/bike-sentinel0002/3.svg',
  ],
  thumbnailImageURL: 'listings/bike-sentinel0002/thumb.svg',
  creatorUID: 'sentinel-reporter',
  creatorName: 'Sentinel Reporter',
  creationDate: `${day}T12:00:00.000Z`,
  shipping: true,
  shipping_cost: 499,
  postType: 0,
  post_version: 2,
  postCountryCode: 'SE',
  review_state: 'pending',
  ...change,
})

export const listings = (prefix: string, day: string, amount: number) =>
  Array.from({ length: amount }, (_, at) =>
    listing(`${prefix}-${at + 1}`, day, {
      creationDate: `${day}T12:${String(at).padStart(2, '0')}:00.000Z`,
    }),
  )

export const importListings = (rows: object[]) => importRows('listings', rows)
export const importRequests = (rows: object[]) => importRows('promoted_posts', rows)

export const request = (id: string, day: string, change: object = {}) => ({
  id,
  key: `key-${id}`,
  owner_uid: 'sentinel-reporter',
  post_id: null,
  post_title: `Title of ${id}`,
  post_thumbnail_image_path: 'listings/bike-sentinel0002/thumb.svg',
  promo_start_date: '2026-02-01T00:00:00.000Z',
  promo_end_date: '2026-02-08T00:00:00.000Z',
  price: 999,
  created_at: `${day}T12:00:00.000Z`,
  charge: null,
  approval_status: 1,
  ...change,
})

export const cases = (page: Page): Locator => page.getByRole('list', { name: 'Cases' })

/** The queue's row of a case. */
export const row = (page: Page, title: string): Locator =>
  cases(page)
    .locator(':scope > li')
    .filter({ has: page.getByText(title, { exact: true }) })

export const titleOf = (key: string) => `Title of ${key}`

/** The open case. */
export const card = (page: Page): Locator => page.getByRole('article', { name: 'Open case' })

/** The page with its queue. */
export async function openReview(page: Page) {
  await page.goto('/dashboard/pending_review')
  await expect(card(page)).toBeVisible()
}

/** Opens a case and waits until its background is loaded. */
export async function openCase(page: Page, title: string) {
  await press(row(page, title), 'Open')
  await expect(card(page).getByRole('heading', { level: 2, name: title })).toBeVisible()
}

/** Calls the server directly, with the page's session. */
export async function ask<Answer>(page: Page, path: string): Promise<Answer> {
  const { token } = (await (await page.request.get(`${consoleAddress}/identity/token`)).json()) as {
    token: string
  }
  const answer = await page.request.get(`${consoleAddress}${path}`, {
    headers: { authorization: `Bearer ${token}`, 'x-api-key': 'portreeve-development' },
  })
  expect(answer.ok(), `${path} answered ${answer.status()}`).toBe(true)
  return ((await answer.json()) as { data: Answer }).data
}
