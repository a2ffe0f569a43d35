import type { Page } from '@playwright/test'
import { asAdmin } from '../../stack/colleague.ts'
import { importRows } from '../../stack/import-rows.ts'
import { checkAxe, checkSchemes, dialog, press } from '../../stack/page-parts.ts'
import { expect, follow, sandboxAddress, sent, test, toast } from '../../stack/test.ts'
import { closeToasts } from '../../stack/toasts.ts'
import { account, action, begin, call, giveReason, moveToTxn, openTxn, state } from './transactions.ts'

/** Makes a paid transaction of $2,000.00 for one test. */
async function sale(name: string) {
  const id = `approvals-${name}`
  const at = '2026-01-10T10:00:00.000Z'
  const payment = `pi_two_keys_${name.replaceAll('-', '_')}`
  // Before the import, which would add an empty order at the provider.
  const known = await fetch(`${sandboxAddress}/stripe/known`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-ndjson' },
    body: JSON.stringify({ payment_intent: payment, amount: 200_000, transfers: [] }),
  })
  expect(known.ok).toBe(true)
  await importRows('orders', [
    {
      id: `${id}-order`,
      stripe_payment_intent_id: payment,
      buyer_uid: 'sentinel-buyer',
      status: 1,
      created_at: at,
    },
  ])
  await importRows('transactions', [
    {
      ...{
        id,
        public_id: null,
        product_id: null,
        product_title: `A dear thing, ${name}`,
        product_thumbnail_path: null,
      },
      ...{ seller_uid: 'sentinel-seller', seller_display_name: 'Sentinel Seller' },
      ...{ purchaser_uid: 'sentinel-buyer', purchaser_display_name: 'Sentinel Buyer' },
      ...{ order_id: `${id}-order`, price: 200_000, shipping_cost: 0 },
      ...{ status: 2, shipping_status: 2, payout_status: 2, purchase_date: at, delivered_at: null },
      ...{ tracking_number: null, carrier: null, tracking_url: null },
      ...{
        dispute_id: null,
        dispute_status: null,
        dispute_buyer_comms_url: null,
        dispute_seller_comms_url: null,
      },
    },
  ])
  return id
}

const request = (page: Page) => page.getByRole('region', { name: 'Waits for a second person' })
const button = (page: Page, name: string) => request(page).getByRole('button', { name, exact: true })

/** Requests a refund above the limit through the dialog. */
async function ask(page: Page, id: string, dollars: string) {
  await openTxn(page, id)
  await begin(page, 'Partial Refund')
  await dialog(page).getByLabel('Refund amount (USD)').fill(dollars)
  await giveReason(page)
  await press(dialog(page), 'Refund')
  await expect(toast(page, 'Asked. It goes out when a second person approves it.')).toHaveRole('status')
  await expect(dialog(page)).toHaveCount(0)
  await expect(request(page)).toBeVisible()
}

test.use({ role: 'finance' })
// Serial: the requests of one test count towards the same person's daily limit in the next.
test.describe.configure({ mode: 'default' })

