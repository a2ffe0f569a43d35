import { checkAxe } from '../../stack/page-parts.ts'
import { expect, test, toast, withoutLive } from '../../stack/test.ts'
import { add, clear, denials, fresh, made, open, promotions, row, save, text } from './moderating-messages.ts'

test('[MOD-11] two staff on one message: the second sees both texts and can save; on different ones there is no conflict @slow', async ({
  page,
  context,
}) => {
  await withoutLive(page)
  await open(page)
  const [key, own] = [await made(page, 'both'), await made(page, 'own')]
  const other = await context.newPage()
  await open(other)
  await text(other, key).fill('Theirs.')
  await save(other)
  await expect(toast(other, 'Updates saved')).toBeVisible()
  await text(page, own).fill('Mine alone.')
  await text(page, key).fill('Mine.')
  await save(page)
  await expect(toast(page, 'Error saving')).toHaveRole('alert')
  await expect(page.getByRole('alert').filter({ hasText: `A colleague has changed ${key}` })).toBeVisible()
  await expect(text(page, key)).toHaveValue('Mine.')
  await expect(text(page, key)).toHaveAccessibleDescription('It is now Theirs..')
  await checkAxe(page, 'conflict')
  // Deleted by the other: typed text stays, with a message.
  await text(other, key).fill('')
  await save(other)
  await expect(text(other, key)).toHaveCount(0)
  await save(page)
  await expect(toast(page, 'Error saving').last()).toBeVisible()
  await expect(text(page, key)).toHaveAccessibleDescription('It is now empty.')
  await save(page)
  await expect(toast(page, 'Updates saved')).toBeVisible()
  await page.reload()
  await expect(text(page, key)).toHaveValue('Mine.')
  await expect(text(page, own)).toHaveValue('Mine alone.')

  // The other page is on an old version, but not of the message that it edits.
  const third = fresh('third')
  await add(other, denials, third, 'Another key.')
  await expect(toast(other, 'Saved new message')).toBeVisible()
  await page.reload()
  await clear(page, key, own, third)

  await test.step('leaving with typed text asks first, in a text and in an add row', async () => {
    await text(page, 'duplicate').fill('Not saved')
    await page.getByRole('link', { name: 'Users', exact: true }).click()
    await expect(page.getByRole('dialog')).toHaveAccessibleName('Leave without saving?')
    await page.getByRole('button', { name: 'Stay' }).click()
    await page.reload()
    await row(page, promotions).getByRole('textbox', { name: 'Value' }).fill('Not added')
    await page.getByRole('link', { name: 'Users', exact: true }).click()
    await page.getByRole('button', { name: 'Leave' }).click()
    await expect(page).toHaveURL('/dashboard/users')
  })
})
