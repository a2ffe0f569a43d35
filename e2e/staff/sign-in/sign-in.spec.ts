import {
  consoleAddress,
  expect,
  goOffline,
  named,
  password,
  productionAddress,
  sent,
  signIn,
  slowNetwork,
  test,
  watchCalls,
} from '../../stack/test.ts'

const heading = 'SIGN IN TO YOUR ACCOUNT'

test.use({ role: null })

test('signed out: every route shows the sign-in page, and none fetches data @slow', async ({ page }) => {
  /** The calls of the API and the sign-in, in their order. */
  const calls: string[] = []
  page.on('request', (request) => {
    if (/ \/v\d\/| \/identity\/sign-in\//.test(named(request))) calls.push(named(request))
  })

  await test.step('[AUTH-01] [AUTH-04] every route shows the sign-in page and nothing of the dashboard', async () => {
    // Each is opened, as the routes are there only after sign-in.
    for (const path of [
      '/',
      '/dashboard/users?q=ann',
      '/dashboard/moderating',
      '/user-detail/sentinel-balances',
      '/dashboard/pending_review',
      '/dashboard/txns/overview',
      '/dashboard/orders/1',
      '/dashboard/messages',
      '/dashboard/collections/new',
      '/nowhere',
    ]) {
      await page.goto(path)
      await expect(page.getByRole('heading')).toHaveText([heading])
      await expect(page.getByRole('navigation')).toHaveCount(0)
      const { pathname, search } = new URL(page.url())
      expect(pathname + search).toBe(path)
    }
  })
  await test.step('[AUTH-05] [AUTH-06] [AUTH-07] [AUTH-10] email, password and Sign In; idle shows neither spinner nor error', async () => {
    await expect(page.getByLabel('Email')).toHaveAttribute('type', 'email')
    await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'password')
    await expect(page.getByRole('button', { name: 'Sign In' })).toHaveText('Sign In')
    await expect(page.getByLabel('Loading')).toHaveCount(0)
    await expect(page.getByRole('alert')).toHaveText('')
  })
  await test.step('[AUTH-18] [AUTH-19] [AUTH-21] [UDT-95] no data is fetched before sign-in, which goes to the identity provider', async () => {
    await expect(page.getByText('Sentinel')).toHaveCount(0)
    const call = sent(page, 'POST /identity/sign-in/email')
    await signIn(page)
    const request = await call
    expect(request.postDataJSON()).toEqual({ email: 'admin@portreeve.test', password })
    expect(new URL(request.url()).origin).toBe(consoleAddress)
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
    await expect.poll(() => calls).toContain('GET /v1/staff/me')
    expect(calls[0]).toBe('POST /identity/sign-in/email')
  })
})

test('signing in and out swaps the view in every tab', async ({ page, context }) => {
  const main = page.getByRole('navigation', { name: 'Main' })
  await page.goto('/')

  await test.step('[AUTH-02] [AUTH-03] [AUTH-08] [NAV-13] without a reload', async () => {
    await page.evaluate(() => Object.assign(window, { notReloaded: true }))
    await signIn(page)
    await expect(main).toBeVisible()
    await expect(page.getByRole('heading', { name: heading })).toHaveCount(0)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(page.getByRole('heading', { name: heading })).toBeVisible()
    await expect(main).toHaveCount(0)
    await signIn(page)
    await expect(main).toBeVisible()
    expect(await page.evaluate(() => 'notReloaded' in window)).toBe(true)
  })
  await test.step('[AUTH-03] the session survives opening the page again; signing out holds after a reload, and in every other tab', async () => {
    const other = await context.newPage()
    await other.goto('/user-detail/sentinel-balances')
    await expect(other.getByText('Ban Reasons')).toBeVisible()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(other.getByRole('heading')).toHaveText([heading])
    await page.reload()
    await expect(page.getByRole('heading')).toHaveText([heading])
  })
})

