import type { Page } from '@playwright/test'
import { answered, expect, follow } from '../../stack/test.ts'

export const pathOf = (name: string) => `/dashboard/community/sentinel-${name}-post`
export const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
export type Post = Record<string, string | number | null>

async function shown(page: Page, name: string, go: (path: string) => Promise<unknown>): Promise<Post> {
  const answer = answered(page, `GET /v1/questions/sentinel-${name}-post`)
  await go(pathOf(name))
  const { data } = (await (await answer).json()) as { data: Post }
  await expect(field(page, 'title')).toHaveValue(String(data.title))
  return data
}

/** Opens a post; returns the server's answer. */
export const open = (page: Page, name: string) => shown(page, name, (path) => page.goto(path))
/** Goes on to a post, which this page has not shown yet, without a reload; returns the server's answer. */
export const move = (page: Page, name: string) => shown(page, name, (path) => follow(page, path))
