import { checkAxe, dialog, value } from '../../stack/page-parts.ts'
import {
  answered,
  expect,
  follow,
  named,
  sent,
  test,
  toast,
  watchCalls,
  withoutLive,
} from '../../stack/test.ts'
import { closeToasts } from '../../stack/toasts.ts'
import { field, move, open, pathOf, press } from './questions.ts'

const list = '/dashboard/community/overview'
const callOf = (name: string) => `/v1/admin/questions/sentinel-${name}-post`
const changes = (calls: ReturnType<typeof watchCalls>) =>
  calls.map(named).filter((name) => !name.startsWith('GET'))

test('the list fails to load, is loaded again, and leads to a post @slow', async ({ page }) => {
  // An event of another test would load the failed list before Retry does.
  await withoutLive(page)
  await page.route(/\/v1\/questions(\?|$)/, (route) => route.abort())
  await page.goto(list)

  await test.step('a list that fails to load is empty, with a message and Retry', async () => {
    await expect(page.getByText('The community posts could not be loaded.')).toBeVisible()
    await expect(page.getByText('No community posts.')).toHaveCount(0)
    await page.unroute(/\/v1\/questions(\?|$)/)
  })

  await test.step('[COM-01] [COM-02] [COM-03] [COM-18] [API-66] the list: titles and dates, each row a link', async () => {
    const answer = answered(page, 'GET /v1/questions')
    await press(page, 'Retry')
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
})

test('posts are read, fail to load, and are left as they are @slow', async ({ page }) => {
  const calls = watchCalls(page)

  await test.step('[COM-04] [COM-06] [COM-10] [API-67] a post: its fields, most of them editable, and their links', async () => {
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
    for (const name of ['id', 'created_at', 'creator_uid'])
      await expect(field(page, name), name).toHaveCount(0)
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

  await test.step('[COM-07] [COM-08] [COM-09] deleting asks first; cancelling sends nothing', async () => {
    await move(page, 'edit-3')
    await press(page, 'Delete')
    await expect(dialog(page)).toHaveAccessibleName('Confirm Cancel Community Post')
    await expect(dialog(page)).toContainText('This action is not reversible.')
    await checkAxe(page, 'asking')
    await dialog(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog(page)).toHaveCount(0)
  })

  await test.step('[COM-05] [COM-13] a failed load shows the error, and Save does nothing', async () => {
    await follow(page, '/dashboard/community/no-such-post')
    await expect(
      toast(page, 'Error loading community post. There is no such community post, or it was deleted.'),
    ).toHaveRole('alert')
    await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
    await checkAxe(page, 'failed')
    await press(page, 'Save')
    await press(page, 'Delete')
    await expect(dialog(page)).toHaveCount(0)
    await closeToasts(page)
  })

  await test.step('text of every kind is shown as stored, and links nowhere', async () => {
    const data = await move(page, 'nasty')
    // [COM-09] [COM-13] Neither Cancel nor Save without a post has sent anything.
    expect(changes(calls)).toEqual([])
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
})

test('posts are saved and deleted, or not', async ({ page }) => {
  await test.step('[COM-12] [COM-15] [COM-17] failures are shown; nothing is lost', async () => {
    const { title } = await open(page, 'changes-fail')
    await field(page, 'title').fill('Typed')
    await press(page, 'Save')
    await expect(toast(page, 'Error saving community post.')).toHaveRole('alert')
    await expect(field(page, 'title')).toHaveValue('Typed')
    await press(page, 'Delete')
    await dialog(page).getByRole('button', { name: 'Confirm' }).click()
    await expect(toast(page, 'Error deleting community post.')).toHaveRole('alert')
    await expect(dialog(page)).toBeVisible()
    await checkAxe(page, 'failed changes')
    await dialog(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(field(page, 'title')).toHaveValue('Typed')
    await field(page, 'title').fill(String(title))
    await closeToasts(page)
  })

  await test.step('[COM-14] [COM-16] [API-69] after deletion its fields leave the page, and the post leaves the list', async () => {
    await move(page, 'edit-4')
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

  await test.step('[COM-11] [API-68] Save sends the full record with its version, and the edits are stored', async () => {
    const data = await move(page, 'edit-2')
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
})
