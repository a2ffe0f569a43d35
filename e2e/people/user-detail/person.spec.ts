import { expectDrawn } from '../../stack/page-parts.ts'
import { answered, expect, follow, named, test, toast, watchCalls } from '../../stack/test.ts'
import { detail, field, goOn, input, longUtc, of, open, person, press } from './person.ts'

const uid = 'sentinel-balances'

test('a person is opened: the panel, its details and links, and the uid copied', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.clock.install()
  const answer = answered(page, `GET ${of(uid)}`)
  await open(page, uid)
  expect((await answer).request().postData()).toBeNull()
  const { data } = (await (await answer).json()) as { data: Record<string, string> }

  await test.step('[UDT-01] [UDT-05] [UDT-06] [API-08] the page shows the person of the address, by name and uid', async () => {
    await expect(person(page).getByRole('heading', { level: 1 })).toHaveText('Sentinel Balances')
    await expect(person(page).getByText(uid, { exact: true })).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0)
  })
  await test.step('[UDT-03] [UDT-10] [UDT-12] 350 px wide, with the country as flag and as code; the title is the name', async () => {
    expect((await person(page).boundingBox())?.width).toBe(350)
    const flag = person(page).getByRole('img', { name: 'Flag of United States' })
    await expect(flag).toBeVisible()
    await expectDrawn(flag)
    await expect(person(page).getByText('US', { exact: true })).toBeVisible()
    await expect(page).toHaveTitle('Sentinel Balances')
  })
  await test.step('[UDT-100] the inputs hold the current values', async () => {
    await expect(input(page, 'Phone Number')).toHaveValue(String(data.phone_number))
    await expect(input(page, 'Email')).toHaveValue(String(data.email))
    await expect(input(page, 'Post Ability')).toHaveValue(String(data.post_ability))
  })
  await test.step('[UDT-25] [UDT-27] [UDT-28] [UDT-29] [UDT-31] [UDT-35] [UDT-36] [UDT-37] labels and values', async () => {
    await expect(detail(page, 'User Agent')).toHaveText(data.appVersion ?? '')
    await expect(detail(page, 'Subscription State')).toHaveText(data.subscriptionState ?? '')
    await expect(detail(page, 'Payout Schedule Preference')).toHaveText(data.payout_timing_preference ?? '')
    for (const [label, value] of [
      ['Last Active', data.lastActive],
      ['Account Created', data.created_at],
    ] as const) {
      await expect(detail(page, label)).toHaveText(longUtc)
      await expect(detail(page, label).locator('time')).toHaveAttribute('datetime', value ?? '')
    }
    await expect(detail(page, 'Available Balance')).toHaveText('$12.34')
    await expect(detail(page, 'Pending Balance')).toHaveText('$0.50')
    await expect(detail(page, 'Is Blocked')).toHaveText('False')
  })
  await test.step('[UDT-26] [UDT-30] [UDT-32] [UDT-33] ids link to other sites, in a new tab', async () => {
    for (const [label, name, place] of [
      ['Last IP Address', 'last_ip', 'ipinfo.io'],
      ['OneSignal ID', 'oneSignalId', 'onesignal.com'],
      ['Stripe Customer ID', 'stripe_customer_id', 'dashboard.stripe.com/test/customers/'],
      ['Stripe Connect ID', 'stripe_connect_id', 'dashboard.stripe.com/test/connect/accounts/'],
    ] as const) {
      const link = detail(page, label).getByRole('link', { name: data[name] })
      const href = (await link.getAttribute('href')) ?? ''
      expect(href).toContain(place)
      expect(href).toContain(encodeURIComponent(data[name] ?? '?'))
      await expect(link).toHaveAttribute('target', '_blank')
      await expect(link).toHaveAttribute('rel', /noopener/)
    }
  })
  await test.step("[UDT-07] [UDT-08] [UDT-09] a press on the uid copies it; its tooltip is 'Copy', 'Copied!' for 3000 ms, 'Copy'", async () => {
    const button = person(page).getByRole('button', { name: uid })
    const tooltip = page.getByRole('tooltip')
    await button.hover()
    await expect(tooltip).toHaveText('Copy')
    await button.click()
    await expect(tooltip).toHaveText('Copied!')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(uid)
    // ui/CopyText.test.tsx tests the exact time.
    await page.clock.fastForward(3000)
    await expect(tooltip).toHaveText('Copy')
  })
})

