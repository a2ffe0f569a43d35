import { checkSchemes, dialog, press } from '../../stack/page-parts.ts'
import { expect, quiet, test } from '../../stack/test.ts'
import { begin, giveReason, list, ofSentinels, openTxn, row, txnOf } from './transactions.ts'

test.describe('axe finds nothing', () => {
  test('on the list: full, empty, failed, narrow @slow', async ({ page }) => {
    await page.goto(`${ofSentinels}&payout=1`)
    await expect(row(page, txnOf('complete'))).toBeVisible()
    await checkSchemes(page, 'full')
    await page.goto(`${list}?person=nobody&min=abc`)
    await expect(page.getByText('No transactions match these filters.')).toBeVisible()
    await checkSchemes(page, 'empty')
    await page.goto(`${list}?person=sentinel-load-fails`)
    await expect(page.locator('[data-toast]')).toBeVisible()
    await checkSchemes(page, 'failed')
    await page.setViewportSize({ width: 428, height: 800 })
    await page.goto(`${ofSentinels}&payout=1`)
    await expect(row(page, txnOf('complete'))).toBeVisible()
    await checkSchemes(page, 'narrow')
  })

  test('on a transaction: full, with nothing, failed @slow', async ({ page }) => {
    for (const name of ['labels', 'resolved', 'nulls']) {
      await openTxn(page, txnOf(name))
      await quiet(page)
      await checkSchemes(page, name)
    }
    await page.goto(`/dashboard/txns/${txnOf('load-fails')}`)
    await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
    await checkSchemes(page, 'failed')
  })
})

test.describe('axe finds nothing', () => {
  test('in every dialog, with its failure @slow', async ({ page }) => {
    await openTxn(page, txnOf('changes-fail'))
    for (const [button, confirm] of [
      ['Add Tracking', null],
      ['Partial Refund', 'Refund'],
      ['Open Dispute', 'Confirm'],
      ['Mark as delivered', 'Confirm'],
      ['Cancel transaction', 'Cancel Only'],
    ] as const) {
      const box = await begin(page, button)
      await checkSchemes(page, button)
      if (confirm) {
        if (/Refund|Cancel/.test(button)) await giveReason(page)
        await press(box, confirm)
        await expect(box.getByRole('alert')).toBeVisible()
        await checkSchemes(page, `${button}, failed`)
      }
      await page.keyboard.press('Escape')
      await expect(dialog(page)).toHaveCount(0)
    }
  })
})
