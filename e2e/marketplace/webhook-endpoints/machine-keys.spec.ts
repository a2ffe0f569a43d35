import { countedJob } from '../../stack/counted.ts'
import { checkAxe, checkSchemes, dialog, press } from '../../stack/page-parts.ts'
import { expect, test, toast } from '../../stack/test.ts'
import { createKey, sendPerson } from './program.ts'

// The password may be no longer fresh.
test.use({ freshSession: true })

test('a key is created, a program writes with it, its use is seen, and revoked it is refused @slow', async ({
  page,
}) => {
  const mark = Date.now().toString(36)
  const name = `Shop ${mark}`
  const uid = `keyed-${mark}`
  const row = page.getByRole('table', { name: 'Machine keys' }).getByRole('row').filter({ hasText: name })
  let key = ''

  await test.step('a key with a bad network is refused with its reason', async () => {
    await page.goto('/dashboard/developers#keys')
    await press(page.locator('main'), 'Create key')
    await dialog(page).getByLabel('Name of the program').fill(name)
    await press(dialog(page), 'Create')
    await expect(dialog(page).getByRole('alert')).toHaveText('Choose what the key may do.')
    await dialog(page).getByLabel('Reads events').check()
    await dialog(page).getByLabel('Only from these networks').fill('the office')
    await checkAxe(page, 'create')
    await press(dialog(page), 'Create')
    await expect(dialog(page).getByRole('alert')).toContainText('networks')
    await press(dialog(page), 'Cancel')
  })
  await test.step('the key is shown once, with how to use it', async () => {
    await page.getByRole('link', { name: 'Users', exact: true }).click()
    const job = countedJob()
    await job.click(page.getByRole('link', { name: 'Developers', exact: true }))
    await job.click(page.getByRole('link', { name: 'Machine keys', exact: true }))
    key = await createKey(page, name, job)
    await expect(dialog(page)).toContainText('/v1/ingest/users')
    await checkAxe(page, 'key')
    await job.click(dialog(page).getByRole('button', { name: 'I have stored it', exact: true }))
    job.expectAtMost(6)
    await expect(row).toContainText('Writes people')
    await expect(row).toContainText('Never')
    await checkSchemes(page, 'keys')
  })
  await test.step('a program writes with it, and the list shows that', async () => {
    const sent = await sendPerson(key, { uid, displayName: 'Kim Keyed' })
    expect(sent).toMatchObject({ status: 200, results: [{ key: uid, result: 'new' }] })
    await expect(row.locator('[data-column="Last used"] time')).toBeVisible()
    await expect(row.locator('[data-column="Last used"]')).toContainText('30 days: 1 call, 1 row')
  })
  await test.step('a second key of its name is a rotation', async () => {
    const job = countedJob()
    await createKey(page, name, job)
    await job.click(dialog(page).getByRole('button', { name: 'I have stored it', exact: true }))
    job.expectAtMost(4)
    await expect(page.getByText(`Two valid keys are named ${name}.`)).toBeVisible()
  })
  await test.step('revoked, the first is refused', async () => {
    const used = row.filter({ has: page.locator('[data-column="Last used"] time') })
    await used.getByRole('button', { name: /^Revoke/ }).click()
    await expect(dialog(page)).toContainText('It was last used on')
    await checkAxe(page, 'revoke')
    await press(dialog(page), 'Revoke')
    await expect(toast(page, 'Revoked the key')).toBeVisible()
    await expect(used).toContainText('revoked')
    expect((await sendPerson(key, { uid })).status).toBe(401)
    await row.getByRole('button', { name: /^Revoke/ }).click()
    await expect(dialog(page)).toContainText('It was never used.')
    await press(dialog(page), 'Revoke')
    await expect(row.getByRole('button')).toHaveCount(0)
  })
})
