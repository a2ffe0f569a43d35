import { inProduction, withoutServer } from '../stack/environments.ts'
import { checkAxe, value } from '../stack/page-parts.ts'
import {
  answered,
  expect,
  named,
  productionAddress,
  quiet,
  sent,
  test,
  toast,
  watchCalls,
  withoutLive,
} from '../stack/test.ts'
import { dialog, field, open, pathOf, press } from './community.ts'

const list = '/dashboard/community/overview'
const callOf = (name: string) => `/v1/admin/questions/sentinel-${name}-post`

test('[COM-01] [COM-02] [COM-03] [COM-18] [API-66] the list: titles and dates, each row a link', async ({
  page,
}) => {
  const answer = answered(page, 'GET /v1/questions')
  await page.goto(list)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Community')
  await expect(page.getByRole('columnheader')).toHaveText(['Title', 'Date'])
  const { data } = (await (await answer).json()) as {
    data: { questions: { id: string; title: string | null; created_at: string }[] }
  }
  const rows = page.getByRole('table', { name: 'Community posts' }).getByRole('row')
  await expect(rows).toHaveCount(data.questions.length + 1)
  const at = data.questions.findIndex(({ id }) => id === 'sentinel-edit-1-post')
  const row = rows.nth(at + 1)
  await expect(row.getByRole('cell').first()).toHaveText('Sentinel edit-1 post')
  // Whole days before midnight UTC.
  const made = new Date(data.questions[at]?.created_at ?? '')
  const two = (number: number) => String(number).padStart(2, '0')
  await expect(row.getByRole('cell').last()).toHaveText(
    `${two(made.getUTCMonth() + 1)}/${made.getUTCDate()}/${two(made.getUTCFullYear() % 100)} 12:00am`,
  )
  await checkAxe(page, 'list')
  await row.getByRole('cell').last().click({ force: true })
  await expect(page).toHaveURL(pathOf('edit-1'))
})

test('a list that fails to load is empty, with a message and Retry', async ({ page }) => {
  await withoutServer(page, list, 'Community')
  await expect(page.getByText('The community posts could not be loaded.')).toBeVisible()
  await expect(page.getByText('No community posts.')).toHaveCount(0)
  await page.context().setOffline(false)
  await press(page, 'Retry')
  await expect(page.getByRole('link', { name: 'Sentinel edit-1 post' })).toBeVisible()
})

test.describe('in production, where there is none', () => {
  test.use({ role: null, baseURL: productionAddress })
  test('the list shows a message', async ({ page }) => {
    await inProduction(page, list)
    await expect(page.getByText('No community posts.')).toBeVisible()
    await checkAxe(page, 'empty')
  })
})

test('[COM-04] [COM-06] [COM-10] [API-67] a post: its fields, most of them editable, and their links', async ({
  page,
}) => {
  const data = await open(page, 'edit-1')
  for (const name of [
    'title',
    'body',
    'order_id',
    'purchaser_uid',
    'seller_uid',
    'product_id',
    'tracking_number',
  ]) {
    await expect(field(page, name), name).toBeEditable()
    await expect(field(page, name), name).toHaveValue(String(data[name]))
  }
  for (const name of ['id', 'created_at', 'creator_uid']) await expect(field(page, name), name).toHaveCount(0)
  await expect(value(page, 'id')).toHaveText('sentinel-edit-1-post')
  for (const name of ['Delete', 'Save'])
    await expect(page.getByRole('button', { name, exact: true })).toBeVisible()
  const leads = {
    order_id: '/dashboard/orders/sentinel-pending-txn-order',
    purchaser_uid: '/user-detail/sentinel-buyer',
    seller_uid: '/user-detail/sentinel-seller',
    creator_uid: '/user-detail/sentinel-seller',
    product_id: /\/posts\/sentinel-curated-1$/,
    tracking_number: /9400%201000$/,
  }
  for (const [name, href] of Object.entries(leads)) {
    await expect(value(page, name).getByRole('link'), name).toHaveAttribute('href', href)
    await expect(value(page, name).getByRole('link'), name).toHaveAttribute('target', '_blank')
  }
  await checkAxe(page, 'post')
})

test('[COM-11] [API-68] Save sends the full record with its version, and the edits are stored', async ({
  page,
}) => {
  const data = await open(page, 'edit-2')
  await field(page, 'title').fill('Titel <b>')
  await field(page, 'tracking_number').fill('')
  await field(page, 'seller_uid').fill('sentinel-edit-3')
  await expect(value(page, 'seller_uid').getByRole('link')).toHaveAttribute(
    'href',
    '/user-detail/sentinel-edit-3',
  )
  const request = sent(page, `PATCH ${callOf('edit-2')}`)
  await press(page, 'Save')
  const made = await request
  expect(made.postDataJSON()).toEqual({
    ...data,
    title: 'Titel <b>',
    tracking_number: null,
    seller_uid: 'sentinel-edit-3',
  })
  expect(made.headers()['if-match']).toBe(`"${data.version}"`)
  await expect(toast(page, 'Community post saved.')).toHaveRole('status')
  await page.reload()
  await expect(field(page, 'title')).toHaveValue('Titel <b>')
  await expect(field(page, 'body')).toHaveValue('First line.\nSecond line.')
})

