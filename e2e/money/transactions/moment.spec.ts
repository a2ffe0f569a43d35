import { asAdmin } from '../../stack/colleague.ts'
import { checkSchemes } from '../../stack/page-parts.ts'
import { makeSale } from '../../stack/sale.ts'
import { expect, test } from '../../stack/test.ts'
import { action } from './transactions.ts'

test('a transaction is shown as it was at an earlier moment @slow', async ({ page }) => {
  const sale = await makeSale('moment')
  await asAdmin('POST', `/v1/admin/transactions/${sale.id}/disputes`, {
    ...{ dispute_type: 2, creator_uid: 'sentinel-buyer', purchase_transaction: sale.id },
  })
  const slider = page.getByRole('slider', { name: 'Moment that the page shows' })
  const says = (words: string | RegExp) => expect(slider).toHaveAttribute('aria-valuetext', words)
  const decide = page.getByRole('group', { name: 'Decide' })
  const dispute = page.getByRole('region', { name: 'Dispute', exact: true })
  const bar = page.getByRole('region', { name: 'Moment that the page shows' })
  await page.goto(`/dashboard/txns/${sale.id}`)

  await test.step('by keys: from event to event, and to now', async () => {
    await says('Now')
    await expect(decide).toBeVisible()
    await page.getByRole('textbox', { name: 'product_title' }).fill('Typed before')
    // The newest of all is the audit row of the dispute.
    await slider.press('ArrowLeft')
    await says(/^Ada Admin: /)
    await expect(page).toHaveURL(/[?&]at=/)
    await expect(bar).toContainText(/^As of [\d/]+ \d+:\d\d[ap]m/)
    await expect(dispute).toContainText('Opened by')
    await expect(action(page, 'Add Tracking')).toHaveAttribute('aria-description', /^As of .* nothing can be/)
    await action(page, 'Add Tracking').click({ force: true })
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByRole('textbox', { name: 'product_title' })).toHaveCount(0)
    await checkSchemes(page, 'then')
    await slider.press('End')
    await says('Now')
    await expect(page).not.toHaveURL(/at=/)
    await expect(page.getByRole('textbox', { name: 'product_title' })).toHaveValue('Typed before')
    await page.getByRole('textbox', { name: 'product_title' }).fill(sale.title)
  })
  await test.step('the address shows the same moment; Escape leads back to now', async () => {
    await slider.press('ArrowLeft')
    await says(/^Ada Admin: /)
    await page.reload()
    await says(/^Ada Admin: /)
    await page.keyboard.press('Escape')
    await says('Now')
    await expect(decide).toBeVisible()
  })
  await test.step('an event of before it was here says so; the handle that is dragged leads back', async () => {
    const story = page.getByRole('region', { name: 'Time of the transaction' })
    await story.getByRole('button', { name: /^Paid, / }).click()
    await says(/^Paid; Delivered, /)
    await expect(page.getByText('Portreeve may not have had it at this moment.').first()).toBeVisible()
    const handle = await slider.boundingBox()
    const axis = await story.boundingBox()
    if (!handle || !axis) throw new Error('The axis is not there.')
    await page.mouse.move(handle.x + 8, handle.y + 12)
    await page.mouse.down()
    await page.mouse.move(axis.x + axis.width - 40, handle.y + 12, { steps: 4 })
    await page.mouse.up()
    await says('Now')
  })
  await test.step('a narrow window has the list of the steps', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(page.getByRole('list', { name: 'Progress' })).toBeVisible()
    await expect(slider).toHaveCount(0)
    await page.setViewportSize({ width: 1280, height: 800 })
  })
})
