import { checkAxe, dialog } from '../../stack/page-parts.ts'
import { expect, test, toast, withoutLive } from '../../stack/test.ts'
import { field, move, open, press } from './questions.ts'

test('two staff on one post, and a post that is left with typed text @slow', async ({ page, context }) => {
  await withoutLive(page)

  await test.step('leaving with typed text asks first', async () => {
    await open(page, 'edit-6')
    await field(page, 'body').fill('Not saved')
    await page.getByRole('link', { name: 'Users', exact: true }).click()
    await expect(dialog(page)).toHaveAccessibleName('Leave without saving?')
    await dialog(page).getByRole('button', { name: 'Leave' }).click()
    await expect(page).toHaveURL('/dashboard/users')
  })

  await test.step('two staff on one post: the second sees both texts and can save', async () => {
    await move(page, 'edit-5')
    const other = await context.newPage()
    await open(other, 'edit-5')
    const [theirs, mine] = [`Theirs ${Date.now()}`, `Mine ${Date.now()}`]
    await field(other, 'title').fill(theirs)
    await press(other, 'Save')
    await expect(toast(other, 'Community post saved.')).toBeVisible()
    await field(page, 'title').fill(mine)
    await press(page, 'Save')
    await expect(toast(page, 'Error saving community post.')).toHaveRole('alert')
    await expect(page.getByRole('alert').filter({ hasText: 'A colleague has changed' })).toBeVisible()
    await expect(field(page, 'title')).toHaveValue(mine)
    await expect(field(page, 'title')).toHaveAccessibleDescription(`It is now ${theirs}.`)
    await checkAxe(page, 'conflict')
    await press(page, 'Save')
    await expect(toast(page, 'Community post saved.')).toBeVisible()
    await page.reload()
    await expect(field(page, 'title')).toHaveValue(mine)
  })
})
