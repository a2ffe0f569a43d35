import type { Page } from '@playwright/test'
import { answered, expect, quiet, sent, test, toast, watchCalls } from '../stack/test.ts'
import { of, open, save } from './person.ts'

test.describe('the fields that staff edit', () => {
  const cases = [
    {
      uid: 'sentinel-edit-1',
      label: 'Phone Number',
      rows: '[UDT-13] [UDT-14] [UDT-15] [API-09]',
      typed: '+15550001111',
      body: '{"phone_number":"+15550001111"}',
      done: 'Phone number updated',
    },
    {
      uid: 'sentinel-edit-2',
      label: 'Email',
      rows: '[UDT-17] [UDT-18] [UDT-19] [API-09]',
      typed: 'changed@example.com',
      body: '{"email":"changed@example.com"}',
      done: 'Updated email',
    },
    {
      uid: 'sentinel-edit-3',
      label: 'Post Ability',
      rows: '[UDT-21] [UDT-22] [UDT-23] [API-09]',
      typed: '2',
      body: '{"post_ability":2}',
      done: 'Updated post ability',
    },
  ]
  const input = (page: Page, label: string) => page.getByLabel(label, { exact: true })

  for (const { uid, label, rows, typed, body, done } of cases)
    test(`${rows} ${label}: an input with a save that sends only this field`, async ({ page }) => {
      await open(page, uid)
      await input(page, label).fill(typed)
      const call = sent(page, `PATCH ${of(uid)}`)
      await save(page, label).click()
      expect((await call).postData()).toBe(body)
      await expect(toast(page, done)).toHaveRole('status')
      await page.reload()
      await expect(input(page, label)).toHaveValue(typed)
    })

  const failures = [
    ['Phone Number', 'Failed to update phone number', 'UDT-16'],
    ['Email', 'Failed to update email', 'UDT-20'],
    ['Post Ability', 'Failed to update post ability', 'UDT-24'],
  ] as const
  for (const uid of ['sentinel-changes-fail', 'sentinel-changes-200', 'sentinel-changes-drop'])
    test(`[UDT-16, UDT-20, UDT-24] [ERR-03] a failed save shows the failure and keeps the typed text (${uid})`, async ({
      page,
    }) => {
      await open(page, uid)
      for (const [label, failed] of failures) {
        await input(page, label).fill('77')
        await save(page, label).click()
        await expect(toast(page, failed)).toHaveRole('alert')
        await expect(input(page, label)).toHaveValue('77')
      }
    })

  test('[ERR-05] a network error is logged, and the failure path runs', async ({ page }) => {
    const logged: string[] = []
    page.on('console', (message) => message.type() === 'error' && logged.push(message.text()))
    await open(page, 'sentinel-changes-drop')
    await input(page, 'Email').fill('a@b.c')
    await save(page, 'Email').click()
    await expect(toast(page, 'Failed to update email')).toBeVisible()
    expect(logged.some((text) => text.includes('Failed to fetch'))).toBe(true)
  })

  test('[UDT-100] the inputs hold the current values', async ({ page }) => {
    const answer = answered(page, `GET ${of('sentinel-balances')}`)
    await open(page, 'sentinel-balances')
    const { data } = (await (await answer).json()) as { data: Record<string, unknown> }
    await expect(input(page, 'Phone Number')).toHaveValue(String(data.phone_number))
    await expect(input(page, 'Email')).toHaveValue(String(data.email))
    await expect(input(page, 'Post Ability')).toHaveValue(String(data.post_ability))
  })

  test('[UDT-101] unusual text in phone and email is sent as it is', async ({ page }) => {
    await open(page, 'sentinel-edit-10')
    for (const [label, name] of [
      ['Phone Number', 'phone_number'],
      ['Email', 'email'],
    ] as const) {
      const call = sent(page, `PATCH ${of('sentinel-edit-10')}`)
      await input(page, label).fill('not one: ünïcode & <b>')
      await save(page, label).click()
      expect((await call).postDataJSON()).toEqual({ [name]: 'not one: ünïcode & <b>' })
    }
    // The server refuses this address; its reason is beside the field.
    await expect(toast(page, 'Failed to update email')).toBeVisible()
    await expect(page.getByText('is not an e-mail address')).toBeVisible()
  })

  test('[UDT-22] a blank post ability is no number, and nothing is sent (D-036)', async ({ page }) => {
    const calls = watchCalls(page)
    await open(page, 'sentinel-edit-10')
    await input(page, 'Post Ability').fill('')
    await save(page, 'Post Ability').click()
    await quiet(page)
    expect(calls.filter((call) => call.method() === 'PATCH')).toEqual([])
  })

  test('an edit of a field that a colleague has just changed shows the present value, and loses nothing', async ({
    page,
    context,
  }) => {
    await open(page, 'sentinel-edit-11')
    const other = await context.newPage()
    await open(other, 'sentinel-edit-11')
    await input(other, 'Phone Number').fill('+15550009999')
    await save(other, 'Phone Number').click()
    await expect(toast(other, 'Phone number updated')).toBeVisible()

    await input(page, 'Phone Number').fill('+15550001234')
    const call = sent(page, `PATCH ${of('sentinel-edit-11')}`)
    await save(page, 'Phone Number').click()
    expect((await call).headers()['if-match']).toMatch(/^"\d+"$/)
    await expect(toast(page, 'Failed to update phone number')).toBeVisible()
    await expect(input(page, 'Phone Number')).toHaveValue('+15550001234')
    await expect(page.getByText('It is now +15550009999.')).toBeVisible()
    await save(page, 'Phone Number').click()
    await expect(toast(page, 'Phone number updated')).toBeVisible()
  })
})
