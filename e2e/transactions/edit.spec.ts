import type { Page } from '@playwright/test'
import { checkAxe, dialog, press, value } from '../stack/page-parts.ts'
import { expect, quiet, sent, signIn, test, toast, watchCalls, withoutLive } from '../stack/test.ts'
import { action, call, field, openTxn, state, txnOf } from './transactions.ts'

const save = (page: Page) => action(page, 'Save').click()

test('[TXN-10] [DLG-16] editable fields are inputs, all others are read-only', async ({ page }) => {
  await openTxn(page, txnOf('pending'))
  const names = [
    'product_title',
    'tracking_number',
    'tracking_url',
    'dispute_buyer_comms_url',
    'dispute_seller_comms_url',
  ]
  for (const name of names) await expect(field(page, name), name).toBeEditable()
  for (const name of ['status', 'shipping_status', 'payout_status'])
    await expect(state(page, name), name).toBeEnabled()
  await expect(page.locator('dl').getByRole('textbox')).toHaveCount(names.length)
  await expect(page.locator('dl').getByRole('combobox')).toHaveCount(3)
})

test('[TXN-59] [API-39] Save sends the full transaction with its version, and the edits are stored', async ({
  page,
}) => {
  const id = 'sentinel-edit-txn-11'
  const txn = await openTxn(page, id)
  await field(page, 'product_title').fill('Änderung <b>')
  await field(page, 'dispute_buyer_comms_url').fill('https://disputes.example.com/x')
  await field(page, 'tracking_url').fill('')
  await state(page, 'payout_status').selectOption('Paid (sent)')
  const request = sent(page, `PATCH ${call(id)}`)
  await save(page)
  const made = await request
  expect(made.postDataJSON()).toEqual({
    ...txn,
    product_title: 'Änderung <b>',
    dispute_buyer_comms_url: 'https://disputes.example.com/x',
    tracking_url: null,
    payout_status: 1,
  })
  expect(made.headers()['if-match']).toBe(`"${txn.version}"`)
  await expect(toast(page, 'Transaction saved.')).toHaveRole('status')
  await page.reload()
  await expect(field(page, 'product_title')).toHaveValue('Änderung <b>')
  await expect(field(page, 'tracking_url')).toHaveValue('')
  await expect(state(page, 'payout_status')).toHaveValue('1')
  await expect(value(page, 'dispute_buyer_comms_url').getByRole('link')).toHaveAttribute(
    'href',
    'https://disputes.example.com/x',
  )
})

test('a state without a name can be kept', async ({ page }) => {
  await openTxn(page, txnOf('odd'))
  await expect(state(page, 'status').locator('option')).toHaveText([
    'null (9)',
    'Complete',
    'Pending',
    'Seller cancelled',
    'Failed to ship',
    'Disputed and refunded',
  ])
  const request = sent(page, `PATCH ${call(txnOf('odd'))}`)
  await save(page)
  expect((await request).postDataJSON()).toMatchObject({ status: 9, shipping_status: 7, payout_status: 8 })
  await expect(toast(page, 'Transaction saved.')).toBeVisible()
})

test('[TXN-60] a failure is shown; typed text stays', async ({ page }) => {
  for (const [name, words] of [
    ['changes-fail', 'Error saving transaction.'],
    ['changes-200', 'Error saving transaction.'],
    ['changes-drop', 'Error saving transaction. The server could not be reached'],
  ] as const) {
    await openTxn(page, txnOf(name))
    await field(page, 'product_title').fill('Typed')
    await save(page)
    await expect(toast(page, words), name).toHaveRole('alert')
    await expect(toast(page, 'Failed to save.')).toHaveCount(0)
    await expect(field(page, 'product_title')).toHaveValue('Typed')
    await page.reload()
  }
})

