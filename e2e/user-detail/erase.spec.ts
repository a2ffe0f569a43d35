import { importRows } from '../stack/import-rows.ts'
import { checkAxe, dialog, press } from '../stack/page-parts.ts'
import { expect, test, toast } from '../stack/test.ts'
import { open, person } from './person.ts'

const uid = `erase-${Date.now().toString(36)}`

test.beforeAll(() =>
  importRows('users', [{ uid, displayName: 'Erasable Somebody', email: `${uid}@example.test` }]),
)

test('an admin erases a person: a reason and the uid first, then no search finds them', async ({ page }) => {
  await open(page, uid)
  await person(page).getByRole('button', { name: 'Erase person…' }).click()
  await expect(dialog(page)).toHaveAccessibleName('Erase person')
  await checkAxe(page, 'Erase person')
  await dialog(page).getByLabel('Reason').fill(' ')
  await dialog(page).getByLabel('Their uid, to be sure').fill('somebody else')
  await press(dialog(page), 'Erase person')
  await expect(dialog(page).getByText('Say why first.')).toBeVisible()
  await dialog(page).getByLabel('Reason').fill('Asked for by mail')
  await press(dialog(page), 'Erase person')
  await expect(dialog(page).getByText(`type ${uid} exactly`)).toBeVisible()
  await dialog(page).getByLabel('Their uid, to be sure').fill(uid)
  await press(dialog(page), 'Erase person')
  await expect(toast(page, 'Erased.')).toHaveRole('status')
  await expect(page).toHaveURL('/dashboard/users')
  await page.getByRole('searchbox').fill(uid)
  await expect(page.getByText(`${uid}@example.test`)).toHaveCount(0)
  await page.goto(`/user-detail/${uid}`)
  await expect(page.getByText("This user's details could not be loaded.")).toBeVisible()
  // The remains of a deleted account can be exported and erased; an erased person has none.
  await person(page).getByRole('button', { name: 'Erase person…' }).click()
  await dialog(page).getByLabel('Reason').fill('Once more')
  await dialog(page).getByLabel('Their uid, to be sure').fill(uid)
  await press(dialog(page), 'Erase person')
  await expect(dialog(page).getByText('There is no person with this uid.')).toBeVisible()
})

test('a person with unfinished matters is not erased, and the reason is shown', async ({ page }) => {
  await open(page, 'sentinel-account')
  await person(page).getByRole('button', { name: 'Erase person…' }).click()
  await dialog(page).getByLabel('Reason').fill('Asked for by mail')
  await dialog(page).getByLabel('Their uid, to be sure').fill('sentinel-account')
  await press(dialog(page), 'Erase person')
  await expect(dialog(page).getByText(/^This person still has /)).toBeVisible()
  await expect(toast(page, 'Error erasing the person.')).toHaveRole('alert')
})

test.describe('for a role without permission', () => {
  test.use({ role: 'support' })
  test('it is not shown', async ({ page }) => {
    await open(page, 'sentinel-account')
    await expect(person(page).getByRole('button', { name: 'Redeem' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Erase person…' })).toHaveCount(0)
  })
})
