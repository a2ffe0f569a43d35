import type { Page } from '@playwright/test'
import { talk } from '../../conversations/inbox/inbox.ts'
import { txnOf } from '../../money/transactions/transactions.ts'
import { asAdmin } from '../../stack/colleague.ts'
import { importRows } from '../../stack/import-rows.ts'
import { checkAxe } from '../../stack/page-parts.ts'
import { makeSale } from '../../stack/sale.ts'
import { expect, follow, test } from '../../stack/test.ts'

test.use({ viewport: { width: 1440, height: 900 } })

const palette = (page: Page) => page.getByRole('dialog')
const box = (page: Page) => palette(page).getByRole('combobox')
const entries = (page: Page) => palette(page).getByRole('option')

async function openPalette(page: Page) {
  await page.keyboard.press('Control+k')
  await expect(box(page)).toBeFocused()
}

test('the palette: a pasted id of any kind leads to its record with one key; recent records and actions', async ({
  page,
}) => {
  const labelled = txnOf('labels')
  const txn = await asAdmin<{
    public_id: string
    order_id: string
    ship_labels: { tracking_number: string }[]
  }>('GET', `/v1/admin/transactions/${labelled}`)
  const { order } = await asAdmin<{ order: { stripe_payment_intent_id: string } }>(
    'GET',
    `/v1/admin/orders/${txn.order_id}`,
  )
  const person = { uid: 'palette-person', displayName: 'Pál Etta', email: 'pal.etta@example.com' }
  await importRows('users', [{ ...person, phone_number: '+49 151 2300 4711' }])
  const sale = await makeSale('palette-sale')
  await asAdmin('POST', `/v1/admin/transactions/${sale.id}/refunds`, { amount: 500, reason: 'Scratched' })
  const [refund] = await asAdmin<{ reference: string }[]>(
    'GET',
    `/v1/admin/transactions/${sale.id}/movements`,
  )
  const [collection] = await asAdmin<{ id: string }[]>('GET', '/v1/admin/collections')
  await page.goto('/dashboard/users')
  await expect(page.getByRole('heading', { name: 'Users', exact: true })).toBeVisible()
  for (const [kind, term, path] of [
    ['uid', person.uid, `/user-detail/${person.uid}`],
    ['email', person.email, `/user-detail/${person.uid}`],
    ['phone number', '0049 (151) 2300-4711'.replace('0049', '+49'), `/user-detail/${person.uid}`],
    ['name', person.displayName, `/user-detail/${person.uid}`],
    ['transaction', labelled, `/dashboard/txns/${labelled}`],
    ['public id', txn.public_id, `/dashboard/txns/${labelled}`],
    ['order', txn.order_id, `/dashboard/txns/${labelled}`],
    ['tracking number', txn.ship_labels[0]?.tracking_number, `/dashboard/txns/${labelled}`],
    ['payment', order.stripe_payment_intent_id, `/dashboard/txns/${labelled}`],
    ['refund', refund?.reference, `/dashboard/txns/${sale.id}`],
    ['title of an order', sale.title, `/dashboard/txns/${sale.id}`],
    ['conversation', talk(1), `/dashboard/messages/${talk(1)}?view=all`],
    ['question', 'sentinel-edit-1-post', '/dashboard/community/sentinel-edit-1-post'],
    ['collection', collection?.id, `/dashboard/collections/${collection?.id}`],
    ['page', 'Payouts', '/dashboard/payouts'],
  ] as const)
    await test.step(`${kind}: ${term}`, async () => {
      await openPalette(page)
      await page.keyboard.insertText(term ?? '')
      await page.keyboard.press('Enter')
      await expect(palette(page)).toHaveCount(0)
      await expect(page).toHaveURL(path)
    })

  await test.step('the palette lists recent records and possible actions, and says when it finds nothing', () =>
    useRecent(page))
})

