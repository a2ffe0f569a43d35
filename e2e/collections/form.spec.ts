import type { Page } from '@playwright/test'
import { checkAxe } from '../stack/page-parts.ts'
import {
  answered,
  expect,
  named,
  quiet,
  sent,
  slowNetwork,
  test,
  toast,
  watchCalls,
  withoutLive,
} from '../stack/test.ts'
import { confirmation } from './collections.ts'

const list = '/dashboard/collections/overview'
const pathOf = (name: string) => `/dashboard/collections/sentinel-${name}-collection`
const callOf = (name: string) => `/v1/admin/collections/sentinel-${name}-collection`
const rows = (page: Page) => page.getByRole('table', { name: 'Item collections' }).getByRole('row')
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const visible = (page: Page) => page.getByRole('switch', { name: 'Publicly visible' })

interface Collection {
  id: string
  title: string
  created_at: string
  version: number
}

/** Opens a collection and waits for its form; answers what the server said. */
async function open(page: Page, name: string): Promise<Collection> {
  const answer = answered(page, `GET ${callOf(name)}`)
  await page.goto(pathOf(name))
  await expect(field(page, 'Title')).toBeVisible()
  return ((await (await answer).json()) as { data: Collection }).data
}

test.describe('a collection', () => {
  test('[COL-03] [COL-14] [COL-15] [COL-17] [COL-19] [COL-21] [COL-50] [COL-51] [API-60] shows its values, its switch and its tabs', async ({
    page,
  }) => {
    const data = await open(page, 'edit-1')
    await expect(field(page, 'ID')).toHaveValue('sentinel-edit-1')
    await expect(field(page, 'Title')).toHaveValue(data.title)
    await expect(field(page, 'Description')).toHaveValue('Put together for a test.')
    await expect(field(page, 'Image URL')).toHaveValue('')
    await expect(visible(page)).toBeEnabled()
    await expect(visible(page)).not.toBeChecked()
    await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Listings' }).getByRole('link')).toHaveText([
      'Items',
      'Add items',
    ])
    await expect(page.getByRole('link', { name: 'Add items' })).toHaveAttribute('aria-current', 'true')
    await expect(page.getByPlaceholder('Search listings')).toBeVisible()
    await open(page, 'edit-2')
    await expect(visible(page)).toBeChecked()
    await expect(field(page, 'ID')).toHaveValue('')
  })

  test('[COL-28] [API-61] Save sends the four fields on the version that was read, and they are kept', async ({
    page,
  }) => {
    const { version } = await open(page, 'edit-5')
    await field(page, 'Title').fill('Änderung "5"')
    await field(page, 'Description').fill('')
    await field(page, 'Image URL').fill('listings/bike-sentinel0003/thumb.svg')
    const request = sent(page, `PATCH ${callOf('edit-5')}`)
    await press(page, 'Save')
    const made = await request
    expect(made.postDataJSON()).toEqual({
      public_id: 'sentinel-edit-5',
      title: 'Änderung "5"',
      description: null,
      image_url: 'listings/bike-sentinel0003/thumb.svg',
    })
    expect(made.headers()['if-match']).toBe(`"${version}"`)
    await expect(toast(page, 'Saved changes')).toHaveRole('status')
    await page.reload()
    await expect(field(page, 'Title')).toHaveValue('Änderung "5"')
    await expect(field(page, 'Description')).toHaveValue('')
  })

  test('[COL-30] [COL-31] [COL-32] the switch is saved at once, alone, and leaves what is typed alone', async ({
    page,
  }) => {
    await open(page, 'edit-6')
    await field(page, 'Title').fill('Typed meanwhile')
    for (const [now, then] of [
      [1, true],
      [0, false],
    ] as const) {
      const request = sent(page, `PATCH ${callOf('edit-6')}`)
      const answer = answered(page, `PATCH ${callOf('edit-6')}`)
      await visible(page).click({ force: true })
      expect((await request).postDataJSON()).toEqual({ visible: now })
      await expect(visible(page)).toBeChecked({ checked: then })
      expect(((await (await answer).json()) as { data: object }).data).toMatchObject({ visible: now })
      await expect(toast(page, 'Saved visibility changes').last()).toHaveRole('status')
    }
    await expect(field(page, 'Title')).toHaveValue('Typed meanwhile')
    // On the version that the switch has made.
    await press(page, 'Save')
    await expect(toast(page, 'Saved changes')).toBeVisible()
  })

  test('the switch twice and Save at once: each goes out on the version of the one before', async ({
    page,
  }) => {
    await open(page, 'edit-7')
    await field(page, 'Title').fill('All at once')
    const was = await visible(page).isChecked()
    const slow = await slowNetwork(page, 300)
    await visible(page).click({ force: true })
    await expect(visible(page)).toBeChecked({ checked: !was })
    await visible(page).click({ force: true })
    await press(page, 'Save')
    // The last of the three: each failure would have been told before.
    await expect(toast(page, 'Saved changes')).toBeVisible()
    expect(await page.locator('[data-toast=failed]').count()).toBe(0)
    await slow()
    await expect(visible(page)).toBeChecked({ checked: was })
  })

  for (const [word, words] of [
    ['fail', 'This person of the demo always fails.'],
    ['200', 'This person of the demo always fails.'],
    ['drop', 'The server could not be reached'],
  ] as const)
    test(`[COL-29] failures show the raw error, and everything is as before (${word})`, async ({ page }) => {
      await open(page, `changes-${word}`)
      await field(page, 'Title').fill('Typed')
      await press(page, 'Save')
      await expect(toast(page, words)).toHaveRole('alert')
      await expect(field(page, 'Title')).toHaveValue('Typed')
      await visible(page).click({ force: true })
      await expect(toast(page, words)).toHaveCount(2)
      await expect(visible(page)).not.toBeChecked()
      void confirmation(page, true)
      await press(page, 'Delete')
      await expect(toast(page, words)).toHaveCount(3)
      await expect(page).toHaveURL(pathOf(`changes-${word}`))
      await checkAxe(page, word)
    })

  test('[COL-33] [COL-34] dismissing the confirmation sends nothing', async ({ page }) => {
    await withoutLive(page)
    await open(page, 'edit-1')
    const calls = watchCalls(page)
    const asked = confirmation(page, false)
    await press(page, 'Delete')
    expect(await asked).toBe('confirm: Are you sure you want to delete this collection?')
    await quiet(page)
    expect(calls.map(named)).toEqual([])
  })

  test('[COL-35] [COL-36] deleted from a page without one before, it leads to the list', async ({ page }) => {
    await open(page, 'edit-8')
    await field(page, 'Title').fill('Never saved')
    void confirmation(page, true)
    await press(page, 'Delete')
    await expect(toast(page, 'Deleted collection')).toBeVisible()
    await expect(page).not.toHaveURL(pathOf('edit-8'))
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  test('two staff on one collection: the second sees both texts and can save', async ({ page, context }) => {
    await withoutLive(page)
    await open(page, 'edit-9')
    const other = await context.newPage()
    await open(other, 'edit-9')
    const theirs = `From the other ${Date.now()}`
    await field(other, 'Title').fill(theirs)
    await press(other, 'Save')
    await expect(toast(other, 'Saved changes')).toBeVisible()
    const mine = `From me ${Date.now()}`
    await field(page, 'Title').fill(mine)
    await field(page, 'Description').fill('Mine')
    await press(page, 'Save')
    const words = 'Somebody else has changed this collection since you opened it.'
    await expect(toast(page, words)).toHaveRole('alert')
    await expect(field(page, 'Title')).toHaveValue(mine)
    await expect(field(page, 'Title')).toHaveAccessibleDescription(`It is now ${theirs}.`)
    await expect(field(page, 'Description')).toHaveAccessibleDescription('')
    await checkAxe(page, 'conflict')
    await press(page, 'Save')
    await expect(toast(page, 'Saved changes')).toBeVisible()
    await expect(page.getByText('It is now')).toHaveCount(0)
    await page.reload()
    await expect(field(page, 'Title')).toHaveValue(mine)
  })

  test('[COL-24] one that cannot be loaded is told, with Retry', async ({ page }) => {
    await page.goto('/dashboard/collections/no-such-collection')
    await expect(toast(page, 'Error downloading collection.')).toHaveRole('alert')
    await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
    await expect(field(page, 'Title')).toHaveCount(0)
  })

  test('text of every kind is shown as it is stored, and does nothing', async ({ page }) => {
    const data = (await open(page, 'nasty')) as Collection & { description: string }
    await expect(field(page, 'Title')).toHaveValue(data.title)
    await expect(field(page, 'Description')).toHaveValue(data.description)
    expect(data.title).toContain('<script>alert(1)</script>')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(data.title)
    await page.goto(list)
    await expect(rows(page).getByText(data.title, { exact: true })).toBeVisible()
  })
})

test.describe('of a role that may not', () => {
  test.use({ role: 'finance' })
  test('everything can be read and nothing changed, with the reason', async ({ page }) => {
    await page.goto(list)
    await expect(page.getByRole('button', { name: '+ Collection' })).toHaveAttribute('aria-disabled', 'true')
    await open(page, 'edit-1')
    await expect(field(page, 'Title')).toHaveAttribute('readonly', '')
    for (const [name, why] of [
      ['Save', /may not change collections/],
      ['Delete', /may not delete a collection/],
    ] as const)
      await expect(page.getByRole('button', { name, exact: true })).toHaveAttribute('aria-description', why)
    const calls = watchCalls(page)
    await visible(page).click({ force: true })
    await quiet(page)
    expect(calls).toEqual([])
    await checkAxe(page, 'finance')
  })
})
