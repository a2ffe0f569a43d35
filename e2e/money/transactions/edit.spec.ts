import type { Page } from '@playwright/test'
import { checkAxe, dialog, press, value } from '../../stack/page-parts.ts'
import { expect, sent, signIn, test, toast, watchCalls } from '../../stack/test.ts'
import { closeToasts } from '../../stack/toasts.ts'
import { action, call, field, moveToTxn, openTxn, state, txnOf } from './transactions.ts'

const save = (page: Page) => action(page, 'Save').click()

test('a transaction is edited, and left with and without typed text', async ({ page }) => {
  await test.step('a state without a name can be kept', async () => {
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
    await closeToasts(page)
  })

  await test.step('leaving with typed text asks first', async () => {
    await moveToTxn(page, 'sentinel-edit-txn-13')
    const title = await field(page, 'product_title').inputValue()
    await field(page, 'product_title').fill('Not saved')
    await page.getByRole('link', { name: 'Users', exact: true }).click()
    await expect(dialog(page)).toHaveAccessibleName('Leave without saving?')
    await checkAxe(page, 'leaving')
    await press(dialog(page), 'Stay')
    await expect(page).toHaveURL('/dashboard/txns/sentinel-edit-txn-13')
    await expect(field(page, 'product_title')).toHaveValue('Not saved')
    await page.getByRole('link', { name: 'Users', exact: true }).click()
    await press(dialog(page), 'Leave')
    // The address changes before the page does: Back must not meet the page that is being left.
    await expect(page.getByRole('heading', { name: 'Users', level: 1 })).toBeVisible()
    await expect(page).toHaveURL('/dashboard/users')
    await page.goBack()
    await expect(field(page, 'product_title')).toHaveValue(title)
  })

  await test.step('leaving without typed text asks nothing', async () => {
    const title = await field(page, 'product_title').inputValue()
    await field(page, 'product_title').fill('x')
    await field(page, 'product_title').fill(title)
    await page.getByRole('link', { name: 'Users', exact: true }).click()
    await expect(page).toHaveURL('/dashboard/users')
  })

  await test.step('[TXN-59] [API-39] Save sends the full transaction with its version, and the edits are stored', async () => {
    const id = 'sentinel-edit-txn-11'
    const txn = await moveToTxn(page, id)
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
})

test.describe('signed out first', () => {
  test.use({ role: null })
  test('each role reads and edits what it may @slow', async ({ page }) => {
    const leave = () => page.getByRole('button', { name: 'Sign out' }).click()
    await page.goto(`/dashboard/txns/${txnOf('pending')}`)

    await test.step('support may edit, but not set a state or move money', async () => {
      await signIn(page, 'support')
      await expect(field(page, 'product_title')).toBeEditable()
      await expect(state(page, 'status')).toBeDisabled()
      await expect(state(page, 'status')).toHaveAccessibleDescription(/may not set the states/)
      for (const name of ['Partial Refund', 'Cancel transaction'])
        await expect(action(page, name)).toHaveAttribute('aria-disabled', 'true')
      await checkAxe(page, 'support')
      await leave()
    })

    await test.step('a moderator may only read', async () => {
      await signIn(page, 'moderator')
      await expect(field(page, 'product_title')).toHaveAttribute('readonly', '')
      await expect(action(page, 'Save')).toHaveAttribute('aria-disabled', 'true')
      await expect(page.getByText('This morning, by USPS.')).toBeVisible()
      await leave()
    })

    await test.step('finance reads no private messages', async () => {
      const calls = watchCalls(page)
      await signIn(page, 'finance')
      await expect(page.getByText('Your role (finance) may not read private messages.')).toBeVisible()
      // The money is loaded after the transaction, and later than the conversation would be.
      await expect(page.getByRole('region', { name: 'Money' }).locator('dd').first()).toHaveText('$25.00')
      expect(calls.filter((one) => one.url().includes('/conversations'))).toEqual([])
    })
  })
})
