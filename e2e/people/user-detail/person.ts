import type { Locator, Page } from '@playwright/test'
import { expect, follow } from '../../stack/test.ts'

export const of = (uid: string, rest = '') => `/v1/admin/users/${uid}${rest}`
export const person = (page: Page) => page.getByRole('complementary', { name: 'Person' })
export const open = async (page: Page, uid: string) => {
  await page.goto(`/user-detail/${uid}`)
  await expect(person(page).getByRole('heading', { level: 1 })).toBeVisible()
}
/** Goes from an open page to another person, or to a tab of theirs. */
export const goOn = async (page: Page, uid: string, hash = '') => {
  await follow(page, `/user-detail/${uid}${hash}`)
  await expect(person(page).getByText(uid, { exact: true }).first()).toBeVisible()
}
/** The value beside a label of the details list. */
export const detail = (page: Page, label: string): Locator =>
  page
    .locator('dl > div')
    .filter({ has: page.locator('dt').getByText(label, { exact: true }) })
    .locator('dd')
export const field = (page: Page, label: string) => page.getByRole('textbox', { name: label, exact: true })
export const input = (page: Page, label: string) => page.getByLabel(label, { exact: true })
export const save = (page: Page, label: string) => page.getByRole('button', { name: `Save ${label}` })
export const press = (page: Page, name: string) =>
  person(page).getByRole('button', { name, exact: true }).click()
/** Opens an action's modal and confirms it. */
export const confirm = async (page: Page, action: string, button = action) => {
  await press(page, action)
  await page.getByRole('dialog', { name: action }).getByRole('button', { name: button, exact: true }).click()
}
/** Waits until no toast lies over what is pressed next. A toast under the pointer would stay. */
export const toastsGone = async (page: Page) => {
  await page.mouse.move(0, 0)
  await expect(page.locator('[data-toast]')).toHaveCount(0)
}
export const longUtc = /^[A-Z][a-z]+ \d{1,2}, \d{4} - \d{1,2}:\d\d[ap]m UTC$/
export const shortUtc = /^\d{1,2}\/\d{1,2}\/\d{4} - \d{1,2}:\d\d[ap]m UTC$/
