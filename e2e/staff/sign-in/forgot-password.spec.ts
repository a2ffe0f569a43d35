import { enter, hire, passwordLink } from '../../stack/colleague.ts'
import { checkAxe } from '../../stack/page-parts.ts'
import { expect, test } from '../../stack/test.ts'

test.use({ role: null })

test('a forgotten password: the same words for every address, and a link that works once', async ({
  page,
}) => {
  const person = await hire('support')
  const invited = await passwordLink(person.email)
  const ask = async (email: string) => {
    await page.getByRole('button', { name: 'Forgot password?' }).click()
    await page.getByRole('textbox', { name: 'Email' }).fill(email)
    await page.getByRole('button', { name: 'Send link' }).click()
    const status = page.getByRole('status')
    await expect(status).toContainText('a mail with a link to choose a new one is on its way')
    return ((await status.textContent()) ?? '').replace(email, '…')
  }
  const back = page.getByRole('button', { name: 'Back to the password' })
  await page.goto('/dashboard/users')

  await test.step('the words do not reveal who works here', async () => {
    const unknown = await ask('unknown-person@portreeve.test')
    await back.click()
    expect(await ask(person.email)).toBe(unknown)
    await checkAxe(page, 'link on its way')
  })
  await test.step('by keyboard, back to the password; what is no address is refused', async () => {
    await back.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Forgot password?' }).focus()
    await page.keyboard.press('Enter')
    await page.keyboard.type('nobody@x')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert')).toHaveText('The email: is no email address.')
    await checkAxe(page, 'forgot password')
  })
  await test.step('the mailed link signs in with the new password; the old one is refused', async () => {
    const link = await passwordLink(person.email, invited)
    await page.goto(link)
    await page.getByLabel(/^New password/).fill('a new password')
    await page.getByRole('button', { name: 'Set password' }).click()
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await enter(page, person)
    await expect(page.getByRole('alert')).not.toBeEmpty()
    await enter(page, { ...person, password: 'a new password' })
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  })
})
