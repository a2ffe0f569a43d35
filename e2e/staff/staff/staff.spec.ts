import type { Page } from '@playwright/test'
import { asAdmin, type Colleague, enter, hire, passwordLink } from '../../stack/colleague.ts'
import { checkAxe, checkSchemes, dialog } from '../../stack/page-parts.ts'
import { expect, follow, test, toast } from '../../stack/test.ts'

// The password may be no longer fresh.
test.use({ freshSession: true })

const path = '/dashboard/staff'
const rowOf = (page: Page, email: string) => page.getByRole('row').filter({ hasText: email })

async function choose(page: Page, { email }: Pick<Colleague, 'email'>, item: string) {
  await page.getByRole('button', { name: `Actions for ${email}`, exact: true }).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

test('the list of staff: one is invited, chooses a password by the mailed link and signs in; the link works once', async ({
  page,
  browser,
}) => {
  const house = page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name: 'Staff' })
  const email = `invited-${Date.now().toString(36)}@portreeve.test`
  // Before the list is loaded: it is not live.
  const revoked = { email: `revoked-${Date.now().toString(36)}@portreeve.test` }
  await asAdmin('POST', '/v1/admin/staff', { ...revoked, displayName: 'Rita Revoked', role: 'support' })
  const first = await passwordLink(revoked.email)
  const person = await hire('support')
  await page.goto('/dashboard/users')

  await test.step('the nine tabs stay; Staff is in a separate list', async () => {
    await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveCount(9)
    await house.click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Staff')
    await expect(house).toHaveAttribute('aria-current', 'page')
  })
  await test.step('nobody demotes or disables themselves: disabled, with the reason', async () => {
    await page.getByRole('button', { name: 'Actions for admin@portreeve.test' }).click()
    for (const name of ['Change role', 'Disable']) {
      const item = page.getByRole('menuitem', { name, exact: true })
      await expect(item).toHaveAttribute('aria-disabled', 'true')
      await expect(item).toHaveAttribute('title', /This is you/)
    }
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toHaveCount(0)
  })
  await test.step('an address that is taken is refused, and typed text stays', async () => {
    await page.getByRole('button', { name: 'Invite', exact: true }).click()
    await dialog(page).getByLabel('Email').fill('admin@portreeve.test')
    await dialog(page).getByLabel('Name').fill('Ivy Invited')
    await dialog(page).getByRole('button', { name: 'Invite' }).click()
    await expect(dialog(page).getByRole('alert')).toContainText('taken')
    await expect(dialog(page).getByLabel('Name')).toHaveValue('Ivy Invited')
    await checkAxe(page, 'invite')
  })
  await test.step('a free address is invited', async () => {
    await dialog(page).getByLabel('Email').fill(email)
    await dialog(page).getByLabel('Role').selectOption('finance')
    await dialog(page).getByRole('button', { name: 'Invite' }).click()
    await expect(toast(page, `Invited ${email}`)).toBeVisible()
    await expect(rowOf(page, email)).toContainText('finance')
    await expect(rowOf(page, email)).toContainText('invited')
    await checkAxe(page, 'list')
  })
  await test.step('the invited person chooses a password by the mailed link, which works once', async () => {
    const link = await passwordLink(email)
    const other = await (await browser.newContext()).newPage()
    await other.goto(link)
    await expect(other.getByRole('heading', { level: 1 })).toHaveText('CHOOSE YOUR PASSWORD')
    await checkAxe(other, 'choose a password')
    const password = 'a password of my own'
    await other.getByLabel(/^New password/).fill(password)
    await other.getByRole('button', { name: 'Set password' }).click()
    await expect(other.getByText('finance', { exact: true })).toBeVisible()
    await expect(other.getByRole('navigation', { name: 'Administration' })).toHaveCount(0)

    await other.goto(link)
    await other.getByLabel(/^New password/).fill('another password')
    await other.getByRole('button', { name: 'Set password' }).click()
    await expect(other.getByRole('alert')).toContainText(
      'It was used already, taken back, or is older than 24 hours.',
    )
  })

  await test.step('an invitation is revoked, and a resent one works', async () => {
    await choose(page, revoked, 'Send invitation again')
    await dialog(page).getByRole('button', { name: 'Send' }).click()
    await expect(toast(page, `Sent a link to ${revoked.email}`)).toBeVisible()
    await choose(page, revoked, 'Revoke invitation')
    await dialog(page).getByRole('button', { name: 'Revoke' }).click()
    await expect(toast(page, `Revoked the invitation of ${revoked.email}`)).toBeVisible()
    await expect(rowOf(page, revoked.email)).toHaveCount(0)
    const other = await (await browser.newContext()).newPage()
    await other.goto(first)
    await other.getByLabel(/^New password/).fill('a long password')
    await other.getByRole('button', { name: 'Set password' }).click()
    await expect(other.getByRole('alert')).toContainText('taken back')
  })
  await test.step('a colleague’s concurrent change is noticed', async () => {
    await choose(page, person, 'Change role')
    await dialog(page).getByLabel('Role').selectOption('moderator')
    await expect(dialog(page)).toContainText(/They may then no longer: .*change a transaction/)
    await asAdmin('PATCH', `/v1/admin/staff/${person.uid}/role`, { role: 'finance' })
    await dialog(page).getByRole('button', { name: 'Change role' }).click()
    await expect(dialog(page).getByRole('alert')).toContainText('A colleague has changed this person')
    await expect(rowOf(page, person.email)).toContainText('finance')
    await page.keyboard.press('Escape')
  })
  await test.step('disabling says how much work is released', async () => {
    const rita = await hire('support')
    const actions = { assign: { uid: rita.uid } }
    await asAdmin('POST', '/v1/admin/macros', { title: 'To Rita', text: 'x', actions })
    await page.reload()
    await choose(page, rita, 'Disable')
    await expect(dialog(page)).toContainText('1 macro that assigns to them')
    await dialog(page).getByRole('button', { name: 'Disable' }).click()
    await expect(rowOf(page, rita.email)).toContainText('disabled')
    await choose(page, rita, 'Enable')
    await expect(dialog(page)).toContainText('can sign in again')
  })
})

