import { importRows } from '../../stack/import-rows.ts'
import { checkSchemes } from '../../stack/page-parts.ts'
import { expect, follow, test, toast } from '../../stack/test.ts'

test('a field is declared, its value is on the page of a person, a search finds by it, and it is removed', async ({
  page,
}) => {
  const mark = `m${Date.now()}`
  const uid = `extra-${mark}`
  const name = `tier_${mark}`
  await page.goto('/dashboard/extensions')
  await expect(page.getByRole('heading', { level: 2, name: 'Fields' })).toBeVisible()

  await test.step('declared: a wrong name gets a sentence', async () => {
    await page.getByRole('button', { name: 'New field…' }).click()
    const dialog = page.getByRole('dialog', { name: 'New field' })
    await dialog.getByLabel('Name').fill('1st')
    await dialog.getByLabel('Words').fill(`Tier ${mark}`)
    await dialog.getByLabel('Type').selectOption('One of some values')
    await dialog.getByLabel('Values').fill('Gold\nvery old')
    await dialog.getByRole('button', { name: 'Declare field' }).click()
    await expect(dialog.getByRole('alert')).toContainText('Name: begin with a small letter')
    await checkSchemes(page, 'new field')
    await dialog.getByLabel('Name').fill(name)
    await dialog.getByRole('button', { name: 'Declare field' }).click()
    await expect(toast(page, 'Field declared')).toBeVisible()
    await expect(page.getByRole('row', { name: new RegExp(name) })).toContainText('gold, very old')
    await checkSchemes(page, 'extensions')
  })

  await importRows('users', [{ uid, displayName: `Extra ${mark}`, extra: { [name]: 'very old' } }])

  await test.step('a search completes its name and its values, and finds the person', async () => {
    await follow(page, '/dashboard/users')
    const search = page
      .getByRole('searchbox')
      .or(page.getByRole('textbox', { name: /search/i }))
      .first()
    await search.fill(`x_${name}`)
    await page.getByRole('option', { name: new RegExp(`x_${name}:`) }).click()
    await page.getByRole('option', { name: /very old/ }).click()
    await search.press('Enter')
    await expect(page.getByRole('region', { name: 'More fields' })).toContainText(`Tier ${mark}`)
    await expect(page.getByRole('region', { name: 'More fields' })).toContainText('very old')
    await checkSchemes(page, 'a person with fields')
  })

  await test.step('removed', async () => {
    await follow(page, '/dashboard/extensions')
    await page.getByRole('button', { name: `Actions for Tier ${mark}` }).click()
    await page.getByRole('menuitem', { name: 'Remove…' }).click()
    await page
      .getByRole('dialog', { name: `Remove Tier ${mark}` })
      .getByRole('button', { name: 'Remove field' })
      .click()
    await expect(toast(page, 'Field removed')).toBeVisible()
    await expect(page.getByRole('row', { name: new RegExp(name) })).toHaveCount(0)
  })
})

test.describe('support', () => {
  test.use({ role: 'support' })
  test('reads the fields, and may not change them @slow', async ({ page }) => {
    await page.goto('/dashboard/extensions')
    await expect(page.getByRole('button', { name: 'New field…' })).toHaveAttribute(
      'aria-description',
      'Your role (support) may not change fields, panels and actions.',
    )
  })
})