test('signing in with mistakes, without the provider, and at last', async ({ page }) => {
  const button = page.getByRole('button', { name: 'Sign In' })
  const alert = page.getByRole('alert')
  const email = page.getByLabel('Email')
  const typed = page.getByLabel('Password', { exact: true })
  await page.goto('/')

  await test.step('[AUTH-17] [AUTH-05] an invalid email address is not sent: the input is of type email', async () => {
    await email.fill('not an address')
    await page.keyboard.press('Enter')
    expect(await email.evaluate((input: HTMLInputElement) => input.validity.typeMismatch)).toBe(true)
    await expect(page.getByLabel('Loading')).toHaveCount(0)
  })
  await test.step('[AUTH-17] any password is sent, also a very short or empty one', async () => {
    for (const secret of ['x', '']) {
      const call = sent(page, 'POST /identity/sign-in/email')
      await email.fill(`short-${Date.now()}@portreeve.test`)
      await typed.fill(secret)
      await button.click()
      expect((await call).postDataJSON()).toMatchObject({ password: secret })
      await expect(alert).not.toBeEmpty()
    }
  })
  await test.step('[AUTH-09] [AUTH-10] [AUTH-11] [AUTH-12] a spinner in the button while signing in, then the error, and the button works again', async () => {
    const quickAgain = await slowNetwork(page, 1500)
    await email.fill(`nobody-${Date.now()}@portreeve.test`)
    await typed.fill('wrong')
    await button.click()
    await expect(button.getByLabel('Loading')).toBeVisible()
    await expect(alert).toHaveText('')
    await expect(alert).toHaveText(/invalid email or password/i)
    await expect(page.getByLabel('Loading')).toHaveCount(0)
    await expect(button).toBeEnabled()
    await quickAgain()
  })
  await test.step('[AUTH-11] [AUTH-12] an unreachable identity provider shows on the error line, too', async () => {
    const online = await goOffline(page)
    await signIn(page)
    await expect(alert).toHaveText('The sign-in service could not be reached')
    await online()
    await button.click()
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  })
})

test('the environment is chosen, kept, and signed in to @slow', async ({ page }) => {
  const toProduction = page.getByRole('button', { name: 'Switch to Production' })
  const toDevelopment = page.getByRole('button', { name: 'Switch to Development' })
  await page.goto('/')

  await test.step('[AUTH-13] [AUTH-14] [AUTH-15] [AUTH-16] [AUTH-20] the environment button names the other environment and keeps the choice', async () => {
    const kept = () => page.evaluate(() => localStorage.getItem('isProdEnv'))
    await expect(toProduction).toBeVisible()
    await expect(toDevelopment).toHaveCount(0)
    expect(await kept()).toBeNull()

    await toProduction.click()
    await expect(toDevelopment).toBeVisible()
    await expect(toProduction).toHaveCount(0)
    expect(await kept()).toBe('true')
    await page.reload()
    await expect(toDevelopment).toBeVisible()

    await toDevelopment.click()
    await expect(toProduction).toBeVisible()
    expect(await kept()).toBe('false')
    await page.reload()
    await expect(toProduction).toBeVisible()

    await page.evaluate(() => localStorage.setItem('isProdEnv', 'yes'))
    await page.reload()
    await expect(toProduction).toBeVisible()
  })
  await test.step('[NAV-21] every call, sign-in too, goes to the active environment', async () => {
    await toProduction.click()
    await expect(toDevelopment).toBeVisible()
    const calls = watchCalls(page)
    const call = sent(page, 'POST /identity/sign-in/email')
    await signIn(page)
    expect(new URL((await call).url()).origin).toBe(productionAddress)
    await page.getByPlaceholder('Search Users').fill('a')
    await page.keyboard.press('Enter')
    await expect.poll(() => calls.length).toBeGreaterThan(0)
    for (const one of calls) expect(new URL(one.url()).origin).toBe(productionAddress)

    // Production looks different.
    await expect(page.locator('[data-frame=production]')).toBeVisible()
    await expect(page.getByText('Production', { exact: true }).filter({ visible: true })).toHaveCount(1)
  })
})
