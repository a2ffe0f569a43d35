import type { Page } from '@playwright/test'
import { enter, hire } from '../../stack/colleague.ts'
import { checkAxe, dialog } from '../../stack/page-parts.ts'
import { expect, test, toast } from '../../stack/test.ts'

test.use({ role: null })

const signedIn = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const passkeyRow = (page: Page, name: string) =>
  page.getByRole('table', { name: 'Passkeys' }).getByRole('row').filter({ hasText: name })
const ownSignIn = (page: Page) => page.getByRole('link', { name: /Your sign-in/ }).click()
const takePasskey = (page: Page) => page.getByRole('button', { name: 'Use a passkey' }).click()

/** Chromium's own device in software: it keeps passkeys, and recognizes its person or not. */
async function addDevice(page: Page) {
  const browser = await page.context().newCDPSession(page)
  await browser.send('WebAuthn.enable')
  const { authenticatorId } = await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    verify: (isUserVerified: boolean) =>
      browser.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  }
}

/** Adds a passkey in the dialog. */
async function add(page: Page, name: string, password: string) {
  await dialog(page).getByLabel('Name').fill(name)
  await dialog(page).getByLabel('Your password').fill(password)
  await dialog(page).getByRole('button', { name: 'Continue' }).click()
}

test('a person adds a passkey, signs in with it, renames it, and removes it; refusals are shown @slow', async ({
  page,
}) => {
  const person = await hire('support')
  const device = await addDevice(page)
  await page.goto('/dashboard/users')
  await test.step('without a passkey on the device, the sign-in says so and the password works', async () => {
    await takePasskey(page)
    await expect(page.getByRole('alert')).toHaveText('No passkey was used.')
    await enter(page, person)
    await expect(signedIn(page)).toBeVisible()
  })
  await test.step('it is added with the password, once on a device that checks its person', async () => {
    await ownSignIn(page)
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await add(page, 'My laptop', 'not the password')
    await expect(dialog(page).getByRole('alert')).toBeVisible()
    await checkAxe(page, 'add a passkey')
    await device.verify(false)
    await add(page, 'My laptop', person.password)
    await expect(dialog(page).getByRole('alert')).toHaveText('No passkey was used.')
    await device.verify(true)
    await dialog(page).getByRole('button', { name: 'Continue' }).click()
    await expect(toast(page, 'Passkey added')).toBeVisible()
    await expect(passkeyRow(page, 'My laptop')).toContainText('Never')
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await add(page, 'Again', person.password)
    await expect(dialog(page).getByRole('alert')).toHaveText('This device has a passkey of yours already.')
    await dialog(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog(page)).toHaveCount(0)
    await checkAxe(page, 'passkeys')
  })
  await test.step('it signs in without the password', async () => {
    await page.getByRole('button', { name: 'Sign out' }).click()
    await checkAxe(page, 'sign-in')
    await device.verify(false)
    await takePasskey(page)
    await expect(page.getByRole('alert')).toHaveText('No passkey was used.')
    await device.verify(true)
    await takePasskey(page)
    await expect(signedIn(page)).toBeVisible()
    await ownSignIn(page)
    await expect(passkeyRow(page, 'My laptop')).not.toContainText('Never')
  })
  await test.step('it is renamed, and removed after the password; the session that it opened ends', async () => {
    await page.getByRole('button', { name: 'Rename My laptop' }).click()
    await dialog(page).getByLabel('Name').fill('My old laptop')
    await dialog(page).getByRole('button', { name: 'Rename' }).click()
    await page.getByRole('button', { name: 'Remove My old laptop' }).click()
    await dialog(page).getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('textbox', { name: 'Your password' }).fill(person.password)
    await page.getByRole('button', { name: 'Go on' }).click()
    await expect(page.getByText('Your session has ended.')).toBeVisible()
    await takePasskey(page)
    await expect(page.getByRole('alert')).toContainText('This passkey does not sign in here.')
    await enter(page, person)
    await expect(page.getByRole('table', { name: 'Passkeys' })).toHaveCount(0)
  })
})
