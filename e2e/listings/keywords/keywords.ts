import type { Page } from '@playwright/test'
import { answered, expect } from '../../stack/test.ts'

export const path = '/dashboard/contentkw'
export const calls = '/v1/admin/similar_content_keywords'

export const terms = (page: Page, name: string) =>
  page.getByRole('textbox', { name: `Terms for ${name}`, exact: true })

export const preferred = (page: Page, name: string) =>
  page.getByRole('textbox', { name: `Preferred name ${name}`, exact: true })

export const newTerms = (page: Page) => page.getByRole('textbox', { name: 'New terms', exact: true })

export async function open(page: Page) {
  const answer = answered(page, `GET ${calls}`)
  await page.goto(path)
  await expect(newTerms(page)).toBeVisible()
  return ((await (await answer).json()) as { data: { id: string; terms: string; preferred_term: string }[] })
    .data
}

export async function choose(page: Page, name: string, item: 'Save' | 'Delete') {
  await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

/** A word that no test has used before. */
export const fresh = (word: string) => `${word}${Date.now().toString(36)}`
