import { person } from '../../people/user-detail/person.ts'
import { checkSchemes } from '../../stack/page-parts.ts'
import { expect, follow, test, toast } from '../../stack/test.ts'

test('a policy is written, a person is warned and restricted under it, and it is retired', async ({
  page,
}) => {
  const name = `No phone numbers ${Date.now()}`
  await page.goto('/dashboard/policies')
  await expect(page.getByRole('heading', { level: 1, name: 'Policies' })).toBeVisible()
  await page.getByRole('button', { name: 'New policy…' }).click()
  const dialog = page.getByRole('dialog', { name: 'New policy' })

  await test.step('a blank name gets a sentence', async () => {
    await dialog.getByLabel('Name').fill(' ')
    await dialog.getByLabel('The person reads').fill('Keep telephone numbers out of your messages.')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByRole('alert')).toHaveText('Name: give it a name.')
    await dialog.getByLabel('Name').fill(name)
    await dialog.getByLabel('Article or section').fill('§ 2')
    await dialog.getByLabel('Decisions under it count as strikes').check()
    for (const strikes of ['1', '1']) {
      await dialog.getByRole('button', { name: 'Add a proposal' }).click()
      await dialog.getByLabel('At strike', { exact: true }).last().fill(strikes)
    }
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByRole('alert')).toHaveText(
      'Strikes: two proposals have the same number of strikes.',
    )
    await dialog.getByRole('button', { name: 'Remove the proposal at strike 1' }).last().click()
    await checkSchemes(page, 'policy')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(toast(page, 'Policy saved')).toBeVisible()
    await expect(page.getByRole('row', { name: new RegExp(name) })).toContainText('Terms, § 2')
  })

  await test.step('a restriction until a time rests on it, is changed and ended', async () => {
    await follow(page, '/user-detail/sentinel-edit-20')
    await expect(person(page)).toBeVisible()
    const measures = person(page).getByRole('region', { name: 'Measures' })
    await measures.getByRole('button', { name: 'Restrict or warn…' }).click()
    const restrict = page.getByRole('dialog', { name: 'Restrict or warn' })
    await restrict.getByLabel('What', { exact: true }).selectOption('May not message')
    await restrict.getByLabel('Until').fill('2020-01-01T00:00')
    await restrict.getByLabel('Policy').selectOption(name)
    await restrict.getByLabel('What happened, for the person').fill('Forty messages with a number.')
    await restrict.getByRole('button', { name: 'Restrict' }).click()
    await expect(restrict.getByRole('alert')).toHaveText('Until: choose a time in the future.')
    await restrict.getByLabel('Until').fill('2035-01-01T00:00')
    await restrict.getByRole('button', { name: 'Restrict' }).click()
    await expect(measures).toContainText('May not message')
    await expect(measures).toContainText('§ 2')
    await expect(measures).toContainText('Until 01/1/35')
    await measures.getByRole('button', { name: 'Change the end…' }).click()
    const move = page.getByRole('dialog', { name: 'Change the end' })
    await move.getByLabel('Until').fill('2036-01-01T00:00')
    await move.getByRole('button', { name: 'Save' }).click()
    await expect(measures).toContainText('Until 01/1/36')
    await measures.getByRole('button', { name: 'End…', exact: true }).click()
    const end = page.getByRole('dialog', { name: 'End the restriction' })
    await end.getByLabel('Reason').fill('They have stopped')
    await end.getByRole('button', { name: 'End', exact: true }).click()
    await expect(measures.getByRole('button', { name: 'End…', exact: true })).toHaveCount(0)
  })

  await test.step('a warning under it is a strike, whose proposal is one click away', async () => {
    const measures = person(page).getByRole('region', { name: 'Measures' })
    await measures.getByRole('button', { name: 'Restrict or warn…' }).click()
    const warn = page.getByRole('dialog', { name: 'Restrict or warn' })
    await warn.getByLabel('What', { exact: true }).selectOption('Warn')
    await warn.getByLabel('Policy').selectOption(name)
    await warn.getByLabel('What happened, for the person').fill('A number again.')
    await warn.getByRole('button', { name: 'Warn', exact: true }).click()
    const chip = `1 strike: ${name} · proposed: May not list for 7 days`
    await expect(page.getByRole('region', { name: 'At a glance' })).toContainText(chip)
    await measures.getByRole('button', { name: 'Proposed: May not list for 7 days…' }).click()
    await expect(warn.getByLabel('What', { exact: true })).toHaveValue('no_listing')
    await expect(warn.getByLabel('Until')).not.toHaveValue('')
    await warn.getByRole('button', { name: 'Cancel' }).click()
    await measures.getByRole('button', { name: 'Take back…' }).click()
    await page.getByRole('dialog').getByLabel('Reason').fill('Wrong person')
    await page.getByRole('dialog').getByRole('button', { name: 'Take back' }).click()
    await expect(measures).not.toContainText('strike')
  })

  await follow(page, '/dashboard/policies')
  await page.getByRole('button', { name: `Retire ${name}` }).click()
  await expect(page.getByRole('row', { name: new RegExp(name) })).toContainText('Retired')
})

test.describe('a moderator', () => {
  test.use({ role: 'moderator' })
  test('reads the policies, and may not change them @slow', async ({ page }) => {
    await page.goto('/dashboard/policies')
    const make = page.getByRole('button', { name: 'New policy…' })
    await expect(make).toHaveAttribute(
      'aria-description',
      'Your role (moderator) may not change the policies.',
    )
  })
})
