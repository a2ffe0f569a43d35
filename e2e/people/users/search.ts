import type { Page } from '@playwright/test'
import { expect } from '../../stack/test.ts'

export const search = 'GET /v1/admin/user_search'
export const box = (page: Page) => page.getByPlaceholder('Search Users')

export const open = async (page: Page, query = '') => {
  await page.goto(`/dashboard/users${query}`)
  await expect(box(page)).toBeVisible()
}

export const look = async (page: Page, term: string) => {
  await box(page).fill(term)
  await page.keyboard.press('Enter')
}

export const results = (page: Page) => page.getByRole('region', { name: 'Search results' })

/** The rows of results, without the head. */
export const rows = (page: Page) =>
  results(page)
    .getByRole('row')
    .filter({ has: page.getByRole('link') })