test('single keys go to pages, focus the search, walk through a list and are listed', async ({ page }) => {
  await page.goto('/dashboard/users')
  await page.getByRole('heading', { name: 'Users', exact: true }).click()
  await test.step('g and a letter', async () => {
    await page.keyboard.press('g')
    await page.keyboard.press('d')
    await expect(page).toHaveURL('/dashboard/desk')
  })
  await test.step('the palette takes what is typed before it is there, and knows every page at once', async () => {
    await page.route('**/search/**', () => {})
    await page.keyboard.press('Control+k')
    await page.keyboard.type('targets', { delay: 0 })
    await expect(box(page)).toHaveValue('targets')
    await expect(entries(page).first()).toContainText('Targets and working hours')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/dashboard/inbox-settings')
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.keyboard.press('g')
    await page.keyboard.press('o')
    await expect(page).toHaveURL('/dashboard/txns/overview')
  })
  await test.step('/ right after Escape types nothing into the page', async () => {
    await expect(page.getByRole('table').getByRole('row').nth(2)).toBeVisible()
    await page.getByRole('heading', { name: 'Orders' }).first().click()
    await openPalette(page)
    await page.keyboard.press('Escape')
    await page.keyboard.press('/')
    await page.keyboard.type('opal', { delay: 0 })
    await expect(page.getByPlaceholder(/^Search/)).toHaveValue('opal')
    await page.getByPlaceholder(/^Search/).fill('')
  })
  await test.step('/, then Escape leaves typing; j goes to the first row and o opens it', async () => {
    await expect(page.getByRole('table').getByRole('row').nth(2)).toBeVisible()
    await page.getByRole('heading', { name: 'Orders' }).first().click()
    await page.keyboard.press('/')
    await expect(page.getByPlaceholder(/^Search/)).toBeFocused()
    await page.getByRole('heading', { name: 'Orders' }).first().click()
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await expect(page.getByRole('row').nth(2).getByRole('link').first()).toBeFocused()
  })
  await test.step('? lists them', async () => {
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Keys' })).toContainText('Search or jump to anything')
    await checkAxe(page, 'dialog')
    await page.getByRole('switch', { name: 'Single keys' }).click()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
  await test.step('a pair of keys does not act on the page', async () => {
    await page.evaluate(() => localStorage.clear())
    await page.goto('/dashboard/pending_review')
    const writes: string[] = []
    page.on('request', (request) => request.method() !== 'GET' && writes.push(request.url()))
    await expect(page.getByRole('button', { name: /^Approve/ }).first()).toBeVisible()
    await page.keyboard.press('g')
    await page.keyboard.press('a')
    await expect(page).toHaveURL('/dashboard/audit')
    expect(writes.filter((url) => /approve/.test(url))).toEqual([])
  })

  await test.step('[ and ] lead from a person to the neighbours in the search that they were opened from', () =>
    walkNeighbours(page))
})

async function useRecent(page: Page) {
  await importRows('users', [{ uid: 'palette-recent', displayName: 'Rea Cent', email: 'rea@example.com' }])
  await follow(page, '/user-detail/palette-recent')
  await expect(page.getByRole('button', { name: 'Block account' })).toBeVisible()
  await test.step('an action of the record opens its dialog', async () => {
    await openPalette(page)
    await checkAxe(page, 'dialog')
    await page.keyboard.insertText('block account')
    await expect(entries(page).first()).toContainText('Block account')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: /Block/ })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(palette(page)).toHaveCount(0)
  })
  await test.step('Escape closes it, and the record is among the recent ones in another page', async () => {
    await follow(page, '/dashboard/staff')
    await expect(page.getByRole('heading', { name: 'Staff', exact: true })).toBeVisible()
    await openPalette(page)
    await expect(entries(page).first()).toContainText('Rea Cent')
    await page.keyboard.press('Escape')
    await expect(palette(page)).toHaveCount(0)
    await expect(page).toHaveURL('/dashboard/staff')
  })
  await test.step('nothing found', async () => {
    await openPalette(page)
    await page.keyboard.insertText('xyzzy-nothing here')
    await page.keyboard.press('Enter')
    // Not by its role alone: the spinner of the search is a status, too.
    await expect(palette(page).getByText('Nothing found for “xyzzy-nothing here”.')).toBeVisible()
    await page.keyboard.press('Escape')
  })
}

async function walkNeighbours(page: Page) {
  await importRows(
    'users',
    ['Ann', 'Bea', 'Cid'].map((name) => ({ uid: `neighbour-${name}`, displayName: `Neighbour ${name}` })),
  )
  await follow(page, '/dashboard/users')
  await page.getByPlaceholder('Search Users').fill('Neighbour')
  await page.keyboard.press('Enter')
  const rows = page.getByRole('table', { name: 'Users' }).getByRole('row')
  await expect(rows).toHaveCount(4)
  const names = (await rows.getByRole('link').allInnerTexts()).map((name) => name.trim())
  await rows.getByRole('link').nth(1).click()
  const name = page.getByRole('heading', { level: 1 })
  await expect(name).toHaveText(names[1] ?? '')
  await expect(page.getByText('2 of 3')).toBeVisible()
  await page.keyboard.press(']')
  await expect(name).toHaveText(names[2] ?? '')
  await expect(page.getByRole('button', { name: 'Next of the list' })).toBeDisabled()
  await page.keyboard.press('[')
  await page.keyboard.press('[')
  await expect(name).toHaveText(names[0] ?? '')
}
