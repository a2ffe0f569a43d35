import type { Page } from '@playwright/test'
import { generateSync } from 'otplib'
import { type Colleague, enter, hire } from '../../stack/colleague.ts'
import { checkAxe, dialog } from '../../stack/page-parts.ts'
import { expect, test } from '../../stack/test.ts'

test.use({ role: null })

/** The code that an authenticator app shows, some periods of 30 s from now (RFC 6238). */
const totp = (secret: string, periods = 0): string =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + 30 * periods })

const code = (page: Page) => page.getByLabel('Code')
const signedIn = (page: Page) => page.getByRole('navigation', { name: 'Main' })

/** Turns it on as a person does; returns the app's secret and the recovery codes. */
async function turnOn(page: Page, person: Colleague, axe?: 'axe') {
  await page.goto('/dashboard/users')
  await enter(page, person)
  await page.getByRole('link', { name: /Your sign-in/ }).click()
  await page.getByRole('button', { name: 'Turn on' }).click()
  await dialog(page).getByLabel('Your password').fill(person.password)
  await dialog(page).getByRole('button', { name: 'Continue' }).click()
  const link = dialog(page).getByRole('link', { name: 'open it in the app' })
  const secret = new URL((await link.getAttribute('href')) ?? '').searchParams.get('secret') ?? ''
  await expect(dialog(page).getByRole('img', { name: 'The key below, as a picture to scan' })).toBeVisible()
  await expect(dialog(page).getByText(secret.replace(/(.{4})(?=.)/g, '$1 '))).toBeVisible()
  // The previous dialog has closed.
  await expect(dialog(page)).toHaveCount(1)
  if (axe) await checkAxe(page, 'enrolment')
  await code(page).fill('000000')
  await dialog(page).getByRole('button', { name: 'Turn on' }).click()
  await expect(dialog(page).getByRole('alert')).toBeVisible()
  await code(page).fill(totp(secret))
  await dialog(page).getByRole('button', { name: 'Turn on' }).click()
  const codes = dialog(page).getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  await expect(dialog(page)).toHaveCount(1)
  if (axe) await checkAxe(page, 'recovery codes')
  const recovery = await codes.allTextContents()
  await dialog(page).getByRole('button', { name: 'I have kept them' }).click()
  await expect(page.getByRole('button', { name: 'Turn off' })).toBeVisible()
  return { secret, recovery }
}

const typeCode = async (page: Page, typed: string) => {
  await code(page).fill(typed)
  await page.getByRole('button', { name: 'Sign In' }).click()
}
const signOut = (page: Page) => page.getByRole('button', { name: 'Sign out' }).click()
const ownSignIn = (page: Page) => page.getByRole('link', { name: /Your sign-in/ }).click()

test('a second factor is turned on, required, and turned off; then the password is changed @slow', async ({
  page,
}) => {
  const person = await hire('support')
  const again = async () => {
    await signOut(page)
    await enter(page, person)
    await expect(code(page)).toBeVisible()
  }
  const { secret, recovery } = await turnOn(page, person)
  const next = totp(secret, 1)

  await test.step('the session that turned it on stays valid', async () => {
    await page.reload()
    await expect(page.getByRole('button', { name: 'Turn off' })).toBeVisible()
  })
  await test.step('sign-in requires it', async () => {
    await again()
    await checkAxe(page, 'code')
    await expect(page.getByRole('heading', { name: 'SIGN IN TO YOUR ACCOUNT' })).toBeVisible()
    await typeCode(page, '000000')
    await expect(page.getByRole('alert')).not.toBeEmpty()
    await typeCode(page, next)
    await expect(signedIn(page)).toBeVisible()
  })
  await test.step('a code works once, and so does a recovery code', async () => {
    await again()
    await typeCode(page, next)
    await expect(page.getByRole('alert')).toContainText('used already')
    await page.getByRole('button', { name: 'Back to the password' }).click()
    await enter(page, person)
    await typeCode(page, recovery[0] ?? '')
    await expect(signedIn(page)).toBeVisible()
  })
  await test.step('turned off with the password, sign-in does not require it', async () => {
    await ownSignIn(page)
    await checkAxe(page, 'your sign-in')
    await page.getByRole('button', { name: 'Turn off' }).click()
    await dialog(page).getByLabel('Your password').fill('not the password')
    await dialog(page).getByRole('button', { name: 'Turn off' }).click()
    await expect(dialog(page).getByRole('alert')).toBeVisible()
    await dialog(page).getByLabel('Your password').fill(person.password)
    await dialog(page).getByRole('button', { name: 'Turn off' }).click()
    await expect(page.getByRole('button', { name: 'Turn on' })).toBeVisible()
    await signOut(page)
    await enter(page, person)
    await expect(signedIn(page)).toBeVisible()
  })
  await test.step('the caller’s own password is changed, and this session stays', async () => {
    await ownSignIn(page)
    await page.getByLabel('Current password').fill('wrong password')
    await page.getByLabel('New password').fill('another long password')
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect(page.getByRole('alert')).toBeVisible()
    await page.getByLabel('Current password').fill(person.password)
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect(page.getByLabel('New password')).toHaveValue('')
    await page.getByRole('link', { name: 'Users', exact: true }).click()
    await page.getByPlaceholder('Search Users').fill('sentinel-edit')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('region', { name: 'Search results' }).getByRole('row')).toHaveCount(21)
    await signOut(page)
    await enter(page, { ...person, password: 'another long password' })
    await expect(signedIn(page)).toBeVisible()
  })
})

test('axe finds nothing in the dialogs that turn the second factor on @slow', async ({ page }) => {
  await turnOn(page, await hire('support'), 'axe')
})
