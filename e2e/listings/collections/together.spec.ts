import { checkAxe } from '../../stack/page-parts.ts'
import { expect, test, toast, withoutLive } from '../../stack/test.ts'
import { closeToasts } from '../../stack/toasts.ts'
import { cellOf, field, look, move, open, press } from './collections.ts'

test('two staff on one collection @slow', async ({ page, context }) => {
  await withoutLive(page)
  const other = await context.newPage()

  await test.step('[COL-38] an item that a colleague has just added cannot be added again and leaves the results', async () => {
    await open(page, 'edit-11')
    await look(page, 'sentinel curated 5')
    await open(other, 'edit-11')
    await look(other, 'sentinel curated 5')
    await cellOf(other, 'Sentinel Curated 5').getByRole('button', { name: 'Add' }).click()
    await expect(toast(other, 'Added item to collection')).toBeVisible()
    await cellOf(page, 'Sentinel Curated 5').getByRole('button', { name: 'Add' }).click()
    await expect(toast(page, 'Failed to add item')).toHaveRole('alert')
    await expect(toast(page, 'Failed to add item')).toContainText('is in the collection already')
    await expect(page.getByText('Every listing found is here already.')).toBeVisible()
    await closeToasts(page)
  })

  await test.step('after a concurrent edit the second sees both texts and can save', async () => {
    await move(page, 'edit-9')
    await move(other, 'edit-9')
    const theirs = `From the other ${Date.now()}`
    await field(other, 'Title').fill(theirs)
    await press(other, 'Save')
    await expect(toast(other, 'Saved changes')).toBeVisible()
    const mine = `From me ${Date.now()}`
    await field(page, 'Title').fill(mine)
    await field(page, 'Description').fill('Mine')
    await press(page, 'Save')
    const words = 'A colleague has changed this collection since you opened it.'
    await expect(toast(page, words)).toHaveRole('alert')
    await expect(field(page, 'Title')).toHaveValue(mine)
    await expect(field(page, 'Title')).toHaveAccessibleDescription(`It is now ${theirs}.`)
    await expect(field(page, 'Description')).toHaveAccessibleDescription('')
    await checkAxe(page, 'conflict')
    await press(page, 'Save')
    await expect(toast(page, 'Saved changes')).toBeVisible()
    await expect(page.getByText('It is now')).toHaveCount(0)
    await page.reload()
    await expect(field(page, 'Title')).toHaveValue(mine)
  })
})
