import type { Page } from '@playwright/test'
import { checkAxe, dialog, press } from '../../stack/page-parts.ts'
import { expect, sent, test, toast } from '../../stack/test.ts'
import { closeToasts } from '../../stack/toasts.ts'
import { action, always, begin, call, field, giveReason, moveToTxn, openTxn, txnOf } from './transactions.ts'

// console/data/call.test.ts proves which answers are failures. Here each action has one failure with the server's message,
// and one without an answer where the console then has a message of its own.

/** Closes the dialog. Not with Escape, which asks before it discards typed text. */
const close = async (page: Page, name = 'Cancel') => {
  await press(dialog(page), name)
  await expect(dialog(page)).toHaveCount(0)
}

async function track(page: Page) {
  const box = await begin(page, 'Add Tracking')
  await box.getByLabel('Tracking Number').fill('1')
  await box.getByLabel('Carrier').fill('2')
  await press(box, 'Save')
  return box
}

async function dispute(page: Page) {
  const box = await begin(page, 'Open Dispute')
  await box.getByLabel('Reason for Dispute*').selectOption('3')
  await press(box, 'Confirm')
  return box
}

async function cancelLabel(page: Page) {
  const labels = page.getByRole('region', { name: 'Shipping labels' })
  await labels
    .getByRole('button', { name: /^Actions for label/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Cancel & refund' }).click()
  await expect(dialog(page).getByText('A refund will be issued.')).toBeVisible()
  await press(dialog(page), 'Confirm')
  return labels
}

test('every change of a transaction fails, refused and without an answer @slow', async ({ page }) => {
  await openTxn(page, txnOf('changes-fail'))

  await test.step("[TXN-37] [TXN-77] tracking: the dialog shows the server's message and keeps the typed text", async () => {
    const box = await track(page)
    await expect(box.getByRole('alert')).toHaveText(always)
    await expect(box.getByLabel('Tracking Number')).toHaveValue('1')
    await checkAxe(page, 'Add Tracking, failed')
    await close(page)
  })

  await test.step('[TXN-37] [TXN-77] a dispute: so does its dialog', async () => {
    const box = await dispute(page)
    await expect(box.getByRole('alert')).toHaveText(always)
    await close(page)
  })

  await test.step('[TXN-47] [TXN-48] delivered, and not shipped', async () => {
    await press(await begin(page, 'Mark as delivered'), 'Confirm')
    await expect(toast(page, 'Error marking as delivered.')).toHaveRole('alert')
    await close(page)
    await closeToasts(page)
    await action(page, 'Mark as not shipped').click()
    await expect(toast(page, 'Error marking as not shipped.')).toHaveRole('alert')
    await closeToasts(page)
  })

  await test.step("[SHP-10] [SHP-11] a label: the server's message", async () => {
    const labels = await cancelLabel(page)
    await expect(toast(page, always)).toHaveRole('alert')
    await expect(labels.getByText('Paid and ready to use')).toBeVisible()
    await close(page)
    await closeToasts(page)
  })

  await test.step('[TXN-60] Save: typed text stays', async () => {
    const title = await field(page, 'product_title').inputValue()
    await field(page, 'product_title').fill('Typed')
    await action(page, 'Save').click()
    await expect(toast(page, 'Error saving transaction.')).toHaveRole('alert')
    await expect(toast(page, 'Failed to save.')).toHaveCount(0)
    await expect(field(page, 'product_title')).toHaveValue('Typed')
    await field(page, 'product_title').fill(title)
  })

  await test.step("[TXN-44] the end of a dispute: 'Error resolving dispute. ' plus the status", async () => {
    await moveToTxn(page, txnOf('changes-fail-disputed'))
    await press(await begin(page, 'Resolve Dispute'), 'Confirm')
    await expect(toast(page, 'Error resolving dispute. 500')).toHaveRole('alert')
  })

  await closeToasts(page)
  await test.step('the server does not answer, or answers with HTTP 200 and another status_code', () =>
    getNoAnswer(page))
})

async function getNoAnswer(page: Page) {
  const id = txnOf('changes-drop')
  await moveToTxn(page, id)

  await test.step('[TXN-29] tracking: the fixed message', async () => {
    await expect((await track(page)).getByRole('alert')).toHaveText('Error Adding Tracking Info')
    await close(page)
  })

  await test.step('[TXN-43] a dispute: the fixed message', async () => {
    await expect((await dispute(page)).getByRole('alert')).toHaveText('Error Opening Dispute.')
    await close(page)
  })

  await test.step('[SHP-10] [SHP-11] a label: the fixed message', async () => {
    const labels = await cancelLabel(page)
    await expect(toast(page, 'Failed to cancel ship label.')).toHaveRole('alert')
    await expect(labels.getByText('Paid and ready to use')).toBeVisible()
    await close(page)
  })

  await test.step('[TXN-58] a cancellation: the fixed words plus the error', async () => {
    const box = await begin(page, 'Cancel transaction')
    await giveReason(page)
    await press(box, 'Cancel Only')
    await expect(toast(page, 'Error cancelling transaction The server could not be reached')).toHaveRole(
      'alert',
    )
    await close(page, 'Close')
    await closeToasts(page)
  })

  await test.step('[TXN-36] [TXN-77] a refund: the fixed message; a retry is the same change, a reopened dialog another', async () => {
    const refund = async () => {
      const request = sent(page, `POST ${call(id, '/refunds')}`)
      await dialog(page).getByLabel('Refund amount (USD)').fill('2')
      await giveReason(page)
      await press(dialog(page), 'Refund')
      await expect(dialog(page).getByRole('alert')).toHaveText('Error Issuing Partial Refund')
      const made = await request
      return { key: made.headers()['idempotency-key'], body: made.postData() }
    }
    await begin(page, 'Partial Refund')
    const first = await refund()
    await expect(dialog(page).getByText('Pressing again is safe')).toBeVisible()
    const second = await refund()
    expect(first.key).toBeTruthy()
    expect(second).toEqual(first)
    await press(dialog(page), 'Cancel')
    await begin(page, 'Partial Refund')
    expect((await refund()).key).not.toBe(first.key)
    await close(page)
  })

  await test.step('[TXN-60] Save: the error says that there was no answer', async () => {
    await field(page, 'product_title').fill('Typed')
    await action(page, 'Save').click()
    await expect(toast(page, 'Error saving transaction. The server could not be reached')).toHaveRole('alert')
    await expect(field(page, 'product_title')).toHaveValue('Typed')
  })

  await test.step("[TXN-58] a cancellation with HTTP 200: the fixed words plus the server's message", async () => {
    await moveToTxn(page, txnOf('changes-200'))
    const box = await begin(page, 'Cancel transaction')
    await giveReason(page)
    await press(box, 'Cancel Only')
    await expect(toast(page, `Error cancelling transaction ${always}`)).toHaveRole('alert')
    await close(page, 'Close')
  })

  await test.step('[ERR-04] tracking: HTTP 200 means success, with any wrapper', async () => {
    await track(page)
    await expect(toast(page, 'Updated Tracking Info')).toBeVisible()
  })
}
