import { readFile } from 'node:fs/promises'
import { asAdmin } from '../../stack/colleague.ts'
import { countedJob } from '../../stack/counted.ts'
import { checkAxe } from '../../stack/page-parts.ts'
import { makeSale } from '../../stack/sale.ts'
import { expect, test } from '../../stack/test.ts'

test.use({ role: 'finance' })

test('a month’s refunds as CSV in at most 4 clicks', async ({ page }) => {
  const sale = await makeSale('refund')
  await asAdmin('POST', `/v1/admin/transactions/${sale.id}/refunds`, { amount: 1_840, reason_id: 'damaged' })
  const job = countedJob()
  await page.goto('/dashboard/users')
  await test.step('the refunds are below Orders', async () => {
    await job.click(page.getByRole('link', { name: 'Orders', exact: true }))
    await job.click(page.getByRole('link', { name: 'Refunds', exact: true }))
    const row = page.getByRole('row').filter({ hasText: sale.title })
    await expect(row).toContainText('$18.40')
    await expect(row).toContainText('Damaged in transit')
    await expect(row).toContainText('Ada Admin')
    await expect(row.getByRole('link', { name: /^re_/ })).toBeVisible()
    await expect(page.getByRole('link', { name: /^All \d+ · \$/ })).toBeVisible()
    await checkAxe(page, 'refunds')
  })
  await test.step('the file has the month', async () => {
    await job.click(page.getByRole('button', { name: 'This month' }))
    await expect(page).toHaveURL(/from=\d{4}-\d{2}-01&to=/)
    const download = page.waitForEvent('download')
    await job.click(page.getByRole('button', { name: 'Download CSV' }))
    const file = await download
    expect(file.suggestedFilename()).toMatch(/^refunds-\d{4}-\d{2}-01-to-.*\.csv$/)
    expect(await readFile(await file.path(), 'utf8')).toContain(sale.id)
  })
  job.expectAtMost(4)
})
