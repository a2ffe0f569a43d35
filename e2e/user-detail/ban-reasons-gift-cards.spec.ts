import type { Page } from '@playwright/test'
import { answered, expect, named, quiet, sent, test, toast, watchCalls } from '../stack/test.ts'
import { detail, field, of, open, press } from './person.ts'

test.describe('ban reasons', () => {
  test('[UDT-73] [UDT-78] the section, with reason and date', async ({ page }) => {
    await open(page, 'sentinel-blocked')
    const section = page.getByRole('region', { name: 'Ban Reasons' })
    await expect(section.getByRole('heading', { name: 'Ban Reasons' })).toBeVisible()
    await expect(section.getByRole('listitem')).toHaveCount(2)
    await expect(section.getByText('Never shipped three paid orders')).toBeVisible()
    for (const text of await section.locator('time').allTextContents())
      expect(text).toMatch(/^[A-Z][a-z]+ \d{1,2}, \d{4} - \d{1,2}:\d\d[ap]m$/)
    await expect(section.locator('time')).toHaveCount(2)
  })

  test("[UDT-74] [UDT-75] [UDT-94] [API-13] they load once, after the person, and show 'Downloading...' until then", async ({
    page,
  }) => {
    const calls = watchCalls(page)
    const answer = answered(page, `GET ${of('sentinel-slow')}`)
    await page.goto('/user-detail/sentinel-slow')
    await answer
    const before = calls.map(named).filter((name) => name.endsWith('ban_reasons'))
    expect(before).toEqual([])
    await expect(page.getByText('Downloading...')).toBeVisible()
    await expect(page.getByText('Downloading...')).toHaveCount(0)
    const names = calls.map(named)
    expect(names.filter((name) => name === `GET ${of('sentinel-slow', '/ban_reasons')}`)).toHaveLength(1)
    expect(names.filter((name) => name === `GET ${of('sentinel-slow')}`)).toHaveLength(1)
  })

  test("[UDT-76] 'None' when there are none", async ({ page }) => {
    await open(page, 'sentinel-balances')
    await expect(
      page.getByRole('region', { name: 'Ban Reasons' }).getByText('None', { exact: true }),
    ).toBeVisible()
  })

  test('[UDT-77] they can be refreshed', async ({ page, context }) => {
    await open(page, 'sentinel-edit-7')
    const section = page.getByRole('region', { name: 'Ban Reasons' })
    await expect(section.getByText('None', { exact: true })).toBeVisible()
    const other = await context.newPage()
    await open(other, 'sentinel-edit-7')
    await press(other, 'Block account')
    await other.getByRole('dialog').getByLabel('Reason').fill('Blocked by a colleague')
    await other.getByRole('dialog').getByRole('button', { name: 'Block', exact: true }).click()
    await expect(toast(other, 'Account blocked')).toBeVisible()

    await expect(section.getByText('None', { exact: true })).toBeVisible()
    await section.getByRole('button', { name: 'Refresh Ban Reasons' }).click()
    await expect(section.getByText('Blocked by a colleague')).toBeVisible()
  })

  test('[UDT-79] a failed load is only logged: no toast, and no empty state', async ({ page }) => {
    const logged: string[] = []
    page.on('console', (message) => message.type() === 'error' && logged.push(message.text()))
    await open(page, 'sentinel-ban-reasons-fail')
    const section = page.getByRole('region', { name: 'Ban Reasons' })
    await expect(section.getByText('Ban reasons could not be loaded.')).toBeVisible()
    await expect(section.getByText('None', { exact: true })).toHaveCount(0)
    await expect(page.locator('[data-toast]')).toHaveCount(0)
    expect(logged.some((text) => text.includes('CallFailure'))).toBe(true)
    const again = answered(page, `GET ${of('sentinel-ban-reasons-fail', '/ban_reasons')}`)
    await section.getByRole('button', { name: 'Retry' }).click()
    expect((await again).status()).toBe(500)
  })
})

test.describe('gift cards', () => {
  const section = (page: Page) => page.getByRole('region', { name: 'Redeem A Gift Card' })
  const code = (page: Page) => field(page, 'Gift card code')

  test('[UDT-80] [UDT-81] [UDT-84] [UDT-87] [API-14] redeeming a card', async ({ page }) => {
    await open(page, 'sentinel-edit-8')
    await expect(section(page).getByRole('heading', { name: 'Redeem A Gift Card' })).toBeVisible()
    await expect(section(page).getByRole('alert')).toHaveCount(0)
    await code(page).fill('GIFT-1000')
    const call = sent(page, `PATCH ${of('sentinel-edit-8', '/gift_cards')}`)
    await press(page, 'Redeem')
    expect((await call).postData()).toBe('{"code":"GIFT-1000"}')
    await expect(section(page).getByRole('alert')).toHaveText(
      'Redeemed! Final step: Pause payouts on their payment provider connected account for now.',
    )
    await expect(detail(page, 'Available Balance')).toHaveText('$10.00')
  })

  test('[UDT-82] without a code nothing is sent', async ({ page }) => {
    const calls = watchCalls(page)
    await open(page, 'sentinel-edit-18')
    await press(page, 'Redeem')
    await code(page).fill('   ')
    await page.keyboard.press('Enter')
    await press(page, 'Redeem')
    await quiet(page)
    expect(calls.filter((call) => call.method() === 'PATCH')).toEqual([])
    await expect(section(page).getByRole('alert')).toHaveCount(0)
  })

  test('[UDT-83] [UDT-87] while redeeming a spinner replaces the button', async ({ page }) => {
    await open(page, 'sentinel-slow')
    await code(page).fill('NO-SUCH-CARD')
    await press(page, 'Redeem')
    await expect(section(page).getByLabel('Loading')).toBeVisible()
    await expect(section(page).getByRole('button')).toHaveCount(0)
    await expect(section(page).getByRole('alert')).toHaveCount(0)
    await expect(section(page).getByRole('alert')).toHaveText('No such gift card')
    await expect(section(page).getByLabel('Loading')).toHaveCount(0)
    await expect(section(page).getByRole('button', { name: 'Redeem' })).toBeVisible()
  })

  test("[UDT-85] [UDT-87] a refused card shows the server's error_title", async ({ page }) => {
    await open(page, 'sentinel-edit-19')
    await code(page).fill('GIFT-USED')
    const answer = answered(page, `PATCH ${of('sentinel-edit-19', '/gift_cards')}`)
    await code(page).press('Enter')
    const { error_title } = (await (await answer).json()) as { error_title: string }
    expect(error_title).not.toBe('')
    await expect(section(page).getByRole('alert')).toHaveText(error_title)
    await expect(code(page)).toHaveValue('GIFT-USED')
    await expect(page.locator('[data-toast]')).toHaveCount(0)
  })

  for (const uid of ['sentinel-changes-drop', 'sentinel-changes-200'])
    test(`[UDT-86] [ERR-06] without an error_title it is 'Error redeeming' (${uid})`, async ({ page }) => {
      await open(page, uid)
      await code(page).fill('GIFT-1001')
      await press(page, 'Redeem')
      await expect(section(page).getByRole('alert')).toHaveText('Error redeeming')
    })
})
