import type { Page } from '@playwright/test'
import { asAdmin } from '../../stack/colleague.ts'
import { importRows } from '../../stack/import-rows.ts'
import { checkAxe, dialog, press } from '../../stack/page-parts.ts'
import { makeSale } from '../../stack/sale.ts'
import { expect, follow, test, toast } from '../../stack/test.ts'
import { account, list, openTxn, row, table, txnOf } from './transactions.ts'

/** Counts the clicks and the keys of a job, without the keys of typed text; docs/jobs.md lists them. */
function counted(page: Page) {
  const spent = { clicks: 0, keys: 0 }
  return {
    spent,
    click: async (name: string, within = page.locator('body')) => {
      spent.clicks++
      await press(within, name)
    },
    key: async (key: string) => {
      spent.keys++
      await page.keyboard.press(key)
    },
  }
}

const box = (page: Page) => page.getByPlaceholder(/^Search/)

test('an order is found by each kind of term with one key, and a name gives a list', async ({ page }) => {
  const id = txnOf('labels')
  const txn = await asAdmin<{
    public_id: string
    order_id: string
    ship_labels: { tracking_number: string }[]
  }>('GET', `/v1/admin/transactions/${id}`)
  const { order } = await asAdmin<{ order: { stripe_payment_intent_id: string } }>(
    'GET',
    `/v1/admin/orders/${txn.order_id}`,
  )
  // A buyer with one purchase: each term about them has a single hit.
  const buyer = { uid: 'desk-findus', name: 'Findus Onlyonce', email: 'findus.onlyonce@example.com' }
  await importRows('users', [{ uid: buyer.uid, displayName: buyer.name, email: buyer.email }])
  const sale = await makeSale('findable', { buyer })
  await asAdmin('POST', `/v1/admin/transactions/${sale.id}/refunds`, { amount: 500, reason: 'Scratched' })
  const [refund] = await asAdmin<{ reference: string }[]>(
    'GET',
    `/v1/admin/transactions/${sale.id}/movements`,
  )
  await page.goto(list)
  for (const [kind, term, found] of [
    ['transaction id', id, id],
    ['public id', txn.public_id, id],
    ['order id', txn.order_id, id],
    ['tracking number', txn.ship_labels[0]?.tracking_number, id],
    ['payment', order.stripe_payment_intent_id, id],
    ['refund at the provider', refund?.reference, sale.id],
    ['title', sale.title, sale.id],
    ['name', buyer.name, sale.id],
    ['email', buyer.email, sale.id],
    ['uid', buyer.uid, sale.id],
  ] as const)
    await test.step(`${kind}: ${term}`, async () => {
      const job = counted(page)
      await follow(page, list)
      await expect(box(page)).toBeFocused()
      await page.keyboard.type(term ?? '')
      await job.key('Enter')
      await expect(page).toHaveURL(`/dashboard/txns/${found}`)
      await expect(page.getByRole('list', { name: 'Progress' })).toBeVisible()
      expect(job.spent).toEqual({ clicks: 0, keys: 1 })
    })

  await test.step('a name gives a list in the URL, sorted by price; Back returns to it', async () => {
    await follow(page, list)
    await box(page).fill('Sentinel Buyer')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/[?&]q=Sentinel/)
    await expect(table(page).getByRole('row').nth(1)).toBeVisible()
    await page.getByRole('button', { name: 'PRICE' }).click()
    await expect(page).toHaveURL(/sort=price/)
    await expect(page.getByRole('columnheader', { name: 'PRICE' })).toHaveAttribute('aria-sort', 'descending')
    await checkAxe(page, 'hits')
    await page.goBack()
    await expect(page.getByRole('columnheader', { name: 'PURCHASE DATE' })).toHaveAttribute(
      'aria-sort',
      'descending',
    )
  })

  await test.step('a term that nothing matches says so', async () => {
    await box(page).fill('no such order at all')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Nothing matches “no such order at all”.')).toBeVisible()
    await expect(row(page, id)).toHaveCount(0)
  })
})

test.describe('support and finance', () => {
  test.use({ role: 'support' })
  test('support requests a refund, finance approves a part, support reads it and sends a receipt', async ({
    page,
    pageOf,
  }) => {
    const id = 'sentinel-edit-txn-5'
    await test.step('support requests it in four clicks', async () => {
      const job = counted(page)
      await openTxn(page, id)
      await job.click('Request a refund…')
      await dialog(page).getByLabel('Amount (USD)').fill('20')
      await dialog(page).getByLabel('Reason').selectOption('Item not received')
      job.spent.clicks += 2
      await checkAxe(page, 'request')
      await job.click('Request', dialog(page))
      await expect(toast(page, 'Asked. It goes out when a second person approves it.')).toBeVisible()
      expect(job.spent).toEqual({ clicks: 4, keys: 0 })
      await expect(page.getByRole('region', { name: 'Waits for a second person' })).toContainText(
        'Reason: Item not received',
      )
    })

    await test.step('finance lowers the amount with words in the list of approvals', async () => {
      const finance = await pageOf('finance')
      await finance.goto(`${list}?waiting=true`)
      const request = finance
        .getByRole('region', { name: 'Waits for a second person' })
        .filter({ has: finance.getByRole('link', { name: id }) })
      await expect(request).toContainText('Reason: Item not received')
      const job = counted(finance)
      await job.click('Approve', request)
      await dialog(finance).getByLabel('Amount (USD)').fill('12.5')
      await dialog(finance).getByLabel('Why less').fill('   ')
      await press(dialog(finance), 'Approve')
      await expect(dialog(finance).getByRole('alert')).toHaveText('Say why you approve less.')
      await dialog(finance).getByLabel('Why less').fill('Half of it arrived')
      await checkAxe(finance, 'approve a part')
      await job.click('Approve', dialog(finance))
      await expect(toast(finance, 'Approved and refunded.')).toBeVisible()
      expect(job.spent).toEqual({ clicks: 2, keys: 0 })
    })

    await test.step('the open page of support shows the refund, and its receipt', async () => {
      const words = `Your request about ${id} was approved in part: $12.50 of $20.00. The transaction shows why.`
      await expect(toast(page, words)).toHaveRole('status')
      await expect(page.getByRole('region', { name: 'Decision' })).toContainText(
        '$12.50 of $20.00 approved: Half of it arrived',
      )
      await expect(account(page, 'Refunded')).toHaveText('$12.50')
      const job = counted(page)
      await job.click('Refund receipt…')
      const receipt = dialog(page).getByRole('article', { name: 'Receipt' })
      await expect(receipt).toContainText('$12.50')
      await expect(receipt).toContainText(/re_\w+/)
      await expect(dialog(page).getByLabel('Text for the buyer')).toHaveValue(/a refund of \$12\.50/)
      await checkAxe(page, 'receipt')
      await page.emulateMedia({ media: 'print' })
      // The dialog around it is hidden on paper.
      await expect(page.locator('[data-receipt]')).toBeVisible()
      await expect(page.getByRole('heading', { level: 1 })).toBeHidden()
      expect(job.spent.clicks).toBe(1)
    })
  })
})
