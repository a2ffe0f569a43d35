import { answered, expect, follow, named, quiet, sent, test, toast, watchCalls } from '../stack/test.ts'
import { field, of, open, person, press, save } from './person.ts'

test.describe('the person', () => {
  test('[UDT-01] [UDT-05] [UDT-06] [API-08] the page shows the person of the address, by name and uid', async ({
    page,
  }) => {
    const call = sent(page, `GET ${of('sentinel-balances')}`)
    await open(page, 'sentinel-balances')
    expect((await call).postData()).toBeNull()
    await expect(person(page).getByRole('heading', { level: 1 })).toHaveText('Sentinel Balances')
    await expect(person(page).getByText('sentinel-balances', { exact: true })).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0)
  })

  test('[UDT-02] a failed load is a toast, and the page shows only the link back (D-118)', async ({
    page,
  }) => {
    const calls = watchCalls(page)
    await page.goto('/user-detail/sentinel-load-fails')
    const message = toast(page, "There was an error loading this user's details")
    await expect(message).toBeVisible()
    await expect(message).toContainText('Request Status')
    await expect(message).toHaveRole('alert')
    await expect(page.getByRole('link', { name: 'Back' })).toBeVisible()
    await expect(page.getByText('Ban Reasons')).toHaveCount(0)
    expect(calls.map(named).filter((name) => name.endsWith('ban_reasons'))).toEqual([])
    const again = answered(page, `GET ${of('sentinel-load-fails')}`)
    await page.getByRole('button', { name: 'Retry' }).click()
    expect((await again).status()).toBe(500)
  })

  test('[UDT-02] an unknown uid is a failed load', async ({ page }) => {
    await page.goto('/user-detail/nobody-has-this-uid')
    await expect(toast(page, "There was an error loading this user's details")).toBeVisible()
    await expect(page.getByRole('link', { name: 'Back' })).toBeVisible()
  })

  test('[UDT-03] the side panel is 350 px wide', async ({ page }) => {
    await open(page, 'sentinel-balances')
    expect((await person(page).boundingBox())?.width).toBe(350)
  })

  test("[UDT-04] 'Back' goes to /dashboard/users", async ({ page }) => {
    await open(page, 'sentinel-balances')
    const back = page.getByRole('link', { name: 'Back' })
    await expect(back).toHaveAttribute('href', '/dashboard/users')
    await back.click()
    await expect(page).toHaveURL('/dashboard/users')
  })

  test("[UDT-07] [UDT-08] [UDT-09] a press on the uid copies it; its tooltip is 'Copy', 'Copied!' for 3000 ms, 'Copy'", async ({
    page,
  }) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await open(page, 'sentinel-balances')
    const uid = person(page).getByRole('button', { name: 'sentinel-balances' })
    const tooltip = page.getByRole('tooltip')
    await uid.hover()
    await expect(tooltip).toHaveText('Copy')
    await uid.click()
    await expect(tooltip).toHaveText('Copied!')
    const began = Date.now()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('sentinel-balances')
    await expect(tooltip).toHaveText('Copy')
    // ui/CopyText.test.tsx tests the exact time.
    expect(Date.now() - began).toBeGreaterThan(1500)
    expect(Date.now() - began).toBeLessThan(6000)
  })

  test('[UDT-10] the country, as flag and as code', async ({ page }) => {
    await open(page, 'sentinel-balances')
    await expect(person(page).getByRole('img', { name: 'Flag of United States' })).toBeVisible()
    await expect(person(page).getByText('US', { exact: true })).toBeVisible()
  })

  test('[UDT-11] Escape returns to /dashboard/users, but first closes what is open (D-037)', async ({
    page,
  }) => {
    await open(page, 'sentinel-balances')
    await press(page, 'Delete posts')
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page).toHaveURL('/user-detail/sentinel-balances')
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL('/dashboard/users')
  })

  test('[UDT-12] the title is the displayName, and the tools title afterwards', async ({ page }) => {
    await open(page, 'sentinel-balances')
    await expect(page).toHaveTitle('Sentinel Balances')
    await page.keyboard.press('Escape')
    await expect(page).toHaveTitle('Portreeve Tools (dev)')
  })

  test('a name of 300 letters from right to left does not break the panel', async ({ page }) => {
    await open(page, 'sentinel-long-name')
    const name = person(page).getByRole('heading', { level: 1 })
    expect((await name.getAttribute('title'))?.length).toBe(300)
    expect((await person(page).boundingBox())?.width).toBe(350)
    const wider = await person(page).evaluate((panel) => panel.scrollWidth - panel.clientWidth)
    expect(wider).toBe(0)
  })
})