test('two staff on one transaction: the second sees the conflict, keeps the typed text, and can save', async ({
  page,
  context,
}) => {
  const id = 'sentinel-edit-txn-12'
  await withoutLive(page)
  await openTxn(page, id)
  const other = await context.newPage()
  await openTxn(other, id)
  await field(other, 'tracking_number').fill('from the other')
  await save(other)
  await expect(toast(other, 'Transaction saved.')).toBeVisible()

  await field(page, 'tracking_number').fill('from me')
  await field(page, 'product_title').fill('Mine')
  await save(page)
  await expect(toast(page, 'Error saving transaction.')).toBeVisible()
  await expect(page.getByRole('alert').filter({ hasText: 'has changed since you opened it' })).toContainText(
    // Change, author and time.
    /: tracking_number\. Last change: Ada Admin, \d+ seconds? ago\.$/,
  )
  await expect(field(page, 'tracking_number')).toHaveValue('from me')
  await expect(field(page, 'tracking_number')).toHaveAccessibleDescription('It is now from the other.')
  await expect(field(page, 'product_title')).toHaveValue('Mine')
  await checkAxe(page, 'conflict')
  await save(page)
  await expect(toast(page, 'Transaction saved.')).toBeVisible()
  await expect(value(page, 'tracking_number').getByText('It is now')).toHaveCount(0)
  await page.reload()
  await expect(field(page, 'tracking_number')).toHaveValue('from me')
})

test('leaving with typed text asks first', async ({ page }) => {
  await openTxn(page, 'sentinel-edit-txn-13')
  await field(page, 'product_title').fill('Not saved')
  await page.getByRole('link', { name: 'Users', exact: true }).click()
  await expect(dialog(page)).toHaveAccessibleName('Leave without saving?')
  await checkAxe(page, 'leaving')
  await press(dialog(page), 'Stay')
  await expect(page).toHaveURL('/dashboard/txns/sentinel-edit-txn-13')
  await expect(field(page, 'product_title')).toHaveValue('Not saved')
  await page.getByRole('link', { name: 'Users', exact: true }).click()
  await press(dialog(page), 'Leave')
  await expect(page).toHaveURL('/dashboard/users')
})

test('leaving without typed text asks nothing', async ({ page }) => {
  await openTxn(page, 'sentinel-edit-txn-13')
  const title = await field(page, 'product_title').inputValue()
  await field(page, 'product_title').fill('x')
  await field(page, 'product_title').fill(title)
  await page.getByRole('link', { name: 'Users', exact: true }).click()
  await expect(page).toHaveURL('/dashboard/users')
})

test.describe('for a role without permission', () => {
  test.use({ role: null })

  test('support may edit, but not set a state or move money', async ({ page }) => {
    await page.goto(`/dashboard/txns/${txnOf('pending')}`)
    await signIn(page, 'support')
    await expect(field(page, 'product_title')).toBeEditable()
    await expect(state(page, 'status')).toBeDisabled()
    await expect(state(page, 'status')).toHaveAccessibleDescription(/may not set the states/)
    for (const name of ['Partial Refund', 'Cancel transaction'])
      await expect(action(page, name)).toHaveAttribute('aria-disabled', 'true')
    await checkAxe(page, 'support')
  })

  test('a moderator may only read; finance reads no private messages', async ({ page }) => {
    await page.goto(`/dashboard/txns/${txnOf('pending')}`)
    await signIn(page, 'moderator')
    await expect(field(page, 'product_title')).toHaveAttribute('readonly', '')
    await expect(action(page, 'Save')).toHaveAttribute('aria-disabled', 'true')
    await expect(page.getByText('This morning, by USPS.')).toBeVisible()
    await page.getByRole('button', { name: 'Sign out' }).click()
    const calls = watchCalls(page)
    await signIn(page, 'finance')
    await expect(page.getByText('Your role (finance) may not read private messages.')).toBeVisible()
    await quiet(page)
    expect(calls.filter((one) => one.url().includes('/conversations'))).toEqual([])
  })
})
