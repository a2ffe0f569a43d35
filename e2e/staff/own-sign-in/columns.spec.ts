import { enter, hire } from '../../stack/colleague.ts'
import { checkSchemes } from '../../stack/page-parts.ts'
import { answered, expect, quiet, test } from '../../stack/test.ts'

test.use({ role: null, viewport: { width: 1440, height: 900 } })

test('a person hides, moves and resizes columns of a list, also for a new browser, and takes it back @slow', async ({
  page,
  browser,
}) => {
  const person = await hire('support')
  await page.goto('/dashboard/txns/overview')
  await enter(page, person)
  const heads = (on = page) => on.getByRole('table', { name: 'Transactions' }).getByRole('columnheader')
  await expect(page.getByRole('table', { name: 'Transactions' }).getByRole('row').nth(1)).toBeVisible()
  const usual = await heads().allInnerTexts()
  const [, second = '', third = ''] = usual
  const dialog = page.getByRole('dialog', { name: 'Columns of Orders' })
  await page.getByRole('button', { name: 'Columns of Orders' }).click()
  await expect(dialog).toBeVisible()
  await quiet(page)
  await checkSchemes(page, 'columns', ['[role=dialog]'])

  const saved = () => answered(page, 'PATCH /v1/staff/me/settings')
  await test.step('hidden, moved, resized', async () => {
    let answer = saved()
    await dialog.getByRole('checkbox', { name: second, exact: true }).click()
    await answer
    await expect(heads()).toHaveCount(usual.length - 1)
    answer = saved()
    await dialog.getByRole('button', { name: `Move ${third} down` }).click()
    await answer
    await expect(heads().nth(2)).toHaveText(third)
    answer = saved()
    await dialog.getByRole('textbox', { name: `Width of ${third}` }).fill('333')
    await page.keyboard.press('Tab')
    await answer
    await expect.poll(async () => (await heads().nth(2).boundingBox())?.width).toBeGreaterThan(300)
  })
  await test.step('a new browser has them, too', async () => {
    const other = await (await browser.newContext()).newPage()
    await other.goto('/dashboard/txns/overview')
    await enter(other, person)
    await expect(heads(other)).toHaveCount(usual.length - 1)
    await other.context().close()
  })
  await test.step('back to the usual ones', async () => {
    const answer = saved()
    await dialog.getByRole('button', { name: 'Usual columns' }).click()
    await answer
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect(heads()).toHaveText(usual)
  })
})
