import type { Page } from '@playwright/test'
import { asAdmin } from '../../stack/colleague.ts'
import { answered, expect, sent, test, toast, watchCalls, withoutLive } from '../../stack/test.ts'
import { closeToasts } from '../../stack/toasts.ts'
import { detail, field, goOn, input, of, open, press, save } from './person.ts'

test('contact fields and switches are changed: each is sent alone; gift cards are redeemed', async ({
  page,
}) => {
  const uid = 'sentinel-edit-1'
  await open(page, uid)
  for (const [rows, label, typed, body, done] of [
    [
      ...['[UDT-13] [UDT-14] [UDT-15] [API-09]', 'Phone Number', '+15550001111'],
      ...['{"phone_number":"+15550001111"}', 'Phone number updated'],
    ],
    [
      ...['[UDT-17] [UDT-18] [UDT-19] [API-09]', 'Email', 'changed@example.com'],
      ...['{"email":"changed@example.com"}', 'Updated email'],
    ],
    [
      ...['[UDT-21] [UDT-22] [UDT-23] [API-09]', 'Post Ability', '2'],
      ...['{"post_ability":2}', 'Updated post ability'],
    ],
  ] as [string, string, string, string, string][])
    await test.step(`${rows} ${label}: an input with a save that sends only this field`, async () => {
      await input(page, label).fill(typed)
      const call = sent(page, `PATCH ${of(uid)}`)
      await save(page, label).click()
      expect((await call).postData()).toBe(body)
      await expect(toast(page, done)).toHaveRole('status')
    })
  await closeToasts(page)
  await test.step('a field that is saved while another one is being saved is no conflict', () =>
    saveTwo(page, uid))
  await closeToasts(page)
  expect(await asAdmin('GET', of(uid))).toMatchObject({
    phone_number: '+15550001112',
    email: 'changed@example.com',
    post_ability: 3,
  })

  const calls = watchCalls(page)
  await test.step('[UDT-22] a blank post ability is no number, and nothing is sent (D-036)', async () => {
    await goOn(page, 'sentinel-edit-10')
    await input(page, 'Post Ability').fill('')
    await save(page, 'Post Ability').click()
  })
  await test.step('[UDT-101] unusual text in phone and email is sent as it is', async () => {
    const text = 'not one: ünïcode & <b>'
    for (const [label, done] of [
      ['Phone Number', 'Phone number updated'],
      ['Email', 'Failed to update email'],
    ] as const) {
      await input(page, label).fill(text)
      await save(page, label).click()
      await expect(toast(page, done)).toBeVisible()
    }
    // The server refuses this address; its reason is beside the field.
    await expect(page.getByText('is not an email address')).toBeVisible()
    const changes = calls.filter((call) => call.method() === 'PATCH').map((call) => call.postDataJSON())
    expect(changes, 'these, and no post ability').toEqual([{ phone_number: text }, { email: text }])
  })

  await test.step('[UDT-38] [UDT-39] [UDT-40] [UDT-41] [UDT-103] each switch sends only its field, 1 on and 0 off', () =>
    useSwitches(page))
  await closeToasts(page)
  await test.step('gift cards are redeemed: none typed, a used one, an open one', () => redeem(page))
})

test('an edit of a field that a colleague has just changed shows the present value, and loses nothing @slow', async ({
  page,
}) => {
  const uid = 'sentinel-edit-11'
  await withoutLive(page)
  await open(page, uid)
  await asAdmin('PATCH', of(uid), { phone_number: '+15550009999' })
  await input(page, 'Phone Number').fill('+15550001234')
  const call = sent(page, `PATCH ${of(uid)}`)
  await save(page, 'Phone Number').click()
  expect((await call).headers()['if-match']).toMatch(/^"\d+"$/)
  await expect(toast(page, 'Failed to update phone number')).toBeVisible()
  await expect(input(page, 'Phone Number')).toHaveValue('+15550001234')
  await expect(page.getByText('It is now +15550009999.')).toBeVisible()
  await save(page, 'Phone Number').click()
  await expect(toast(page, 'Phone number updated')).toBeVisible()

  await test.step('[UDT-77] ban reasons that a colleague adds show after Refresh', async () => {
    await goOn(page, 'sentinel-edit-7')
    const section = page.getByRole('region', { name: 'Ban Reasons' })
    await expect(section.getByText('None', { exact: true })).toBeVisible()
    await asAdmin('PATCH', of('sentinel-edit-7', '/ban'), { ban_reason: 'Blocked by a colleague' })
    await expect(section.getByText('None', { exact: true })).toBeVisible()
    await section.getByRole('button', { name: 'Refresh Ban Reasons' }).click()
    await expect(section.getByText('Blocked by a colleague')).toBeVisible()
  })
})

