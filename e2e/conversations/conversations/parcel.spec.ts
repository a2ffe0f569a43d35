import { countedJob } from '../../stack/counted.ts'
import { dialog } from '../../stack/page-parts.ts'
import { makeSale } from '../../stack/sale.ts'
import { expect, test, toast } from '../../stack/test.ts'
import { list, openInbox, person, row } from './conversations.ts'

test.use({ role: 'support' })

test('a buyer who never got the parcel: from the message to a refund request in at most 8 clicks @slow', async ({
  page,
  context,
}) => {
  const name = person(14)
  const sale = await makeSale('parcel', { buyer: { uid: 'sentinel-reported-14', name } })
  const job = countedJob()
  await openInbox(page)
  await page.getByPlaceholder('Search inbox').fill(name)
  await job.click(row(page, name))
  await expect(list(page)).toContainText('where is it?')

  const opened = context.waitForEvent('page')
  await job.click(page.getByRole('link', { name, exact: true }))
  const other = await opened
  await job.click(
    other.getByRole('region', { name: 'Purchases', exact: true }).getByRole('link', { name: sale.title }),
  )
  await job.click(other.getByRole('button', { name: 'Request a refund…' }))
  await dialog(other).getByLabel('Amount (USD)').fill('200')
  await job.choose(dialog(other).getByLabel('Reason'), 'Item not received')
  await job.click(dialog(other).getByRole('button', { name: 'Request', exact: true }))
  await expect(toast(other, 'Asked. It goes out when a second person approves it.')).toBeVisible()
  await expect(other.getByRole('region', { name: 'Waits for a second person' })).toContainText('$200.00')
  job.expectAtMost(8)
})
