import type { Page } from '@playwright/test'
import { answered, expect } from '../../stack/test.ts'

export const path = '/dashboard/moderating'
export const call = '/v1/admin/moderating/messages'
export const [denials, promotions] = ['admin_messages', 'promoted_post_review_messages'] as const
export type MapName = typeof denials | typeof promotions
export const group = (page: Page, map: MapName) => page.getByRole('region', { name: map, exact: true })

export const text = (page: Page, key: string, map: MapName = denials) =>
  group(page, map).getByRole('textbox', { name: key, exact: true })

export const row = (page: Page, map: MapName) => page.getByRole('form', { name: `Add to ${map}` })
export const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click()
export type Maps = Record<MapName, Record<string, string>>

export async function open(page: Page): Promise<Maps> {
  const answer = answered(page, `GET ${call}`)
  await page.goto(path)
  await expect(row(page, denials)).toBeVisible()
  return ((await (await answer).json()) as { data: Maps }).data
}

export async function add(page: Page, map: MapName, key: string, value: string) {
  await row(page, map).getByRole('textbox', { name: 'Key' }).fill(key)
  await row(page, map).getByRole('textbox', { name: 'Value' }).fill(value)
  await row(page, map).getByRole('textbox', { name: 'Value' }).press('Enter')
}

/** A key that no test has used before. */
export const fresh = (word: string) => `${word}_${Date.now().toString(36)}`

/** Adds a message for one test. */
export async function made(page: Page, word: string): Promise<string> {
  const key = fresh(word)
  await add(page, denials, key, `Text of ${word}.`)
  await expect(text(page, key)).toHaveValue(`Text of ${word}.`)
  return key
}

/** Deletes a test's messages. */
export async function clear(page: Page, ...keys: string[]) {
  for (const key of keys) await text(page, key).fill('')
  await save(page)
  for (const key of keys) await expect(text(page, key)).toHaveCount(0)
}