/** Saves a second field before the page has the account as the first one left it. */
async function saveTwo(page: Page, uid: string) {
  let release = () => {}
  const held = new Promise<void>((done) => {
    release = done
  })
  await page.route(`**${of(uid)}`, async (route) => {
    if (route.request().method() === 'GET') await held
    await route.fallback()
  })
  await input(page, 'Phone Number').fill('+15550001112')
  await save(page, 'Phone Number').click()
  await expect(toast(page, 'Phone number updated')).toBeVisible()
  await input(page, 'Post Ability').fill('3')
  await save(page, 'Post Ability').click()
  release()
  await expect(toast(page, 'Updated post ability')).toBeVisible()
}

async function useSwitches(page: Page) {
  const switches = [
    ['Listing Quantity Permission', 'listing_quantity_permission'],
    ['Store Behavior', 'store_behavior'],
    ['Early Access Membership', 'early_access'],
  ] as const
  await goOn(page, 'sentinel-edit-4')
  for (const [label, name] of switches) {
    const control = page.getByRole('switch', { name: label })
    for (const [value, shown] of [
      [1, true],
      [0, false],
      [1, true],
    ] as const) {
      const answer = answered(page, `PATCH ${of('sentinel-edit-4')}`)
      await control.click()
      expect((await answer).status()).toBe(200)
      expect((await answer).request().postData()).toBe(JSON.stringify({ [name]: value }))
      expect((await answer).request().headers()).not.toHaveProperty('if-match')
      await expect(control).toBeChecked({ checked: shown })
    }
  }
  const kept = await asAdmin<Record<string, unknown>>('GET', of('sentinel-edit-4'))
  for (const [, name] of switches) expect(kept[name], name).toBe(1)
}

async function redeem(page: Page) {
  const section = page.getByRole('region', { name: 'Redeem A Gift Card' })
  const code = field(page, 'Gift card code')
  const calls = watchCalls(page)
  await goOn(page, 'sentinel-edit-19')

  await test.step('[UDT-82] without a code nothing is sent', async () => {
    await press(page, 'Redeem')
    await code.fill('   ')
    await page.keyboard.press('Enter')
    await press(page, 'Redeem')
    await expect(section.getByRole('alert')).toHaveCount(0)
  })
  await test.step("[UDT-82] [UDT-85] [UDT-87] a refused card shows the server's error_title", async () => {
    await code.fill('GIFT-USED')
    const answer = answered(page, `PATCH ${of('sentinel-edit-19', '/gift_cards')}`)
    await code.press('Enter')
    const { error_title } = (await (await answer).json()) as { error_title: string }
    expect(error_title).not.toBe('')
    await expect(section.getByRole('alert')).toHaveText(error_title)
    await expect(code).toHaveValue('GIFT-USED')
    await expect(page.locator('[data-toast]')).toHaveCount(0)
    const changes = calls.filter((call) => call.method() === 'PATCH')
    expect(changes.map((call) => call.postData())).toEqual(['{"code":"GIFT-USED"}'])
  })
  await test.step('[UDT-80] [UDT-81] [UDT-84] [UDT-87] [API-14] redeeming a card', async () => {
    await goOn(page, 'sentinel-edit-8')
    await expect(section.getByRole('heading', { name: 'Redeem A Gift Card' })).toBeVisible()
    await expect(section.getByRole('alert')).toHaveCount(0)
    await code.fill('GIFT-1000')
    const call = sent(page, `PATCH ${of('sentinel-edit-8', '/gift_cards')}`)
    await press(page, 'Redeem')
    expect((await call).postData()).toBe('{"code":"GIFT-1000"}')
    await expect(section.getByRole('alert')).toHaveText(
      'Redeemed! Final step: Pause payouts on their payment provider connected account for now.',
    )
    await expect(detail(page, 'Available Balance')).toHaveText('$10.00')
  })
}
