import type { Locator, Page } from '@playwright/test'
import { answered, expect, follow } from '../../stack/test.ts'

export const list = '/dashboard/collections/overview'
export const idOf = (name: string) => `sentinel-${name}-collection`
export const pathOf = (name: string) => `/dashboard/collections/${idOf(name)}`
export const callOf = (name: string) => `/v1/admin/collections/${idOf(name)}`
export const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
export const visible = (page: Page) => page.getByRole('switch', { name: 'Publicly visible' })
export const rows = (page: Page) => page.getByRole('table', { name: 'Item collections' }).getByRole('row')
export const items = (page: Page) => page.getByRole('list', { name: 'Items' }).getByRole('listitem')
export const box = (page: Page) => page.getByPlaceholder('Search listings')
export const found = (page: Page) => page.getByRole('list', { name: 'Listings found' }).getByRole('listitem')
export const search = 'GET /v1/search'

export interface Collection {
  id: string
  title: string
  description: string
  created_at: string
  version: number
}

async function shown(page: Page, name: string, go: () => Promise<unknown>): Promise<Collection> {
  const answer = answered(page, `GET ${callOf(name)}`)
  const itemsAnswer = answered(page, `GET ${callOf(name)}/items`)
  await go()
  const { data } = (await (await answer).json()) as { data: Collection }
  await expect(field(page, 'Title')).toHaveValue(data.title)
  await itemsAnswer
  return data
}

/** Opens a collection and waits for its form; returns the server's answer. */
export const open = (page: Page, name: string, rest = '') =>
  shown(page, name, () => page.goto(`${pathOf(name)}${rest}`))

/** Goes on to a collection, which this page has not shown yet, without a reload; returns the server's answer. */
export const move = (page: Page, name: string, rest = '') =>
  shown(page, name, () => follow(page, `${pathOf(name)}${rest}`))

/** Searches for listings to add. */
export async function look(page: Page, term: string) {
  const answer = answered(page, search)
  await box(page).fill(term)
  await box(page).press('Enter')
  await answer
}

/** Answers the browser's next confirmation, and returns its text. */
export const confirmation = (page: Page, yes: boolean): Promise<string> =>
  new Promise((done) =>
    page.once('dialog', (dialog) => {
      done(`${dialog.type()}: ${dialog.message()}`)
      void (yes ? dialog.accept() : dialog.dismiss())
    }),
  )

/** Pastes a text at the focus, as a person does. */
export const paste = (box: Locator, text: string) =>
  box.evaluate((input, pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)

/** The small cell of a listing. */
export const cellOf = (page: Page, title: string): Locator =>
  page.getByRole('listitem').filter({ has: page.getByRole('link', { name: title, exact: true }) })
