import type { Page } from '@playwright/test'
import { generateSync } from 'otplib'
import { enter, passwordLink } from '../../stack/colleague.ts'
import { countedJob } from '../../stack/counted.ts'
import { byKeys } from '../../stack/keys.ts'
import { checkAxe, dialog } from '../../stack/page-parts.ts'
import { emailOf, expect, password, productionAddress, test, toast } from '../../stack/test.ts'

// In production, where no other test signs in with this role. Both tests set which roles require a second factor.
test.describe.configure({ mode: 'default' })
test.use({ role: null, baseURL: productionAddress })

const role = 'finance'
const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main' })

/** The code that an authenticator app shows, some periods of 30 s from now (RFC 6238). */
const totp = (secret: string, periods = 0): string =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + 30 * periods })

/** Reads the key off the page and types the first code. */
async function typeFirstCode(page: Page): Promise<string> {
  const link = page.getByRole('link', { name: 'open it in the app' })
  const secret = new URL((await link.getAttribute('href')) ?? '').searchParams.get('secret') ?? ''
  await page.getByLabel('Code').fill(totp(secret))
  return secret
}

/** Opens the staff of production as the admin. */
async function openStaff(admin: Page) {
  await admin.addInitScript(() => localStorage.setItem('isProdEnv', 'true'))
  await admin.goto('/dashboard/staff')
  await enter(admin, { uid: '', email: emailOf('admin'), password })
  await expect(admin.getByRole('table', { name: 'Staff' })).toBeVisible()
}

/** Sets in the admin's dialog whether the role requires a second factor. */
async function setRequired(page: Page, required: boolean) {
  await page.getByRole('button', { name: 'Second factors' }).click()
  await dialog(page).getByRole('checkbox', { name: role }).setChecked(required)
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Second factors saved')).toBeVisible()
}

test('from the invitation to the first sign-in with a second factor; a colleague without one is led to it @slow', async ({
  page: admin,
  browser,
}) => {
  await openStaff(admin)
  const stamp = Date.now().toString(36)
  const open = async () => (await browser.newContext({ baseURL: productionAddress })).newPage()
  const invite = async (email: string, job = countedJob()) => {
    await job.click(admin.getByRole('button', { name: 'Invite', exact: true }))
    await dialog(admin).getByLabel('Email').fill(email)
    await dialog(admin).getByLabel('Name').fill('Fin Finance')
    await job.choose(dialog(admin).getByLabel('Role'), role)
    await job.click(dialog(admin).getByRole('button', { name: 'Invite' }))
    await expect(toast(admin, `Invited ${email}`)).toBeVisible()
  }
  const chosen = 'a password of my own'

  const early = await open()
  await test.step('a colleague signs in with a password alone', async () => {
    const email = `early-${stamp}@portreeve.test`
    await invite(email)
    await early.goto(await passwordLink(email))
    await early.getByLabel(/^New password/).fill(chosen)
    await early.getByRole('button', { name: 'Set password' }).click()
    await expect(navigation(early)).toBeVisible()
  })
  await test.step('the role requires a second factor from now on: the colleague is led to it, and the page stays', async () => {
    await setRequired(admin, true)
    // Without any action on the page.
    await expect(early.getByRole('heading', { name: 'SET UP YOUR SECOND FACTOR' })).toBeVisible()
    await expect(early.getByText('Your role, finance, requires a second factor.')).toBeVisible()
    await expect(navigation(early)).toBeHidden()
    await early.getByLabel('Your password').fill('not the password')
    await early.getByRole('button', { name: 'Continue' }).click()
    await expect(early.getByRole('alert')).not.toBeEmpty()
    await checkAxe(early, 'needed factor')
    await early.getByLabel('Your password').fill(chosen)
    await early.getByRole('button', { name: 'Continue' }).click()
    await typeFirstCode(early)
    await checkAxe(early, 'key')
    await early.getByRole('button', { name: 'Turn on' }).click()
    await checkAxe(early, 'recovery codes')
    await early.getByRole('button', { name: 'I have kept them' }).click()
    await expect(navigation(early)).toBeVisible()
  })
  await test.step('an invited person sets both up behind the link', async () => {
    const email = `invited-${stamp}@portreeve.test`
    const job = countedJob()
    await invite(email, job)
    const invited = await open()
    await invited.goto(await passwordLink(email))
    await invited.getByLabel(/^New password/).fill(chosen)
    await job.click(invited.getByRole('button', { name: 'Set password' }))
    const secret = await typeFirstCode(invited)
    await job.click(invited.getByRole('button', { name: 'Turn on' }))
    await expect(invited.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10)
    await job.click(invited.getByRole('button', { name: 'I have kept them' }))
    await expect(navigation(invited)).toBeVisible()
    job.expectAtMost(7)
    // A new colleague first sees what they may do.
    await expect(invited).toHaveURL('/dashboard/welcome')
    await expect(invited.getByText('Your role is finance.')).toBeVisible()
    await expect(invited.getByRole('main').getByRole('link', { name: 'Refunds' })).toBeVisible()
    await checkAxe(invited, 'welcome')

    await invited.getByRole('button', { name: 'Sign out' }).click()
    await enter(invited, { uid: '', email, password: chosen })
    await invited.getByLabel('Code').fill(totp(secret, 1))
    await invited.getByRole('button', { name: 'Sign In' }).click()
    await expect(navigation(invited)).toBeVisible()
    const row = admin.getByRole('row').filter({ hasText: email })
    await admin.reload()
    await expect(row.getByRole('cell', { name: 'Yes', exact: true })).toBeVisible()
    await expect(row).toContainText('active')
  })
  await setRequired(admin, false)
})