test('a person is left by Escape, which first closes what is open, by Back, and for another person', async ({
  page,
}) => {
  const pressEscape = () => page.keyboard.press('Escape')
  const dialog = page.getByRole('dialog')
  await open(page, uid)

  await test.step('[UDT-11] [UDT-12] Escape closes the dialog, then returns to /dashboard/users and its title (D-037)', async () => {
    await press(page, 'Delete posts')
    await expect(dialog).toBeVisible()
    await pressEscape()
    await expect(dialog).toHaveCount(0)
    await expect(page).toHaveURL(`/user-detail/${uid}`)
    await expect(page).toHaveTitle('Sentinel Balances')
    await pressEscape()
    await expect(page).toHaveURL('/dashboard/users')
    await expect(page).toHaveTitle('Portreeve Tools (dev)')
  })
  await test.step('[UDT-11] Escape closes the menu, then the modal, and only then leaves', async () => {
    await goOn(page, 'sentinel-account')
    const actions = page.getByRole('button', { name: 'Actions for Sentinel Account 1' })
    await actions.click()
    await expect(page.getByRole('menu')).toBeVisible()
    await pressEscape()
    await expect(page.getByRole('menu')).toHaveCount(0)
    await actions.click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await expect(dialog).toBeVisible()
    await pressEscape()
    await expect(dialog).toHaveCount(0)
    await expect(page).toHaveURL('/user-detail/sentinel-account')
    await pressEscape()
    await expect(page).toHaveURL('/dashboard/users')
  })
  await test.step("[UDT-04] 'Back' goes to /dashboard/users", async () => {
    await goOn(page, uid)
    const back = page.getByRole('link', { name: 'Back' })
    await expect(back).toHaveAttribute('href', '/dashboard/users')
    await back.click()
    await expect(page).toHaveURL('/dashboard/users')
  })

  await page.setViewportSize({ width: 428, height: 600 })
  await goOn(page, uid)
  const calls = watchCalls(page)

  await test.step('[UDT-91] [UDT-92] [UDT-93] another uid loads another person', async () => {
    await expect(page.getByText('None', { exact: true }).last()).toBeVisible()
    await field(page, 'Gift card code').fill('typed for somebody else')
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(300)

    calls.length = 0
    await follow(page, '/user-detail/sentinel-blocked')
    await expect(person(page).getByRole('heading', { level: 1 })).toHaveText('Sentinel Blocked')
    await expect(page.getByText('Never shipped three paid orders')).toBeVisible()
    const names = calls.map(named)
    expect(names[0]).toBe(`GET ${of('sentinel-blocked')}`)
    expect(names.filter((name) => name === `GET ${of('sentinel-blocked', '/ban_reasons')}`)).toHaveLength(1)
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
    await expect(field(page, 'Gift card code')).toHaveValue('')
  })
  await test.step('[UDT-92] and back, when the data is no longer fresh: again from the server', async () => {
    calls.length = 0
    await page.clock.setSystemTime(Date.now() + 11_000)
    await page.goBack()
    await expect(person(page).getByRole('heading', { level: 1 })).toHaveText('Sentinel Balances')
    await expect.poll(() => calls.map(named)).toContain(`GET ${of(uid)}`)
    await expect.poll(() => calls.map(named)).toContain(`GET ${of(uid, '/ban_reasons')}`)
  })
})

