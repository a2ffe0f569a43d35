import { checkAxe } from '../../stack/page-parts.ts'
import { expect, follow, test, toast, withoutLive } from '../../stack/test.ts'
import { closeToasts } from '../../stack/toasts.ts'
import { choose, fresh, newTerms, open, path, preferred, terms } from './keywords.ts'

test('two staff on one keyword, and a page that is left with typed text @slow', async ({ page, context }) => {
  await withoutLive(page)
  await open(page)

  await test.step('leaving with something typed asks first, from a row as from the new one', async () => {
    await newTerms(page).fill('not added')
    await page.getByRole('link', { name: 'Users', exact: true }).click()
    await expect(page.getByRole('dialog')).toHaveAccessibleName('Leave without saving?')
    await page.getByRole('button', { name: 'Stay' }).click()
    await newTerms(page).fill('')
    await preferred(page, 'sentinel edit-4').fill('not saved')
    await page.getByRole('link', { name: 'Users', exact: true }).click()
    await page.getByRole('button', { name: 'Leave' }).click()
    await expect(page).toHaveURL('/dashboard/users')
  })

  await test.step('two staff on one keyword: the second sees both texts and can save', async () => {
    await follow(page, path)
    await expect(newTerms(page)).toBeVisible()
    const other = await context.newPage()
    await open(other)
    const [name, theirs, mine] = ['sentinel edit-3', fresh('theirs'), fresh('mine')]
    await terms(other, name).fill(theirs)
    await choose(other, name, 'Save')
    await expect(toast(other, `Updated ${theirs}`)).toBeVisible()
    await terms(page, name).fill(mine)
    await choose(page, name, 'Save')
    await expect(
      toast(page, 'Failed update: A colleague has changed this keyword since you opened it.'),
    ).toHaveRole('alert')
    await expect(terms(page, name)).toHaveValue(mine)
    await expect(terms(page, name)).toHaveAccessibleDescription(`It is now ${theirs}.`)
    await checkAxe(page, 'conflict')
    // A toast can cover the menu.
    await closeToasts(page)
    await choose(page, name, 'Save')
    await expect(toast(page, `Updated ${mine}`)).toBeVisible()
  })
})