test('a refund and a cancellation wait for a second person, who approves one and declines the other', async ({
  page,
  pageOf,
}) => {
  const id = await sale('approve')
  const other = await pageOf('admin')

  await test.step('the dialog announces that a second person is required', async () => {
    await openTxn(other, id)
    await openTxn(page, id)
    await begin(page, 'Partial Refund')
    const field = dialog(page).getByLabel('Refund amount (USD)')
    const needed = dialog(page).getByText(
      /^This needs a second person: you may refund \$[\d.,]+ of it alone\./,
    )
    await field.fill('1')
    await expect(dialog(page).getByText('Left to refund: $2000.00.')).toBeVisible()
    await expect(needed).toHaveCount(0)
    await field.fill('812.40')
    await expect(needed).toBeVisible()
    await giveReason(page)
    await press(dialog(page), 'Refund')
    await expect(toast(page, 'Asked. It goes out when a second person approves it.')).toHaveRole('status')
  })

  await test.step('nothing is sent until they approve', async () => {
    const words = /asks to refund \$812\.40 to the buyer — needs a second person/
    await expect(request(page)).toContainText(words)
    await expect(button(page, 'Approve')).toHaveCount(0)
    await expect(button(page, 'Withdraw')).toBeVisible()
    await expect(account(page, 'Refunded')).toHaveText('$0.00')
    // The other page receives the event.
    await expect(request(other)).toContainText(words)
    await expect(button(other, 'Withdraw')).toHaveCount(0)
    await button(other, 'Approve').click()
    await expect(dialog(other)).toContainText('Buyer +$812.40, seller −$812.40, left after: $1187.60')
    await checkAxe(other, 'Approve')
    const [waiting] = await asAdmin<{ id: string }[]>('GET', `/v1/admin/approvals?transaction=${id}`)
    const approved = sent(other, `POST /v1/admin/approvals/${waiting?.id}/approve`)
    await press(dialog(other), 'Approve')
    await approved
    await expect(toast(other, 'Approved and refunded.')).toHaveRole('status')
    for (const one of [other, page]) {
      await expect(request(one)).toHaveCount(0)
      await expect(account(one, 'Refunded')).toHaveText('$812.40')
      await closeToasts(one)
    }
  })

  await test.step('a cancellation needs approval, too, and is declined with a reason', async () => {
    const second = await sale('decline')
    await moveToTxn(page, second)
    await begin(page, 'Cancel transaction')
    await expect(dialog(page).getByText(/^This needs a second person/)).toBeVisible()
    await giveReason(page)
    const went = sent(page, `PATCH ${call(second, '/cancel')}`)
    await press(dialog(page), 'Cancel Only')
    await went
    await expect(toast(page, 'Asked. It goes out when a second person approves it.')).toHaveRole('status')
    await expect(request(page)).toContainText(
      /asks to cancel this transaction and refund \$2000\.00 to the buyer/,
    )
    await moveToTxn(other, second)
    await button(other, 'Decline').click()
    await dialog(other).getByLabel('Reason').fill('   ')
    await press(dialog(other), 'Decline')
    await expect(dialog(other).getByRole('alert')).toHaveText('Say why first.')
    await dialog(other).getByLabel('Reason').fill('The seller sent it yesterday')
    await press(dialog(other), 'Decline')
    await expect(toast(other, 'Request declined.')).toHaveRole('status')
    await expect(request(page)).toHaveCount(0)
    await expect(
      toast(page, `Your request about ${second} was declined. The transaction shows why.`),
    ).toHaveRole('status')
    await expect(page.getByRole('region', { name: 'Decision' })).toContainText(
      'declined: The seller sent it yesterday',
    )
    await expect(state(page, 'status')).toHaveValue('2')
  })
})

test('a request is found in the list, read by a role that may not approve, and withdrawn @slow', async ({
  page,
  pageOf,
}) => {
  const id = await sale('withdraw')
  await ask(page, id, '700')

  await test.step('a role without permission to approve reads the reason', async () => {
    const other = await pageOf('support')
    await openTxn(other, id)
    await expect(button(other, 'Approve')).toHaveAccessibleDescription(
      "Your role (support) may not approve a colleague's refund.",
    )
  })

  await test.step('the list shows how many requests wait and links to them', async () => {
    await follow(page, '/dashboard/txns/overview')
    const link = page.getByRole('link', { name: /refunds? waits? for a second person$/ })
    await expect(link).toHaveAttribute('href', '/dashboard/txns/overview?waiting=true')
    await link.click()
    await expect(page).toHaveURL(/\?waiting=true$/)
    await expect(page.getByRole('table').getByText(id, { exact: true })).toBeVisible()
  })

  await test.step('the requester withdraws', async () => {
    await page.goBack()
    await page.goBack()
    await button(page, 'Withdraw').click()
    await expect(toast(page, 'Request withdrawn.')).toHaveRole('status')
    await expect(request(page)).toHaveCount(0)
    await expect(action(page, 'Partial Refund')).toBeVisible()
  })
})

test.describe('axe finds nothing', () => {
  test('on a waiting request, in its dialogs, and on the list @slow', async ({ page, pageOf }) => {
    test.slow()
    const id = await sale(`axe`)
    await ask(page, id, '650')
    await checkSchemes(page, 'who asked')
    await page.setViewportSize({ width: 428, height: 900 })
    await checkSchemes(page, 'who asked, narrow')
    await page.goto('/dashboard/txns/overview?waiting=true')
    await expect(page.getByRole('link', { name: /for a second person$/ })).toBeVisible()
    await checkSchemes(page, 'the list')
    const other = await pageOf('admin')
    await openTxn(other, id)
    await checkSchemes(other, 'who decides')
    for (const name of ['Approve', 'Decline']) {
      await button(other, name).click()
      await expect(dialog(other)).toBeVisible()
      await checkSchemes(other, name)
      await other.keyboard.press('Escape')
      await expect(dialog(other)).toHaveCount(0)
    }
    await openTxn(page, id)
    await button(page, 'Withdraw').click()
    await expect(request(page)).toHaveCount(0)
  })
})