test('persons with unusual data: blocked, without values, with a wrong date, with a long name, and none @slow', async ({
  page,
}) => {
  await open(page, 'sentinel-blocked')
  const reasons = page.getByRole('region', { name: 'Ban Reasons' })

  await test.step('[UDT-73] [UDT-78] the ban reasons, each with its date', async () => {
    await expect(reasons.getByRole('heading', { name: 'Ban Reasons' })).toBeVisible()
    await expect(reasons.getByRole('listitem')).toHaveCount(2)
    await expect(reasons.getByText('Never shipped three paid orders')).toBeVisible()
    await expect(reasons.locator('time')).toHaveCount(2)
    for (const text of await reasons.locator('time').allTextContents())
      expect(text).toMatch(/^[A-Z][a-z]+ \d{1,2}, \d{4} - \d{1,2}:\d\d[ap]m$/)
  })
  await test.step('[UDT-29] [UDT-46] a blocked account can be unblocked, and not blocked', async () => {
    await expect(detail(page, 'Is Blocked')).toHaveText('True')
    await expect(person(page).getByRole('button', { name: 'Unblock account' })).toBeVisible()
    await expect(person(page).getByRole('button', { name: 'Block account', exact: true })).toHaveCount(0)
  })
  await test.step("[UDT-34] [UDT-45] a missing value is 'null', and a missing connect id is 'None'", async () => {
    await goOn(page, 'sentinel-nulls')
    for (const label of [
      ...['User Agent', 'Last IP Address', 'Last Active', 'Subscription State', 'OneSignal ID'],
      ...['Account Created', 'Stripe Customer ID', 'Payout Schedule Preference'],
      ...['Available Balance', 'Pending Balance'],
    ])
      await expect(detail(page, label), label).toHaveText('null')
    await expect(detail(page, 'Stripe Connect ID')).toHaveText('None')
    await expect(page.locator('dl').getByRole('link')).toHaveCount(0)
  })
  await test.step("[UDT-76] 'None' when there are no ban reasons; an invalid date is shown as it is (D-027)", async () => {
    await goOn(page, 'sentinel-bad-date')
    await expect(detail(page, 'Account Created')).toHaveText('not a date')
    await goOn(page, uid)
    await expect(reasons.getByText('None', { exact: true })).toBeVisible()
  })
  await test.step('a name of 300 letters from right to left does not break the panel', async () => {
    await goOn(page, 'sentinel-long-name')
    const name = person(page).getByRole('heading', { level: 1 })
    expect((await name.getAttribute('title'))?.length).toBe(300)
    expect((await person(page).boundingBox())?.width).toBe(350)
    expect(await person(page).evaluate((panel) => panel.scrollWidth - panel.clientWidth)).toBe(0)
  })

  const failed = toast(page, "There was an error loading this user's details")
  const calls = watchCalls(page)

  await test.step('[UDT-02] an unknown uid is a failed load', async () => {
    await follow(page, '/user-detail/nobody-has-this-uid')
    await expect(failed).toBeVisible()
    await expect(page.getByRole('link', { name: 'Back' })).toBeVisible()
    // The next step has a toast of the same words.
    await expect(failed).toHaveCount(0)
  })
  await test.step('[UDT-02] [UDT-94] a failed load is a toast, the page shows only the link back (D-118), and nothing else is fetched', async () => {
    calls.length = 0
    await goOn(page, 'sentinel-load-fails')
    await expect(failed).toBeVisible()
    await expect(failed).toContainText('Request Status')
    await expect(failed).toHaveRole('alert')
    await expect(page.getByRole('link', { name: 'Back' })).toBeVisible()
    await expect(page.getByText('Ban Reasons')).toHaveCount(0)
    const again = answered(page, `GET ${of('sentinel-load-fails')}`)
    await page.getByRole('button', { name: 'Retry' }).click()
    expect((await again).status()).toBe(500)
    // The navigation may read: a colleague's change has it fetch its counts and notices again.
    expect(calls.map(named).filter((name) => name.includes('sentinel-load-fails'))).toEqual(
      Array(2).fill(`GET ${of('sentinel-load-fails')}`),
    )
  })
})
