import type { Page } from '@playwright/test'
import { asAdmin } from '../../stack/colleague.ts'
import { countedJob } from '../../stack/counted.ts'
import { checkSchemes, dialog } from '../../stack/page-parts.ts'
import { makeSale } from '../../stack/sale.ts'
import { expect, test, toast } from '../../stack/test.ts'

const message = (page: Page) => dialog(page).getByLabel('Message', { exact: true })

test('support writes first to a person; what is typed survives a reload', async ({ page }) => {
  await page.goto('/user-detail/sentinel-edit-18')
  const job = countedJob()
  await job.click(page.getByRole('button', { name: 'Write to them…' }))
  await expect(dialog(page)).toContainText('As Support. Starts a conversation.')
  await dialog(page).getByRole('button', { name: 'Send', exact: true }).click()
  await expect(dialog(page).getByRole('alert')).toHaveText('Type a message first.')
  await message(page).fill('We have looked into your report.')
  await checkSchemes(page, 'the message to a person')
  await page.reload()
  await expect(message(page)).toHaveValue('We have looked into your report.')
  await job.click(dialog(page).getByRole('button', { name: 'Send', exact: true }))
  await expect(toast(page, 'Message sent')).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Write to them…' }).click()
  await expect(dialog(page)).toContainText('Continues their conversation')
  await expect(message(page)).toHaveValue('')
  job.expectAtMost(2)
})

test('the receipt of a refund is sent to the buyer from the transaction @slow', async ({ page }) => {
  const sale = await makeSale('write-receipt')
  await asAdmin('POST', `/v1/admin/transactions/${sale.id}/refunds`, { amount: 1_840, reason_id: 'damaged' })
  await page.goto(`/dashboard/txns/${sale.id}`)
  const job = countedJob()
  await job.click(page.getByRole('button', { name: 'Refund receipt…' }))
  await job.click(dialog(page).getByRole('button', { name: 'Send to the buyer…' }))
  await expect(message(page)).toHaveValue(/a refund of \$18\.40/)
  await job.click(dialog(page).getByRole('button', { name: 'Send', exact: true }))
  await expect(toast(page, 'Message sent')).toBeVisible()
  job.expectAtMost(3)
})

test('an incident gathers conversations, and its end answers all of them @slow', async ({ page }) => {
  const { conversation } = await asAdmin<{ conversation: string }>(
    'POST',
    '/v1/admin/users/sentinel-edit-19/messages',
    { text: 'We look into it.' },
  )
  await asAdmin('PATCH', `/v1/admin/inbox/${conversation}`, { tags: ['sentinel outage'] })
  await page.goto('/dashboard/incidents')
  const job = countedJob()
  await job.click(page.getByRole('button', { name: 'Open an incident…' }))
  await dialog(page).getByRole('button', { name: 'Open', exact: true }).click()
  await expect(dialog(page).getByRole('alert')).toHaveText('Give the incident a name.')
  await dialog(page).getByLabel('Name').fill('Payments were down')
  await dialog(page).getByLabel('Tag').fill('Sentinel outage')
  await job.click(dialog(page).getByRole('button', { name: 'Open', exact: true }))
  const row = page
    .getByRole('list', { name: 'Incidents' })
    .getByRole('listitem')
    .filter({ hasText: 'Payments were down' })
  await expect(row.getByRole('link', { name: '1 conversation' })).toBeVisible()
  await checkSchemes(page, 'the incidents')
  await job.click(row.getByRole('button', { name: 'It is over…' }))
  await message(page).fill('Dear {{name}}, it works again.')
  await expect(dialog(page).getByRole('region', { name: 'Preview' })).toContainText('it works again.')
  await expect(dialog(page).getByRole('status')).toHaveText('Each is filled in.')
  await checkSchemes(page, 'the end of an incident')
  await job.click(dialog(page).getByRole('button', { name: 'End the incident' }))
  await job.click(page.getByRole('button', { name: /^Undo \(\d+ s\)$/ }))
  await expect(page.getByRole('status').filter({ hasText: 'Undone: 0 of 1 done' })).toBeVisible()
  job.expectAtMost(5)
})
