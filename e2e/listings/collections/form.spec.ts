import type { Page } from '@playwright/test'
import { checkAxe } from '../../stack/page-parts.ts'
import { answered, expect, follow, sent, slowNetwork, test, toast, watchCalls } from '../../stack/test.ts'
import { closeToasts } from '../../stack/toasts.ts'
import {
  callOf,
  confirmation,
  field,
  items,
  list,
  move,
  open,
  pathOf,
  press,
  rows,
  visible,
} from './collections.ts'

test('collections are read, and one is not deleted @slow', async ({ page }) => {
  const calls = watchCalls(page)

  await test.step('[COL-03] [COL-14] [COL-15] [COL-17] [COL-19] [COL-21] [COL-50] [COL-51] [API-60] a collection shows its values, its switch and its tabs', async () => {
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
  })

  await test.step('[COL-33] [COL-34] dismissing the confirmation sends nothing', async () => {
    const asked = confirmation(page, false)
    await press(page, 'Delete')
    expect(await asked).toBe('confirm: Are you sure you want to delete this collection?')
    await move(page, 'edit-2')
    expect(calls.filter((call) => call.method() !== 'GET')).toEqual([])
  })

  await test.step('[COL-03] [COL-17] another collection shows its own', async () => {
    await expect(visible(page)).toBeChecked()
    await expect(field(page, 'ID')).toHaveValue('')
  })

  await test.step('[COL-24] one that cannot be loaded is told, with Retry', async () => {
    await follow(page, '/dashboard/collections/no-such-collection')
    await expect(toast(page, 'Error downloading collection.')).toHaveRole('alert')
    await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
    await expect(field(page, 'Title')).toHaveCount(0)
  })

  await test.step('text of every kind is shown as it is stored, and does nothing', async () => {
    const data = await move(page, 'nasty')
    await expect(field(page, 'Description')).toHaveValue(data.description)
    expect(data.title).toContain('<script>alert(1)</script>')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(data.title)
    await follow(page, list)
    await expect(rows(page).getByText(data.title, { exact: true })).toBeVisible()
  })
})

test('collections are deleted, switched and saved', async ({ page }) => {
  await test.step('[COL-35] [COL-36] deleted from a page without one before, it leads to the list', async () => {
    await open(page, 'edit-8')
    await field(page, 'Title').fill('Never saved')
    void confirmation(page, true)
    await press(page, 'Delete')
    await expect(toast(page, 'Deleted collection')).toBeVisible()
    await expect(page).not.toHaveURL(pathOf('edit-8'))
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  await test.step('[COL-30] [COL-31] [COL-32] the switch is saved at once, alone, and leaves what is typed alone', async () => {
    await move(page, 'edit-6')
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
    await closeToasts(page)
  })

  await test.step('the switch twice and Save at once: each goes out on the version of the one before', async () => {
    await move(page, 'edit-7')
    await field(page, 'Title').fill('All at once')
    const was = await visible(page).isChecked()
    const usual = await slowNetwork(page, 300)
    await visible(page).click({ force: true })
    await expect(visible(page)).toBeChecked({ checked: !was })
    await visible(page).click({ force: true })
    await press(page, 'Save')
    // The last of the three: a failure would have been shown before.
    await expect(toast(page, 'Saved changes')).toBeVisible()
    expect(await page.locator('[data-toast=failed]').count()).toBe(0)
    await usual()
    await expect(visible(page)).toBeChecked({ checked: was })
    await closeToasts(page)
  })

  await test.step('[COL-28] [API-61] Save sends the four fields on the version that was read, and they are kept', async () => {
    const { version } = await move(page, 'edit-5')
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

  await closeToasts(page)
  await test.step('the server refuses every change of a collection', () => failToChange(page))
})

async function failToChange(page: Page) {
  const words = 'This person of the demo always fails.'
  await move(page, 'changes-fail', '#items')

  await test.step('[COL-41] an item that could not be removed is back in its place', async () => {
    await expect(items(page)).toHaveCount(3)
    await items(page).nth(1).getByRole('button', { name: 'Remove' }).click()
    await expect(toast(page, 'Failed to remove item')).toHaveRole('alert')
    await expect(items(page)).toHaveCount(3)
    await expect(items(page).nth(1)).toContainText('Sentinel Curated 2')
    await closeToasts(page)
  })

  await test.step('[COL-29] failures show the raw error, and everything is as before', async () => {
    await field(page, 'Title').fill('Typed')
    await press(page, 'Save')
    await expect(toast(page, words)).toHaveRole('alert')
    await expect(field(page, 'Title')).toHaveValue('Typed')
    await closeToasts(page)
    await visible(page).click({ force: true })
    await expect(toast(page, words)).toHaveRole('alert')
    await expect(visible(page)).not.toBeChecked()
    await closeToasts(page)
    void confirmation(page, true)
    await press(page, 'Delete')
    await expect(toast(page, words)).toHaveRole('alert')
    await expect(page).toHaveURL(`${pathOf('changes-fail')}#items`)
    await checkAxe(page, 'failed changes')
  })
}