test('by keys: from the invitation to the first sign-in with a second factor', async ({
  page: admin,
  browser,
}) => {
  await openStaff(admin)
  await setRequired(admin, true)
  await admin.goto('/dashboard/staff')
  const invite = admin.getByRole('button', { name: 'Invite', exact: true })
  await expect(invite).toBeVisible()
  const email = `keys-${Date.now().toString(36)}@portreeve.test`
  const job = byKeys(admin)
  await test.step('an admin invites', async () => {
    await job.to(invite)
    await job.press('Enter')
    await job.to(dialog(admin).getByLabel('Email'))
    await job.type(email)
    await job.to(dialog(admin).getByLabel('Name'))
    await job.type('Kay Keys')
    await job.to(dialog(admin).getByLabel('Role'))
    await job.type(role)
    await expect(dialog(admin).getByLabel('Role')).toHaveValue(role)
    await job.to(dialog(admin).getByRole('button', { name: 'Invite' }))
    await job.press('Enter')
    await expect(toast(admin, `Invited ${email}`)).toBeVisible()
  })
  const invited = await (await browser.newContext({ baseURL: productionAddress })).newPage()
  await invited.goto(await passwordLink(email))
  const own = byKeys(invited)
  const secret = await test.step('the invited person sets password and second factor up', async () => {
    await own.to(invited.getByLabel(/^New password/))
    await own.type('a password of my own')
    await own.press('Enter')
    const link = invited.getByRole('link', { name: 'open it in the app' })
    const key = new URL((await link.getAttribute('href')) ?? '').searchParams.get('secret') ?? ''
    await own.to(invited.getByLabel('Code'))
    await own.type(totp(key))
    await own.press('Enter')
    await own.to(invited.getByRole('button', { name: 'I have kept them' }))
    await own.press('Enter')
    await expect(navigation(invited)).toBeVisible()
    return key
  })
  job.expectAtMost(30)
  own.expectAtMost(8)
  await test.step('they sign out, and in again with a code', async () => {
    const again = byKeys(invited)
    await expect(invited.getByRole('heading', { level: 1, name: 'Welcome' })).toBeVisible()
    await again.to(invited.getByRole('button', { name: 'Sign out' }), 'Shift+Tab')
    await again.press('Enter')
    await again.to(invited.getByRole('textbox', { name: 'Email' }))
    await again.type(email)
    await again.to(invited.getByLabel('Password', { exact: true }))
    await again.type('a password of my own')
    await again.press('Enter')
    await again.to(invited.getByLabel('Code'))
    await again.type(totp(secret, 1))
    await again.press('Enter')
    await expect(navigation(invited)).toBeVisible()
    again.expectAtMost(11)
  })
  await setRequired(admin, false)
})
