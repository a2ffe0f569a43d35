import { checkAxe } from '../../stack/page-parts.ts'
import { answered, expect, named, sent, test, toast, watchCalls, withoutLive } from '../../stack/test.ts'
import { closeToasts } from '../../stack/toasts.ts'
import { type Collection, confirmation, field, list, press, rows, visible } from './collections.ts'

test('the list fails to load, is loaded again, and leads to a collection @slow', async ({ page }) => {
  const call = /\/v1\/admin\/collections(\?|$)/
  // An event of another test would load the failed list before Retry does.
  await withoutLive(page)
  await page.route(call, (route) => route.abort())
  await page.goto(list)

  await test.step('[COL-10] a failed load leaves an empty list with a message', async () => {
    await expect(page.getByText('The collections could not be loaded.')).toBeVisible()
    await expect(rows(page)).toHaveCount(0)
    await expect(page.getByText('No collections.')).toHaveCount(0)
    await expect(page.locator('[data-toast]')).toHaveCount(0)
    await checkAxe(page, 'failed')
    await page.unroute(call)
  })

  await test.step('[COL-01] [COL-04] [COL-05] [COL-06] [COL-08] [COL-10] [API-58] Retry loads it: titles and dates, each row a link', async () => {
    const answer = answered(page, 'GET /v1/admin/collections')
    await press(page, 'Retry')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Item collections')
    await expect(page.getByRole('columnheader')).toHaveText(['Title', 'Date'])
    const { data } = (await (await answer).json()) as { data: Collection[] }
    await expect(page.getByText(`${data.length} collections`)).toBeVisible()
    await expect(rows(page)).toHaveCount(data.length + 1)
    const at = data.findIndex(({ title }) => title === 'Autumn bikes')
    const row = rows(page).nth(at + 1)
    await expect(row).toContainText('Autumn bikes')
    const made = new Date(data[at]?.created_at ?? '')
    const two = (value: number) => String(value).padStart(2, '0')
    const day = `${two(made.getUTCMonth() + 1)}/${made.getUTCDate()}/${two(made.getUTCFullYear() % 100)}`
    const clock = `${made.getUTCHours() % 12 || 12}:${two(made.getUTCMinutes())}${made.getUTCHours() < 12 ? 'am' : 'pm'}`
    await expect(row.getByRole('cell').last()).toHaveText(`${day} ${clock}`)
    await expect(row.getByRole('cell').last()).toHaveText(/^\d\d\/\d{1,2}\/\d\d \d{1,2}:\d\d[ap]m$/)
    await row.getByRole('cell').last().click({ force: true })
    await expect(page).toHaveURL(`/dashboard/collections/${data[at]?.id}`)
    await expect(field(page, 'Title')).toHaveValue('Autumn bikes')
  })
})

test('a collection is created and deleted', async ({ page }) => {
  await page.goto(list)
  await expect(page.getByRole('link', { name: 'Autumn bikes' })).toBeVisible()
  const calls = watchCalls(page)

  await test.step("[COL-07] '+ Collection' leads to the create form", async () => {
    await page.getByRole('link', { name: '+ Collection' }).click()
    await expect(page).toHaveURL('/dashboard/collections/new')
  })

  await test.step('[COL-02] [COL-11] [COL-12] [COL-13] [COL-14] [COL-15] [COL-16] [COL-18] [COL-20] [NAV-23] it has an empty form, nothing to delete and no tabs', async () => {
    await expect(page.getByRole('button', { name: 'Create new collection' })).toBeVisible()
    for (const name of ['ID', 'Title', 'Description', 'Image URL'])
      await expect(field(page, name)).toHaveValue('')
    expect(await field(page, 'Description').evaluate((input) => input.tagName)).toBe('TEXTAREA')
    await expect(visible(page)).toBeDisabled()
    await expect(visible(page)).not.toBeChecked()
    await expect(page.getByRole('button', { name: 'Delete' })).toHaveAttribute('aria-disabled', 'true')
    await expect(page.getByRole('button', { name: 'Save', exact: true })).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Add items' })).toHaveCount(0)
    await checkAxe(page, 'new')
  })

  await test.step("[COL-29] a refused creation shows the server's error; typed text stays", async () => {
    await field(page, 'Title').fill('x'.repeat(1001))
    await press(page, 'Create new collection')
    const words = "The body's 'title': is longer than 1000 characters."
    await expect(toast(page, words)).toHaveRole('alert')
    await expect(page.getByRole('region', { name: 'Collection' }).getByText(words)).toBeVisible()
    await expect(field(page, 'Title')).toHaveValue('x'.repeat(1001))
    await expect(page).toHaveURL('/dashboard/collections/new')
    // [COL-16] [NAV-23] The empty form has loaded no collection.
    const names = calls.map(named).filter((name) => name.includes('/collections/') || !name.startsWith('GET'))
    expect(names).toEqual(['POST /v1/admin/collections'])
    await closeToasts(page)
  })

  await test.step('leaving with typed text asks first', async () => {
    await field(page, 'Title').fill('Not saved')
    await page.getByRole('link', { name: 'Users', exact: true }).click()
    await expect(page.getByRole('dialog')).toHaveAccessibleName('Leave without saving?')
    await press(page, 'Stay')
    await expect(field(page, 'Title')).toHaveValue('Not saved')
  })

  let id = ''
  await test.step('[COL-26] [COL-27] [API-59] it is created from the typed text, then edited at its own address', async () => {
    await field(page, 'ID').fill('made-by-a-test')
    await field(page, 'Title').fill('Made by a test <b>')
    await field(page, 'Description').fill('One line\nand another')
    const request = sent(page, 'POST /v1/admin/collections')
    const answer = answered(page, 'POST /v1/admin/collections')
    await press(page, 'Create new collection')
    expect((await request).postDataJSON()).toEqual({
      public_id: 'made-by-a-test',
      title: 'Made by a test <b>',
      description: 'One line\nand another',
      image_url: null,
    })
    const { data } = (await (await answer).json()) as { data: Collection }
    id = data.id
    await expect(toast(page, 'Created collection')).toHaveRole('status')
    await expect(page).toHaveURL(`/dashboard/collections/${id}`)
    await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Add items' })).toBeVisible()
    await expect(field(page, 'Description')).toHaveValue('One line\nand another')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Made by a test <b>')
  })

  await test.step('[COL-33] [COL-35] [COL-36] [API-62] it is deleted, which leads back to the list', async () => {
    const question = confirmation(page, true)
    const gone = answered(page, `DELETE /v1/admin/collections/${id}`)
    await press(page, 'Delete')
    expect(await question).toBe('confirm: Are you sure you want to delete this collection?')
    expect((await gone).status()).toBe(200)
    await expect(toast(page, 'Deleted collection')).toHaveRole('status')
    await expect(page).toHaveURL(list)
    await expect(page.getByRole('link', { name: 'Autumn bikes' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Made by a test <b>' })).toHaveCount(0)
  })
})