for (const [word, end] of [
  ['fail', ''],
  ['200', ''],
  ['drop', ' The server could not be reached'],
] as const)
  test(`[COM-12] [COM-15] [COM-17] failures are shown; nothing is lost (${word})`, async ({ page }) => {
    await open(page, `changes-${word}`)
    await field(page, 'title').fill('Typed')
    await press(page, 'Save')
    await expect(toast(page, `Error saving community post.${end}`)).toHaveRole('alert')
    await expect(field(page, 'title')).toHaveValue('Typed')
    await press(page, 'Delete')
    await dialog(page).getByRole('button', { name: 'Confirm' }).click()
    await expect(toast(page, `Error deleting community post.${end}`)).toHaveRole('alert')
    await expect(dialog(page)).toBeVisible()
    await checkAxe(page, word)
    await dialog(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(field(page, 'title')).toHaveValue('Typed')
  })

test('[COM-05] [COM-13] a failed load shows the error, and Save does nothing', async ({ page }) => {
  await page.goto('/dashboard/community/no-such-post')
  await expect(
    toast(page, 'Error loading community post. There is no such community post, or it was deleted.'),
  ).toHaveRole('alert')
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
  await checkAxe(page, 'failed')
  const calls = watchCalls(page)
  await press(page, 'Save')
  await press(page, 'Delete')
  await quiet(page)
  await expect(dialog(page)).toHaveCount(0)
  expect(calls.map(named)).toEqual([])
})

test('[COM-07] [COM-08] [COM-09] deleting asks first; cancelling sends nothing', async ({ page }) => {
  await withoutLive(page)
  await open(page, 'edit-3')
  const calls = watchCalls(page)
  await press(page, 'Delete')
  await expect(dialog(page)).toHaveAccessibleName('Confirm Cancel Community Post')
  await expect(dialog(page)).toContainText('This action is not reversible.')
  await checkAxe(page, 'asking')
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await quiet(page)
  expect(calls.map(named)).toEqual([])
})

test('[COM-14] [COM-16] [API-69] after deletion its fields leave the page, and the post leaves the list', async ({
  page,
}) => {
  await open(page, 'edit-4')
  await field(page, 'title').fill('Never saved')
  const request = sent(page, `DELETE ${callOf('edit-4')}`)
  await press(page, 'Delete')
  await dialog(page).getByRole('button', { name: 'Confirm' }).click()
  expect((await request).postData()).toBeNull()
  await expect(toast(page, 'Community post deleted.')).toHaveRole('status')
  await expect(page.locator('dl')).toHaveCount(0)
  await expect(page.getByText('This community post is deleted.')).toBeVisible()
  await checkAxe(page, 'deleted')
  await page.getByRole('link', { name: 'All community posts' }).click()
  await expect(page.getByRole('link', { name: 'Sentinel edit-3 post' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Sentinel edit-4 post' })).toHaveCount(0)
})

test('text of every kind is shown as stored, and links nowhere', async ({ page }) => {
  const data = await open(page, 'nasty')
  await expect(field(page, 'title')).toHaveValue(String(data.title))
  await expect(field(page, 'body')).toHaveValue(String(data.body))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(String(data.title))
  const href = await value(page, 'seller_uid').getByRole('link').getAttribute('href')
  expect(decodeURIComponent(href ?? '')).toBe(`/user-detail/${data.seller_uid}`)
  // Saving it unchanged changes nothing.
  await press(page, 'Save')
  await expect(toast(page, 'Community post saved.')).toBeVisible()
  await page.reload()
  await expect(field(page, 'body')).toHaveValue(String(data.body))
  await expect(field(page, 'order_id')).toHaveValue(String(data.order_id))
})

test.describe('for a role without permission', () => {
  test.use({ role: 'finance' })
  test('a post is read-only', async ({ page }) => {
    await open(page, 'edit-1')
    await expect(field(page, 'title')).toHaveAttribute('readonly', '')
    for (const [name, why] of [
      ['Delete', /may not delete a community post/],
      ['Save', /may not change community posts/],
    ] as const)
      await expect(page.getByRole('button', { name, exact: true })).toHaveAttribute('aria-description', why)
    await checkAxe(page, 'finance')
  })
})
