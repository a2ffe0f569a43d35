import { answered, expect, quiet, sent, slowNetwork, test } from '../stack/test.ts'
import { detail, longUtc, of, open } from './person.ts'

test.describe('the details', () => {
  test('[UDT-25] [UDT-27] [UDT-28] [UDT-31] [UDT-35] [UDT-36] [UDT-37] labels and values', async ({
    page,
  }) => {
    const answer = answered(page, `GET ${of('sentinel-balances')}`)
    await open(page, 'sentinel-balances')
    const { data } = (await (await answer).json()) as { data: Record<string, string> }
    await expect(detail(page, 'User Agent')).toHaveText(data.appVersion ?? '')
    await expect(detail(page, 'Subscription State')).toHaveText(data.subscriptionState ?? '')
    await expect(detail(page, 'Payout Schedule Preference')).toHaveText(data.payout_timing_preference ?? '')
    await expect(detail(page, 'Last Active')).toHaveText(longUtc)
    await expect(detail(page, 'Last Active').locator('time')).toHaveAttribute(
      'datetime',
      data.lastActive ?? '',
    )
    await expect(detail(page, 'Account Created')).toHaveText(longUtc)
    await expect(detail(page, 'Account Created').locator('time')).toHaveAttribute(
      'datetime',
      data.created_at ?? '',
    )
    await expect(detail(page, 'Available Balance')).toHaveText('$12.34')
    await expect(detail(page, 'Pending Balance')).toHaveText('$0.50')
  })

  test('[UDT-26] [UDT-30] [UDT-32] [UDT-33] ids link to other sites, in a new tab', async ({ page }) => {
    const answer = answered(page, `GET ${of('sentinel-balances')}`)
    await open(page, 'sentinel-balances')
    const { data } = (await (await answer).json()) as { data: Record<string, string> }
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

  test("[UDT-29] Is Blocked is 'True' or 'False'", async ({ page }) => {
    await open(page, 'sentinel-blocked')
    await expect(detail(page, 'Is Blocked')).toHaveText('True')
    await open(page, 'sentinel-balances')
    await expect(detail(page, 'Is Blocked')).toHaveText('False')
  })

  test("[UDT-34] [UDT-45] a missing value is 'null', and a missing connect id is 'None'", async ({
    page,
  }) => {
    await open(page, 'sentinel-nulls')
    for (const label of [
      'User Agent',
      'Last IP Address',
      'Last Active',
      'Subscription State',
      'OneSignal ID',
      'Account Created',
      'Stripe Customer ID',
      'Payout Schedule Preference',
      'Available Balance',
      'Pending Balance',
    ])
      await expect(detail(page, label), label).toHaveText('null')
    await expect(detail(page, 'Stripe Connect ID')).toHaveText('None')
    await expect(page.locator('dl').getByRole('link')).toHaveCount(0)
  })

  test('an invalid date is shown as it is (D-027)', async ({ page }) => {
    await open(page, 'sentinel-bad-date')
    await expect(detail(page, 'Account Created')).toHaveText('not a date')
  })

  const switches = [
    ['Listing Quantity Permission', 'listing_quantity_permission'],
    ['Store Behavior', 'store_behavior'],
    ['Early Access Membership', 'early_access'],
  ] as const

  test('[UDT-38] [UDT-39] [UDT-40] [UDT-41] [UDT-103] each switch sends only its field, 1 on and 0 off', async ({
    page,
  }) => {
    await open(page, 'sentinel-edit-4')
    for (const [label, name] of switches) {
      const control = page.getByRole('switch', { name: label })
      for (const [value, shown] of [
        [1, true],
        [0, false],
        [1, true],
      ] as const) {
        const call = sent(page, `PATCH ${of('sentinel-edit-4')}`)
        const answer = answered(page, `PATCH ${of('sentinel-edit-4')}`)
        await control.click()
        expect((await call).postData()).toBe(JSON.stringify({ [name]: value }))
        expect((await call).headers()).not.toHaveProperty('if-match')
        expect((await answer).status()).toBe(200)
        await expect(control).toBeChecked({ checked: shown })
      }
    }
    await page.reload()
    for (const [label] of switches) await expect(page.getByRole('switch', { name: label })).toBeChecked()
  })

  test('[UDT-42] a switch changes before the server answers', async ({ page }) => {
    await open(page, 'sentinel-slow')
    const control = page.getByRole('switch', { name: 'Store Behavior' })
    const before = await control.isChecked()
    const answer = answered(page, `PATCH ${of('sentinel-slow')}`)
    let isAnswered = false
    void answer.then(() => {
      isAnswered = true
    })
    const usual = await slowNetwork(page, 10_000)
    await control.click()
    await expect(control).toBeChecked({ checked: !before, timeout: 5000 })
    expect(isAnswered).toBe(false)
    await usual()
    await answer
    await expect(control).toBeChecked({ checked: !before })
    // All its calls have finished.
    await quiet(page)
    await expect(control).toBeChecked({ checked: !before })
  })

  for (const uid of ['sentinel-changes-fail', 'sentinel-changes-200', 'sentinel-changes-drop'])
    test(`[UDT-43] [UDT-44] a switch goes back when its update fails, without a toast (${uid})`, async ({
      page,
    }) => {
      const logged: string[] = []
      page.on('console', (message) => message.type() === 'error' && logged.push(message.text()))
      await open(page, uid)
      const control = page.getByRole('switch', { name: 'Store Behavior' })
      await expect(control).not.toBeChecked()
      const call = sent(page, `PATCH ${of(uid)}`)
      await control.click()
      await call
      await expect.poll(() => logged.some((text) => text.includes('CallFailure'))).toBe(true)
      await expect(control).not.toBeChecked()
      await expect(page.locator('[data-toast]')).toHaveCount(0)
    })
})