test.describe('the tabs, and going from person to person', () => {
  test('[UDT-89] without a hash, and with an unknown one, the Account tab is shown (D-038)', async ({
    page,
  }) => {
    for (const hash of ['', '#account', '#nothing']) {
      await page.goto(`/user-detail/sentinel-balances${hash}`)
      await expect(page.getByRole('region', { name: 'Account', exact: true })).toBeVisible()
      await expect(page.getByRole('navigation', { name: 'Sections' }).locator('[aria-current]')).toHaveText(
        'Account',
      )
      await page.goto('about:blank')
    }
  })

  test('[UDT-91] [UDT-92] [UDT-93] another uid loads another person, with all their sections, from the top', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 428, height: 600 })
    await open(page, 'sentinel-balances')
    await expect(page.getByText('None', { exact: true }).last()).toBeVisible()
    await field(page, 'Gift card code').fill('typed for somebody else')
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(300)

    const calls = watchCalls(page)
    await follow(page, '/user-detail/sentinel-blocked')
    await expect(person(page).getByRole('heading', { level: 1 })).toHaveText('Sentinel Blocked')
    await expect(page.getByText('Never shipped three paid orders')).toBeVisible()
    const names = calls.map(named)
    expect(names[0]).toBe(`GET ${of('sentinel-blocked')}`)
    expect(names.filter((name) => name === `GET ${of('sentinel-blocked', '/ban_reasons')}`)).toHaveLength(1)
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
    await expect(field(page, 'Gift card code')).toHaveValue('')

    // And back, when the data is no longer fresh: again from the server.
    calls.length = 0
    await page.clock.setSystemTime(Date.now() + 11_000)
    await page.goBack()
    await expect(person(page).getByRole('heading', { level: 1 })).toHaveText('Sentinel Balances')
    await expect.poll(() => calls.map(named)).toContain(`GET ${of('sentinel-balances')}`)
    await expect.poll(() => calls.map(named)).toContain(`GET ${of('sentinel-balances', '/ban_reasons')}`)
  })
})

test.describe('an action without permission', () => {
  test.use({ role: 'finance' })
  test('is disabled with the reason, and sends nothing', async ({ page }) => {
    const calls = watchCalls(page)
    await open(page, 'sentinel-edit-20')
    for (const [name, words] of [
      ['Block account', 'block or unblock an account'],
      ['Delete account', 'delete an account'],
      ['Delete posts', "delete a person's content"],
      ['Send verification code', 'send a verification code'],
    ] as const) {
      const button = person(page).getByRole('button', { name, exact: true })
      await expect(button).toBeDisabled()
      await expect(button).toHaveAccessibleDescription(`Your role (finance) may not ${words}.`)
      await button.click({ force: true })
    }
    await expect(person(page).getByRole('button', { name: 'Redeem' })).toBeEnabled()
    await person(page).getByRole('switch', { name: 'Store Behavior' }).click({ force: true })
    await expect(person(page).getByRole('switch', { name: 'Store Behavior' })).not.toBeChecked()
    await save(page, 'Email').click({ force: true })
    await quiet(page)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    expect(calls.filter((call) => call.method() !== 'GET')).toEqual([])
  })
})
