import { asAdmin } from '../../stack/colleague.ts'
import { countedJob } from '../../stack/counted.ts'
import { checkSchemes } from '../../stack/page-parts.ts'
import { makeSale } from '../../stack/sale.ts'
import { expect, quiet, test } from '../../stack/test.ts'

test.use({ role: 'admin', viewport: { width: 1440, height: 900 } })

test("last week's refunds by reason, and what came to the desk, as charts, tables and files @slow", async ({
  page,
}) => {
  const sale = await makeSale('metrics')
  await asAdmin('POST', `/v1/admin/transactions/${sale.id}/refunds`, { amount: 1_840, reason_id: 'damaged' })
  await page.goto('/dashboard/desk')
  const job = countedJob()
  await job.click(page.getByRole('link', { name: 'Metrics' }))
  await expect(page).toHaveURL('/dashboard/desk/metrics')
  job.expectAtMost(1)
  await expect(page.getByRole('img', { name: /^Came in and left: \d+ cases came in/ })).toBeVisible()
  const refunds = page.getByRole('table', { name: 'Refunds by reason' })
  await expect(refunds.getByRole('row').nth(1)).toContainText('$')
  await expect(page.getByRole('img', { name: /^Refunds by reason: The largest sum/ })).toBeVisible()
  await expect(
    page.getByRole('table', { name: 'By kind' }).getByRole('row').filter({ hasText: 'Listings' }),
  ).toHaveCount(2)
  await quiet(page)
  await checkSchemes(page, 'metrics of the desk')

  await test.step('a table is saved as CSV, a chart as PNG', async () => {
    const file = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save By kind as CSV' }).click()
    expect((await file).suggestedFilename()).toBe('desk-queues.csv')
    const picture = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save Refunds by reason as PNG' }).click()
    expect((await picture).suggestedFilename()).toBe('refunds-by-reason.png')
  })
  await test.step('another range is in the URL; in a narrow window nothing is cut', async () => {
    await page.getByRole('link', { name: '90 days' }).click()
    await expect(page).toHaveURL('/dashboard/desk/metrics?days=90')
    await page.setViewportSize({ width: 390, height: 844 })
    await quiet(page)
    await checkSchemes(page, 'metrics of the desk, narrow')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  })
})
