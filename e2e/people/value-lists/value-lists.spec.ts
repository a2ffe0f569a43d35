import { countedJob } from '../../stack/counted.ts'
import { importRows } from '../../stack/import-rows.ts'
import { checkSchemes } from '../../stack/page-parts.ts'
import { expect, follow, test, toast } from '../../stack/test.ts'

test('a list is made and filled by hand and from a person, searches name it, and it is emptied and deleted', async ({
  page,
}) => {
  const mark = `d${Date.now()}`
  const name = `fraud-${mark}`
  const uid = `listed-${mark}`
  await importRows('users', [
    { uid, displayName: `Listed ${mark}`, email: `x@${mark}.example`, post_ability: 1 },
  ])
  await page.goto('/dashboard/lists')
  await expect(page.getByRole('heading', { level: 1, name: 'Lists' })).toBeVisible()

  await test.step('made: a name that searches cannot write gets a sentence', async () => {
    await page.getByRole('button', { name: 'New list…' }).click()
    const dialog = page.getByRole('dialog', { name: 'New list' })
    await dialog.getByLabel('Name').fill('Ü')
    await dialog.getByRole('button', { name: 'Make list' }).click()
    await expect(dialog.getByRole('alert')).toContainText('Name: write small letters')
    await dialog.getByLabel('Name').fill(name)
    await dialog.getByLabel('What it is for').fill('Domains of fraud')
    await checkSchemes(page, 'new list')
    await dialog.getByRole('button', { name: 'Make list' }).click()
    await expect(toast(page, 'List made')).toBeVisible()
    await page.getByRole('link', { name, exact: true }).click()
    await expect(page.getByText('No value yet.')).toBeVisible()
  })

  await test.step('filled by hand: a wrong line is named, and nothing is added', async () => {
    await page.getByRole('button', { name: 'Add values…' }).click()
    const dialog = page.getByRole('dialog', { name: `Add to ${name}` })
    await dialog.getByLabel('E-mail domain').fill(`other-${mark}.example\nno domain`)
    await dialog.getByLabel('Reason').fill('Chargebacks')
    await dialog.getByRole('button', { name: 'Add 2 values' }).click()
    await expect(dialog.getByRole('alert')).toContainText("Value 2, 'no domain'")
    await dialog.getByLabel('E-mail domain').fill(`other-${mark}.example`)
    await dialog.getByLabel('Until').fill('2035-01-01T00:00')
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(page.getByRole('row', { name: new RegExp(`other-${mark}.example`) })).toContainText(
      '01/1/35',
    )
    await checkSchemes(page, 'values of a list')
  })

  await test.step('from a person: their domain is on it, and the search by the list finds them', async () => {
    await follow(page, `/user-detail/${uid}`)
    const job = countedJob()
    await job.click(page.getByRole('button', { name: 'Add to a list…' }))
    const dialog = page.getByRole('dialog', { name: 'Add to a list' })
    await job.choose(dialog.getByLabel('List'), `${name}: E-mail domain`)
    await dialog.getByLabel('Reason').fill('The same ring')
    await job.click(dialog.getByRole('button', { name: 'Add', exact: true }))
    job.expectAtMost(4)
    await expect(toast(page, `Added to ${name}`)).toBeVisible()
    await follow(page, `/dashboard/lists/${name}`)
    await expect(page.getByRole('row', { name: new RegExp(`${mark}.example.*The same ring`) })).toContainText(
      uid,
    )
    await page.getByRole('link', { name: 'People', exact: true }).click()
    await expect(page.getByText(`Listed ${mark}`)).toBeVisible()
    await page.goBack()
  })

  await test.step('emptied and deleted', async () => {
    await expect(page.getByRole('button', { name: 'Delete list' })).toHaveAttribute(
      'aria-description',
      'Remove its values first.',
    )
    for (const value of [`${mark}.example`, `other-${mark}.example`]) {
      await page.getByRole('button', { name: `Actions for ${value}`, exact: true }).click()
      await page.getByRole('menuitem', { name: 'Remove' }).click()
      await expect(page.getByRole('button', { name: `Actions for ${value}`, exact: true })).toHaveCount(0)
    }
    await page.getByRole('button', { name: 'Delete list' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Lists' })).toBeVisible()
    await expect(page.getByRole('link', { name, exact: true })).toHaveCount(0)
  })
})

test.describe('support', () => {
  test.use({ role: 'support' })
  test('reads the lists, and may not change them @slow', async ({ page }) => {
    await page.goto('/dashboard/lists')
    await expect(page.getByRole('button', { name: 'New list…' })).toHaveAttribute(
      'aria-description',
      'Your role (support) may not change the lists of values.',
    )
  })
})
