import { readFile } from 'node:fs/promises'
import { checkAxe, dialog, press } from '../../stack/page-parts.ts'
import { expect, test, toast } from '../../stack/test.ts'
import { open, person } from './person.ts'

test('an admin exports all data of a person into one file, with a reason; axe finds nothing @slow', async ({
  page,
}) => {
  await open(page, 'sentinel-account')
  await page.getByRole('button', { name: 'As a graph' }).click()
  await page.getByText('The same as a list').click()
  await expect(page.getByRole('heading', { name: 'Denied Listings (2)' })).toBeVisible()
  await checkAxe(page, 'the page')
  await person(page).getByRole('button', { name: 'Export data…' }).click()
  await expect(dialog(page)).toHaveAccessibleName('Export data')
  await checkAxe(page, 'Export data')
  await dialog(page).getByLabel('Reason').fill('Asked for by mail')
  const saving = page.waitForEvent('download')
  await press(dialog(page), 'Export')
  const file = await saving
  expect(file.suggestedFilename()).toBe('person-sentinel-account.json')
  await expect(toast(page, 'Exported.')).toHaveRole('status')
  await expect(dialog(page)).toHaveCount(0)
  const found = JSON.parse(await readFile(await file.path(), 'utf8')) as Record<string, { uid?: string }[]>
  expect(found.users?.map(({ uid }) => uid)).toEqual(['sentinel-account'])
  expect(Object.keys(found).length).toBeGreaterThan(3)
})
