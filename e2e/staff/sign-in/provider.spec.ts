import { type CertifiedProvider, startCertifiedProvider } from '../../../server/testing/certified-provider.ts'
import { freePort } from '../../../tools/stack.ts'
import { enter } from '../../stack/colleague.ts'
import { startOwnServer } from '../../stack/own-server.ts'
import { checkSchemes, dialog } from '../../stack/page-parts.ts'
import { emailOf, expect, password, setLimit, slowness, test, toast } from '../../stack/test.ts'

// With a certified provider and a server of its own: the shared one has no provider.
test.use({ role: null })

let provider: CertifiedProvider
let own: Awaited<ReturnType<typeof startOwnServer>>
let address: string

test.beforeAll(async () => {
  setLimit(120_000)
  const port = await freePort()
  address = `http://localhost:${port}`
  provider = await startCertifiedProvider(`${address}/identity/provider/company`, [
    { id: 'grace', email: 'grace@company.test', name: 'Grace', groups: ['support'] },
    { id: 'mallory', email: 'mallory@company.test', name: 'Mallory', groups: ['sales'] },
  ])
  own = await startOwnServer({
    PORT: String(port),
    PORTREEVE_ADDRESS: address,
    PORTREEVE_CONSOLES: address,
    PORTREEVE_PROVIDERS: JSON.stringify([
      {
        ...{ id: 'company', name: 'Company', issuer: provider.issuer, client_id: 'portreeve' },
        client_secret: 'a secret of the certified provider',
      },
    ]),
  })
})
test.afterAll(async () => {
  await provider.close()
  await own.stop()
})

test('a colleague signs in with the company in two clicks, and a logout there ends it here within 5 s @slow', async ({
  page: admin,
  browser,
}) => {
  setLimit(120_000)
  await admin.goto(`${address}/dashboard/staff`)
  await enter(admin, { uid: '', email: emailOf('admin'), password })
  await admin.getByRole('button', { name: 'Roles of groups' }).click()
  await expect(dialog(admin).getByText('nobody signs in with a provider')).toBeVisible()
  await dialog(admin).getByRole('button', { name: 'Add a group' }).click()
  await dialog(admin).getByRole('textbox', { name: 'Group' }).fill('support')
  await checkSchemes(admin, 'Roles of groups')
  await dialog(admin).getByRole('button', { name: 'Save' }).click()
  await expect(toast(admin, 'Roles of groups saved')).toBeVisible()

  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`${address}/dashboard/txns/overview`)
  const button = page.getByRole('link', { name: 'Continue with Company' })
  await expect(button).toBeVisible()
  await checkSchemes(page, 'Sign-in with a provider')
  await button.click()
  await page.getByRole('link', { name: 'Continue as Mallory' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'no role here is for your groups' })).toBeVisible()
  await context.clearCookies()

  await button.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Continue as Grace' }).click()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/dashboard/txns/overview')

  const there = await context.newPage()
  await there.goto(`${provider.issuer}/session/end`)
  await there.getByRole('button', { name: 'Yes, sign me out' }).click()
  await expect(page.getByText('Your session has ended. Sign in again')).toBeVisible({
    timeout: slowness * 5000,
  })

  // The page beneath keeps its state: the provider opens in another tab.
  const [again] = await Promise.all([context.waitForEvent('page'), button.click()])
  await again.getByRole('link', { name: 'Continue as Grace' }).click()
  await expect(again.getByText('Close this tab')).toBeVisible()
  await again.close()
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(page.getByText('Your session has ended')).toBeHidden()
  await context.close()
})
