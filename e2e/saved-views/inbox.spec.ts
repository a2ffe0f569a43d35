import { inbox, moderator, row } from '../inbox/inbox.ts'
import { countedJob } from '../stack/counted.ts'
import { checkSchemes, dialog } from '../stack/page-parts.ts'
import { expect, test } from '../stack/test.ts'

test.use({ role: 'support', viewport: { width: 1440, height: 900 } })

test('a view is saved and shared; a colleague opens it, and its owner renames and deletes it', async ({
  page,
  browser,
}) => {
  const name = `Parcels ${Date.now()}`
  const job = countedJob()
  await page.goto('/dashboard/messages?view=unassigned')
  await job.choose(inbox(page).getByLabel('Account'), 'Support')
  await expect(page).toHaveURL(/\?view=unassigned&account=support$/)
  const menu = page.getByRole('button', { name: /^Saved views|^View:/ })
  await job.click(menu)
  await job.click(page.getByRole('menuitem', { name: 'Save this view…' }))
  await dialog(page).getByLabel('Name').fill(name)
  await job.click(dialog(page).getByLabel('Share it with the team'))
  await job.click(dialog(page).getByRole('button', { name: 'Save', exact: true }))
  await expect(page.getByRole('button', { name: `View: ${name}` })).toBeVisible()
  job.expectAtMost(6)

  const colleague = await moderator(browser, '/dashboard/messages?view=mine')
  await test.step('a colleague opens it', async () => {
    const opening = countedJob()
    await opening.click(colleague.getByRole('button', { name: /^Saved views|^View:/ }))
    await opening.click(colleague.getByRole('menuitem', { name }))
    await expect(colleague).toHaveURL(/\?view=unassigned&account=support$/)
    await expect(inbox(colleague).getByLabel('Account')).toHaveValue('support')
    opening.expectAtMost(2)
  })
  await test.step('but may not change it', async () => {
    await colleague.getByRole('button', { name: `View: ${name}` }).click()
    await colleague.getByRole('menuitem', { name: 'Rename, share or delete…' }).click()
    const mine = dialog(colleague).getByRole('textbox', { name: `Name of ${name}` })
    await expect(mine).not.toBeEditable()
    await expect(mine).toHaveAccessibleDescription('Suki Support owns this view.')
    await colleague.context().close()
  })
  await test.step('a name that is taken is refused in words', async () => {
    await inbox(page).getByRole('button', { name: 'Clear filters' }).click()
    await page.getByRole('button', { name: 'Saved views' }).click()
    await page.getByRole('menuitem', { name: 'Save this view…' }).click()
    await dialog(page).getByRole('button', { name: 'Save', exact: true }).click()
    await expect(dialog(page).getByText('Give the view a name.')).toBeVisible()
    await dialog(page).getByLabel('Name').fill(name)
    await dialog(page).getByRole('button', { name: 'Save', exact: true }).click()
    await expect(dialog(page).getByText(`There is a view named ${name} by Suki Support.`)).toBeVisible()
    await checkSchemes(page, 'saving a view', ['[role=dialog]'])
    await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  })
  await test.step('renamed and deleted', async () => {
    await page.getByRole('button', { name: 'Saved views' }).click()
    await page.getByRole('menuitem', { name: 'Rename, share or delete…' }).click()
    await dialog(page)
      .getByRole('textbox', { name: `Name of ${name}` })
      .fill(`${name} b`)
    await dialog(page)
      .getByRole('button', { name: `Rename ${name}` })
      .click()
    await dialog(page)
      .getByRole('button', { name: `Delete ${name} b`, exact: true })
      .click()
    await dialog(page)
      .getByRole('button', { name: `Delete ${name} b now` })
      .click()
    await expect(dialog(page).getByRole('textbox', { name: `Name of ${name} b` })).toHaveCount(0)
  })
})

test('the team inbox is searched by a person and by words, with the filters; the search is in the URL', async ({
  page,
}) => {
  await page.goto('/dashboard/messages?view=all')
  const search = inbox(page).getByPlaceholder('Search people and words')
  await search.fill('question 12 delivered')
  await search.press('Enter')
  await expect(page).toHaveURL(/q=question/)
  await expect(row(page, 12)).toBeVisible()
  await expect(inbox(page).getByRole('listitem')).toHaveCount(1)
  const person = (await row(page, 12).locator('bdi, [dir=auto]').first().innerText()).trim()
  await search.fill(person)
  await search.press('Enter')
  await expect(row(page, 12)).toBeVisible()
  await search.fill('no one wrote this')
  await search.press('Enter')
  await expect(inbox(page).getByText('No conversation of this view matches the filters.')).toBeVisible()
  await page.reload()
  await expect(search).toHaveValue('no one wrote this')
  await inbox(page).getByRole('button', { name: 'Clear filters' }).click()
  await expect(inbox(page).getByRole('listitem').nth(1)).toBeVisible()
})

test('in a narrow window all views are one menu', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/dashboard/messages?view=all')
  await expect(page.getByRole('region', { name: 'Views' })).toHaveCount(0)
  await page.getByRole('button', { name: 'View: Whole team' }).click()
  await checkSchemes(page, 'views in a menu', ['[role=menu]'])
  await page.getByRole('menuitem', { name: /^Closed/ }).click()
  await expect(page).toHaveURL(/view=closed/)
  await expect(page.getByRole('button', { name: 'View: Closed' })).toBeVisible()
})
