import {
  consoleAddress,
  expect,
  password,
  productionAddress,
  quiet,
  sent,
  signIn,
  slowNetwork,
  test,
  watchCalls,
} from '../stack/test.ts'

const heading = 'SIGN IN TO YOUR ACCOUNT'

test.use({ role: null })

test('[AUTH-01] [AUTH-04] every route shows the sign-in page and nothing of the dashboard', async ({
  page,
}) => {
  for (const path of [
    '/',
    '/dashboard/users',
    '/dashboard/moderating',
    '/user-detail/sentinel-balances',
    '/nowhere',
  ]) {
    await page.goto(path)
    await expect(page.getByRole('heading')).toHaveText([heading])
    await expect(page.getByRole('navigation')).toHaveCount(0)
    expect(new URL(page.url()).pathname).toBe(path)
  }
})

test('[AUTH-18] [AUTH-19] [UDT-95] no route fetches data before sign-in', async ({ page }) => {
  const calls = watchCalls(page)
  const paths = [
    '/dashboard/users?q=ann',
    '/user-detail/sentinel-balances',
    '/dashboard/pending_review',
    '/dashboard/txns/overview',
    '/dashboard/orders/1',
    '/dashboard/messages',
    '/dashboard/collections/new',
  ]
  for (const path of paths) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: heading })).toBeVisible()
    await quiet(page)
  }
  expect(calls).toEqual([])
  await expect(page.getByText('Sentinel')).toHaveCount(0)
})

test('[AUTH-05] [AUTH-06] [AUTH-07] an input of type email, one of type password, and Sign In', async ({
  page,
}) => {
  await page.goto('/')
  await expect(page.getByLabel('Email')).toHaveAttribute('type', 'email')
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'password')
  await expect(page.getByRole('button', { name: 'Sign In' })).toHaveText('Sign In')
})

test('[AUTH-02] [AUTH-03] [AUTH-08] [NAV-13] signing in and out swaps the view without a reload', async ({
  page,
}) => {
  await page.goto('/')
  await page.evaluate(() => Object.assign(window, { notReloaded: true }))
  await signIn(page)
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await expect(page.getByRole('heading', { name: heading })).toHaveCount(0)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: heading })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0)
  await signIn(page)
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  expect(await page.evaluate(() => 'notReloaded' in window)).toBe(true)
  // The session survives opening the page again.
  await page.goto('/')
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
})

test('[AUTH-03] signing out holds after a reload, and in every other tab', async ({ page, context }) => {
  await page.goto('/')
  await signIn(page)
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  const other = await context.newPage()
  await other.goto('/user-detail/sentinel-balances')
  await expect(other.getByText('Ban Reasons')).toBeVisible()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(other.getByRole('heading')).toHaveText([heading])
  await page.reload()
  await expect(page.getByRole('heading')).toHaveText([heading])
})

test('[AUTH-10] idle shows neither spinner nor error', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { name: heading })).toBeVisible()
  await expect(page.getByLabel('Loading')).toHaveCount(0)
  await expect(page.getByRole('alert')).toHaveText('')
})

test('[AUTH-09] [AUTH-10] [AUTH-11] [AUTH-12] a spinner in the button while signing in, then the error, and the button works again', async ({
  page,
}) => {
  await page.goto('/')
  const button = page.getByRole('button', { name: 'Sign In' })
  const quickAgain = await slowNetwork(page, 1500)
  await page.getByLabel('Email').fill(`nobody-${Date.now()}@portreeve.test`)
  await page.getByLabel('Password', { exact: true }).fill('wrong')
  await button.click()
  await expect(button.getByLabel('Loading')).toBeVisible()
  await expect(page.getByRole('alert')).toHaveText('')
  await expect(page.getByRole('alert')).toHaveText(/invalid email or password/i)
  await expect(page.getByLabel('Loading')).toHaveCount(0)
  await expect(button).toBeEnabled()
  await quickAgain()
  await signIn(page)
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
})

test('[AUTH-11] an unreachable identity provider shows on the error line, too', async ({ page, context }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { name: heading })).toBeVisible()
  await context.setOffline(true)
  await signIn(page)
  await expect(page.getByRole('alert')).toHaveText('The sign-in service could not be reached')
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
})

test('[AUTH-17] any password is sent, also a very short or empty one', async ({ page }) => {
  await page.goto('/')
  for (const typed of ['x', '']) {
    const call = sent(page, 'POST /identity/sign-in/email')
    await page.getByLabel('Email').fill(`short-${Date.now()}@portreeve.test`)
    await page.getByLabel('Password', { exact: true }).fill(typed)
    await page.getByRole('button', { name: 'Sign In' }).click()
    expect((await call).postDataJSON()).toMatchObject({ password: typed })
    await expect(page.getByRole('alert')).not.toBeEmpty()
  }
})

test('[AUTH-17] [AUTH-05] an invalid email address is not sent: the input is of type email', async ({
  page,
}) => {
  await page.goto('/')
  await page.getByLabel('Email').fill('not an address')
  await page.keyboard.press('Enter')
  expect(
    await page.getByLabel('Email').evaluate((input: HTMLInputElement) => input.validity.typeMismatch),
  ).toBe(true)
  await expect(page.getByLabel('Loading')).toHaveCount(0)
})

test('[AUTH-21] sign-in goes to the identity provider with email and password, not to the admin API', async ({
  page,
}) => {
  await page.goto('/')
  const calls = watchCalls(page)
  const call = sent(page, 'POST /identity/sign-in/email')
  await signIn(page)
  const request = await call
  expect(request.postDataJSON()).toEqual({ email: 'admin@portreeve.test', password })
  expect(new URL(request.url()).origin).toBe(consoleAddress)
  expect(calls.filter((one) => one.timing().startTime < request.timing().startTime)).toEqual([])
})

test('[AUTH-13] [AUTH-14] [AUTH-15] [AUTH-16] [AUTH-20] the environment button names the other environment and keeps the choice', async ({
  page,
}) => {
  await page.goto('/')
  const toProduction = page.getByRole('button', { name: 'Switch to Production' })
  const toDevelopment = page.getByRole('button', { name: 'Switch to Development' })
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

test('[NAV-21] every call, sign-in too, goes to the active environment', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Switch to Production' }).click()
  await expect(page.getByRole('button', { name: 'Switch to Development' })).toBeVisible()
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
