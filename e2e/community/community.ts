import type { Page } from '@playwright/test'
import { answered, expect } from '../stack/test.ts'

export const pathOf = (name: string) => `/dashboard/community/sentinel-${name}-post`
export const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
export const dialog = (page: Page) => page.getByRole('dialog')
export type Post = Record<string, string | number | null>

export async function open(page: Page, name: string): Promise<Post> {
  const answer = answered(page, `GET /v1/questions/sentinel-${name}-post`)
  await page.goto(pathOf(name))
  await expect(field(page, 'title')).toBeVisible()
  return ((await (await answer).json()) as { data: Post }).data
}
