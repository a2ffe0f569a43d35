import { asAdmin } from '../../stack/colleague.ts'
import { countedJob } from '../../stack/counted.ts'
import { dialog } from '../../stack/page-parts.ts'
import { makeSale } from '../../stack/sale.ts'
import { expect, test } from '../../stack/test.ts'
import { choose, input, list, openInbox, person } from './conversations.ts'

test.use({ role: 'support', permissions: ['clipboard-read', 'clipboard-write'] })

test('the buyer asks where the refund is: its receipt is sent in at most 5 clicks and a key @slow', async ({
  page,
  context,
}) => {
  const name = person(14)
  const sale = await makeSale('receipt', { buyer: { uid: 'sentinel-reported-14', name } })
  await asAdmin('POST', `/v1/admin/transactions/${sale.id}/refunds`, { amount: 1_840, reason_id: 'damaged' })
  const job = countedJob()
  await openInbox(page)
  await choose(page, name)
  const opened = context.waitForEvent('page')
  await job.click(page.getByRole('link', { name, exact: true }))
  const other = await opened
  const purchases = other.getByRole('region', { name: 'Purchases', exact: true })
  await job.click(purchases.getByRole('link', { name: sale.title }))
  await job.click(other.getByRole('button', { name: 'Refund receipt…' }))
  await expect(dialog(other).getByRole('article', { name: 'Receipt' })).toContainText('$18.40')
  await job.click(dialog(other).getByRole('button', { name: 'Copy text' }))
  await expect(dialog(other).getByRole('button', { name: 'Copied' })).toBeVisible()
  await other.close()
  await input(page).focus()
  await page.keyboard.press('ControlOrMeta+V')
  await expect(input(page)).toHaveValue(/a refund of \$18\.40/)
  await job.click(page.getByRole('button', { name: 'Send', exact: true }))
  await expect(list(page)).toContainText('$18.40')
  await expect(list(page)).toContainText(/re_\w+/)
  job.expectAtMost(5)
})