test.describe('axe', () => {
  test('axe finds nothing on the list, its menu and its dialogs, wide and narrow @slow', async ({ page }) => {
    const person = await hire('support')
    await page.goto(path)
    await expect(rowOf(page, person.email)).toBeVisible()
    await checkSchemes(page, 'list')
    await page.getByRole('button', { name: 'Second factors' }).click()
    await expect(dialog(page).getByRole('checkbox', { name: 'finance', exact: true })).toBeVisible()
    await checkSchemes(page, 'second factors')
    await page.keyboard.press('Escape')
    for (const item of ['Change role', 'Sessions', 'Disable']) {
      await choose(page, person, item)
      await expect(dialog(page)).toBeVisible()
      await checkSchemes(page, item)
      await page.keyboard.press('Escape')
      await expect(dialog(page)).toHaveCount(0)
    }
    await page.getByRole('button', { name: 'Invite', exact: true }).click()
    await checkSchemes(page, 'invite')
    await page.keyboard.press('Escape')
    await follow(page, '/dashboard/your-sign-in')
    await expect(page.getByRole('heading', { name: 'Second factor' })).toBeVisible()
    await checkSchemes(page, 'own sign-in')
    await page.setViewportSize({ width: 428, height: 800 })
    await checkSchemes(page, 'own sign-in, narrow')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(428)
    await follow(page, path)
    await expect(rowOf(page, person.email)).toBeVisible()
    await checkSchemes(page, 'list, narrow')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(428)
  })
})

test.describe('a changed staff member', () => {
  test.use({ role: null })

  test('demoted, then disabled: sees it within seconds, cannot sign in, and keeps all typed text', async ({
    page,
  }) => {
    const person = await hire('support')
    const phone = page.getByLabel('Phone Number', { exact: true })
    const feed = page.waitForResponse(/\/v1\/realtime\?/)
    await page.goto('/user-detail/sentinel-edit-12')
    await enter(page, person)
    await feed
    const block = page.getByRole('button', { name: 'Block account' })
    await expect(block).not.toHaveAttribute('aria-disabled', 'true')
    await phone.fill('typed and not saved')

    await test.step('demoted: the page is drawn again for the new role, with all typed text', async () => {
      await asAdmin('PATCH', `/v1/admin/staff/${person.uid}/role`, { role: 'finance' })
      await expect(block).toHaveAttribute(
        'aria-description',
        'Your role (finance) may not block or unblock an account.',
      )
      await expect(phone).toHaveValue('typed and not saved')
    })
    await test.step('disabled: sees it over the page, cannot sign in, and finds all typed text once enabled', async () => {
      await asAdmin('PATCH', `/v1/admin/staff/${person.uid}/disable`)
      // Without any action on the page.
      await expect(page.getByText('This staff account is disabled.')).toBeVisible()
      await expect(page.getByRole('heading', { name: 'SIGN IN TO YOUR ACCOUNT' })).toBeVisible()
      await enter(page, person)
      await expect(page.getByRole('alert')).toHaveText('This staff account is disabled.')
      await asAdmin('PATCH', `/v1/admin/staff/${person.uid}/enable`)
      await page.getByRole('button', { name: 'Sign In' }).click()
      await expect(phone).toHaveValue('typed and not saved')
    })
  })

  test('a session is ended from the list; the page beneath stays @slow', async ({ page, browser }) => {
    const person = await hire('support')
    await page.goto('/dashboard/users')
    await enter(page, person)
    await expect(page.getByText('support', { exact: true })).toBeVisible()
    const admin = await (await browser.newContext()).newPage()
    await admin.goto(path)
    await enter(admin, { uid: '', email: 'admin@portreeve.test', password: 'portreeve-demo' })
    await choose(admin, person, 'Sessions')
    await dialog(admin)
      .getByRole('row')
      .filter({ hasText: 'Chrome on Linux' })
      .getByRole('button', { name: 'End' })
      .click()
    await expect(dialog(admin)).toContainText('will be signed out in Chrome on Linux')
    await dialog(admin).getByRole('button', { name: 'End session' }).click()
    await expect(toast(admin, 'Session ended')).toBeVisible()
    await page.getByPlaceholder('Search Users').fill('a')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Your session has ended.')).toBeVisible()
  })
})
