import type { Page } from '@playwright/test'
import { checkAxe, dialog, press, value } from '../../stack/page-parts.ts'
import { expect, test, toast, withoutLive } from '../../stack/test.ts'
import { closeToasts } from '../../stack/toasts.ts'
import { account, action, begin, field, giveReason, moveToTxn, openTxn } from './transactions.ts'

const save = (page: Page) => action(page, 'Save').click()
const amount = (page: Page) => dialog(page).getByLabel('Refund amount (USD)')

test('two staff on one transaction: the second sees what the first has changed @slow', async ({
  page,
  context,
}) => {
  await withoutLive(page)
  const other = await context.newPage()

  await test.step('after a concurrent refund the dialog shows the new amount and can retry', async () => {
    const id = 'sentinel-edit-txn-6'
    await openTxn(page, id)
    await begin(page, 'Partial Refund')
    await expect(dialog(page).getByText('Left to refund: $25.00.')).toBeVisible()
    await openTxn(other, id)
    await begin(other, 'Partial Refund')
    await amount(other).fill('5')
    await giveReason(other)
    await press(dialog(other), 'Refund')
    await expect(toast(other, 'Partial Refund Success')).toBeVisible()
    await amount(page).fill('5')
    await giveReason(page)
    await press(dialog(page), 'Refund')
    await expect(dialog(page).getByRole('alert')).toContainText('left: $20.00')
    await expect(amount(page)).toHaveValue('5.00')
    await expect(dialog(page).getByText('left after: $15.00')).toBeVisible()
    await press(dialog(page), 'Refund')
    await expect(toast(page, 'Partial Refund Success')).toBeVisible()
    await expect(account(page, 'Refunded')).toHaveText('$10.00')
  })

  await test.step('after a concurrent edit the page shows the conflict, keeps the typed text, and can save', async () => {
    const id = 'sentinel-edit-txn-12'
    await moveToTxn(page, id)
    await moveToTxn(other, id)
    await field(other, 'tracking_number').fill('from the other')
    await save(other)
    await expect(toast(other, 'Transaction saved.')).toBeVisible()

    await field(page, 'tracking_number').fill('from me')
    await field(page, 'product_title').fill('Mine')
    await closeToasts(page)
    await save(page)
    await expect(toast(page, 'Error saving transaction.')).toBeVisible()
    await expect(
      page.getByRole('alert').filter({ hasText: 'has changed since you opened it' }),
    ).toContainText(
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
})
