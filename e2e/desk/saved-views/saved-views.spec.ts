import { asAdmin, enter, hire } from '../../stack/colleague.ts'
import { countedJob } from '../../stack/counted.ts'
import { checkSchemes, dialog } from '../../stack/page-parts.ts'
import { makeSale } from '../../stack/sale.ts'
import { answered, expect, test } from '../../stack/test.ts'

test.use({ role: null, viewport: { width: 1440, height: 900 } })

test('a view of refunds is saved with its columns and shared; a colleague begins the day with it', async ({
  page,
  browser,
}) => {
  const name = `Failed ${Date.now()}`
  const menuOf = (one: typeof page) => one.getByRole('button', { name: /^Saved views|^View:/ })
  const heads = (one: typeof page) => one.getByRole('table', { name: 'Refunds' }).getByRole('columnheader')
  const sale = await makeSale('view')
  await asAdmin('POST', `/v1/admin/transactions/${sale.id}/refunds`, { amount: 100, reason_id: 'damaged' })
  await page.goto('/dashboard/refunds')
  await enter(page, await hire('finance'))
  await test.step('an arranged column and a filter', async () => {
    await page.getByRole('button', { name: 'Columns of Refunds' }).click()
    const answer = answered(page, 'PATCH /v1/staff/me/settings')
    // Not `uncheck`: the box shows the pending change, which is rendered after the click.
    await dialog(page).getByRole('checkbox', { name: 'Reason' }).click()
    await answer
    await dialog(page).getByRole('button', { name: 'Done' }).click()
    await expect(heads(page).filter({ hasText: 'Reason' })).toHaveCount(0)
  })
  await test.step('saved and shared in 5 clicks', async () => {
    const job = countedJob()
    await page.goto('/dashboard/refunds?state=done')
    await job.click(menuOf(page))
    await job.click(page.getByRole('menuitem', { name: 'Save this view…' }))
    await dialog(page).getByLabel('Name').fill(name)
    await job.click(dialog(page).getByLabel('Share it with the team'))
    await job.click(dialog(page).getByLabel('With your columns'))
    await checkSchemes(page, 'saving a view', ['[role=dialog]'])
    await job.click(dialog(page).getByRole('button', { name: 'Save', exact: true }))
    await expect(dialog(page)).toHaveCount(0)
    job.expectAtMost(5)
  })

  const context = await browser.newContext()
  const other = await context.newPage()
  await other.goto('/dashboard/refunds')
  await enter(other, await hire('support'))
  await test.step('a colleague opens it in 2 clicks, with its columns', async () => {
    await expect(heads(other).filter({ hasText: 'Reason' })).toHaveCount(1)
    const job = countedJob()
    await job.click(menuOf(other))
    await checkSchemes(other, 'the menu of views', ['[role=menu]'])
    await job.click(other.getByRole('menuitem', { name }))
    await expect(other).toHaveURL(/\?state=done&columns=/)
    await expect(heads(other).filter({ hasText: 'Reason' })).toHaveCount(0)
    await expect(menuOf(other)).toHaveText(`View: ${name}`)
    job.expectAtMost(2)
  })
  await test.step('and begins with it; a deleted view begins with the page', async () => {
    await menuOf(other).click()
    const saved = answered(other, 'PATCH /v1/staff/me/settings')
    await other.getByRole('menuitem', { name: 'Begin with this view' }).click()
    await saved
    await other.goto('/')
    await expect(other).toHaveURL(/dashboard\/refunds\?state=done&columns=/)
    await menuOf(page).click()
    await page.getByRole('menuitem', { name: 'Rename, share or delete…' }).click()
    await dialog(page)
      .getByRole('button', { name: `Delete ${name}`, exact: true })
      .click()
    await dialog(page)
      .getByRole('button', { name: `Delete ${name} now` })
      .click()
    await expect(dialog(page).getByRole('textbox', { name: `Name of ${name}` })).toHaveCount(0)
    await other.goto('/')
    await expect(other).toHaveURL(/dashboard\/users$/)
  })
  await context.close()
})
