import type { Page } from '@playwright/test'
import { account, begin, giveReason, moveToTxn } from '../money/transactions/transactions.ts'
import { dialog, press } from '../stack/page-parts.ts'
import { expect, follow, test, toast } from '../stack/test.ts'

/** A change by a colleague is on an open page within this many milliseconds, on a busy machine too. */
const soon = { timeout: 10_000 }
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

test('an open page shows what a colleague does, and keeps what is typed', async ({ page, context }) => {
  const other = await context.newPage()

  await test.step('an open list shows what a colleague adds; what is typed into it stays', async () => {
    const word = `live${Date.now().toString(36)}`
    await page.goto('/dashboard/contentkw')
    const typed = field(page, 'Preferred name sentinel edit-5')
    await typed.fill('not saved yet')
    await other.goto('/dashboard/contentkw')
    await field(other, 'New terms').fill('from a colleague')
    await field(other, 'New preferred name').fill(word)
    await field(other, 'New preferred name').press('Enter')
    await expect(field(other, `Terms for ${word}`)).toBeVisible()
    await expect(field(page, `Terms for ${word}`)).toBeVisible(soon)
    await expect(typed).toHaveValue('not saved yet')
  })
  await test.step('an open record takes over what a colleague saves, and says so beside what is typed', async () => {
    const path = '/dashboard/collections/sentinel-edit-12-collection'
    await follow(page, path)
    await field(page, 'Title').fill('Mine')
    await follow(other, path)
    const theirs = `Theirs ${Date.now()}`
    await field(other, 'Title').fill(theirs)
    await field(other, 'Description').fill('From a colleague')
    await other.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(toast(other, 'Saved changes')).toBeVisible()
    await expect(field(page, 'Description')).toHaveValue('From a colleague', soon)
    await expect(field(page, 'Title')).toHaveValue('Mine')
    await expect(field(page, 'Title')).toHaveAccessibleDescription(`It is now ${theirs}.`)
  })
  await test.step('a refund shows on every open page of its transaction', async () => {
    const id = 'sentinel-edit-txn-24'
    await moveToTxn(page, id)
    await moveToTxn(other, id)
    await begin(other, 'Partial Refund')
    await dialog(other).getByLabel('Refund amount (USD)').fill('3')
    await giveReason(other)
    await press(dialog(other), 'Refund')
    await expect(toast(other, 'Partial Refund Success')).toBeVisible()
    await expect(account(page, 'Refunded')).toHaveText('$3.00', soon)
  })
})
