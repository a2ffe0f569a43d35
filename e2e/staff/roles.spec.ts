import type { Browser } from '@playwright/test'
import { type Colleague, enter, hire } from '../stack/colleague.ts'
import { checkAxe, checkSchemes, dialog } from '../stack/page-parts.ts'
import { consoleAddress, expect, test, toast } from '../stack/test.ts'

test.use({ freshSession: true })

/** The console of a colleague, at a page. */
async function pageOf(browser: Browser, colleague: Colleague, path: string) {
  const page = await (await browser.newContext({ baseURL: consoleAddress })).newPage()
  await page.goto('/')
  await enter(page, colleague)
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await page.goto(path)
  return page
}

test('an admin copies a role and adds a refund: a second admin confirms it, and a colleague gets the role', async ({
  page,
  browser,
}) => {
  const name = `Refund lead ${Date.now().toString(36)}`
  const [second, person] = [await hire('admin'), await hire('support')]
  const group = () => page.getByRole('group', { name: `Waiting: ${name}` })
  const lineOf = (words: string) =>
    page.getByRole('row').filter({ has: page.getByText(words, { exact: true }) })

  await test.step('the matrix: each permission with the roles that have it', async () => {
    await page.goto('/dashboard/staff')
    await page.getByRole('link', { name: 'Roles', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Roles')
    await page.getByRole('searchbox', { name: 'Search permissions' }).fill('refund a buyer')
    const line = lineOf('Refund a buyer (two persons)')
    await expect(line.getByRole('img', { name: 'finance may', exact: true })).toBeVisible()
    await expect(line.getByRole('img', { name: 'support may not', exact: true })).toBeVisible()
    await checkSchemes(page, 'roles')
  })
  await test.step('a built-in role cannot be changed; a copy has its permissions', async () => {
    await page.getByRole('button', { name: 'Actions for support' }).click()
    await expect(page.getByRole('menuitem', { name: 'Change' })).toHaveAttribute('title', /Built-in/)
    await page.getByRole('menuitem', { name: 'Copy' }).click()
    await dialog(page).getByLabel('Name').fill(name)
    await dialog(page).getByRole('searchbox').fill('lists of values')
    await dialog(page).getByLabel('See the lists of values').uncheck()
    await dialog(page).getByLabel('Change the lists of values').check()
    await expect(dialog(page).getByLabel('See the lists of values')).toBeChecked()
    await dialog(page).getByRole('searchbox').fill('refund')
    await dialog(page).getByLabel('Refund a buyer (two persons)').check()
    await expect(dialog(page).getByRole('status')).toContainText(
      /Waits for a second person: .*refund a buyer\./,
    )
    await dialog(page).getByLabel('Refunds alone of an order').fill('50')
    await checkAxe(page, 'new role')
    await dialog(page).getByRole('button', { name: 'Make role' }).click()
    await expect(toast(page, `Made the role ${name}`)).toBeVisible()
  })
  await test.step('who asked cannot confirm it', async () => {
    await expect(group()).toContainText('refund a buyer')
    await expect(group().getByRole('button', { name: 'Confirm' })).toHaveAttribute(
      'aria-description',
      /colleague/,
    )
    const line = lineOf('Refund a buyer (two persons)')
    await expect(line.getByRole('img', { name: `${name}: waits for a second person` })).toBeVisible()
  })
  await test.step('a second admin, let in by the first one a moment ago, does not count', async () => {
    const other = await pageOf(browser, second, '/dashboard/roles')
    await other
      .getByRole('group', { name: `Waiting: ${name}` })
      .getByRole('button', { name: 'Confirm' })
      .click()
    await expect(toast(other, `Could not confirm the role ${name}`)).toBeVisible()
    await other.context().close()
  })
  await test.step('a colleague gets the role, and sees the pages that it names', async () => {
    await page.goto('/dashboard/staff')
    await page.getByRole('button', { name: `Actions for ${person.email}`, exact: true }).click()
    await page.getByRole('menuitem', { name: 'Change role' }).click()
    await dialog(page).getByLabel('Role').selectOption(name)
    await dialog(page).getByRole('button', { name: 'Change role' }).click()
    await expect(toast(page, `${person.email} is ${name} now`)).toBeVisible()
    const theirs = await pageOf(browser, person, '/dashboard/welcome')
    await expect(theirs.getByText(`Your role is ${name}.`)).toBeVisible()
    await theirs.context().close()
  })
  await test.step('a change says whom it concerns; a role that a person has is not removed', async () => {
    await page.goto('/dashboard/roles')
    await expect(lineOf('Of an order')).toContainText('$50.00')
    await expect(lineOf('A day')).not.toContainText('$')
    const menu = () => page.getByRole('button', { name: `Actions for ${name}` }).click()
    await menu()
    await page.getByRole('menuitem', { name: 'Change' }).click()
    await expect(dialog(page).getByText('1 person has this role: Toni Colleague.')).toBeVisible()
    await dialog(page).getByRole('searchbox').fill('edit an account')
    await dialog(page).getByLabel('Edit an account').uncheck()
    await expect(dialog(page).getByRole('status')).toContainText('may then no longer: edit an account.')
    await dialog(page).getByRole('button', { name: 'Change role' }).click()
    await expect(toast(page, `Changed the role ${name}`)).toBeVisible()
    await menu()
    await page.getByRole('menuitem', { name: 'Remove' }).click()
    await dialog(page).getByRole('button', { name: 'Remove' }).click()
    await expect(dialog(page).getByRole('alert')).toContainText('One person has it.')
  })
})
