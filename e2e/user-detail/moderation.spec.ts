import { answered, expect, quiet, sent, test, toast, watchCalls } from '../stack/test.ts'
import { confirm, detail, of, open, person, press } from './person.ts'

test.describe('moderation', () => {
  test('[UDT-46] [UDT-47] [UDT-58] seven actions; the destructive ones and block open a modal with Cancel and a confirm button', async ({
    page,
  }) => {
    await open(page, 'sentinel-balances')
    for (const action of [
      'Delete account',
      'Delete posts',
      'Delete conversations',
      'Delete community content',
    ]) {
      await press(page, action)
      const modal = page.getByRole('dialog', { name: action })
      await expect(modal.getByRole('button', { name: 'Cancel' })).toBeVisible()
      await expect(modal.getByRole('button', { name: action })).toBeVisible()
      await modal.getByRole('button', { name: 'Cancel' }).click()
      await expect(modal).toHaveCount(0)
    }
    await press(page, 'Block account')
    await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Reason' })).toBeFocused()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await expect(person(page).getByRole('button', { name: 'Send verification code' })).toBeVisible()
    await expect(person(page).getByRole('button', { name: 'Unblock account' })).toHaveCount(0)
    await open(page, 'sentinel-blocked')
    await expect(person(page).getByRole('button', { name: 'Unblock account' })).toBeVisible()
    await expect(person(page).getByRole('button', { name: 'Block account', exact: true })).toHaveCount(0)
  })

  test('[UDT-59] [DLG-22] a cancelled modal sends nothing', async ({ page }) => {
    const calls = watchCalls(page)
    await open(page, 'sentinel-edit-15')
    for (const action of [
      'Delete account',
      'Delete posts',
      'Delete conversations',
      'Delete community content',
      'Block account',
    ]) {
      for (const leave of ['Cancel', 'Close', 'Escape']) {
        await press(page, action)
        const modal = page.getByRole('dialog', { name: action })
        await expect(modal).toBeVisible()
        if (leave === 'Escape') await page.keyboard.press('Escape')
        else await modal.getByRole('button', { name: leave }).click()
        await expect(modal).toHaveCount(0)
      }
    }
    await quiet(page)
    expect(calls.filter((call) => call.method() !== 'GET')).toEqual([])
  })

  test('[UDT-47] [UDT-49] [UDT-54] [UDT-57] [API-11] [API-12] blocking with a reason, and unblocking', async ({
    page,
  }) => {
    await open(page, 'sentinel-edit-5')
    await press(page, 'Block account')
    await page.getByRole('dialog').getByLabel('Reason').fill('Sold a house that is not there')
    const ban = sent(page, `PATCH ${of('sentinel-edit-5', '/ban')}`)
    await page.getByRole('dialog').getByRole('button', { name: 'Block', exact: true }).click()
    expect((await ban).postData()).toBe('{"ban_reason":"Sold a house that is not there"}')
    await expect(toast(page, 'Account blocked')).toHaveRole('status')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(detail(page, 'Is Blocked')).toHaveText('True')
    await expect(page.getByText('Sold a house that is not there')).toBeVisible()

    const unban = sent(page, `PATCH ${of('sentinel-edit-5', '/unban')}`)
    await press(page, 'Unblock account')
    expect((await unban).postData()).toBeNull()
    await expect(toast(page, 'Account unblocked')).toHaveRole('status')
    await expect(detail(page, 'Is Blocked')).toHaveText('False')
    await expect(person(page).getByRole('button', { name: 'Block account', exact: true })).toBeVisible()
  })

  test('[UDT-48] an empty reason can be submitted', async ({ page }) => {
    await open(page, 'sentinel-edit-6')
    const ban = sent(page, `PATCH ${of('sentinel-edit-6', '/ban')}`)
    await confirm(page, 'Block account', 'Block')
    expect((await ban).postData()).toBe('{"ban_reason":""}')
    await expect(toast(page, 'Account blocked')).toBeVisible()
  })

  for (const uid of ['sentinel-changes-fail', 'sentinel-changes-200', 'sentinel-changes-drop'])
    test(`[UDT-50] a block that fails says 'Failed to unblock account' and keeps the reason (${uid})`, async ({
      page,
    }) => {
      await open(page, uid)
      await press(page, 'Block account')
      await page.getByRole('dialog').getByLabel('Reason').fill('kept')
      await page.getByRole('dialog').getByRole('button', { name: 'Block', exact: true }).click()
      await expect(toast(page, 'Failed to unblock account')).toHaveRole('alert')
      await expect(page.getByRole('dialog').getByLabel('Reason')).toHaveValue('kept')
      await expect(detail(page, 'Is Blocked')).toHaveText('False')
    })

  test('[UDT-51] [UDT-52] [UDT-53] blocking oneself: a joke, and no call', async ({ page }) => {
    const calls = watchCalls(page)
    await open(page, 'staff-admin')
    await press(page, 'Block account')
    await expect(toast(page, "Nice try, but you can't block yourself!")).toHaveRole('alert')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await quiet(page)
    expect(calls.filter((call) => call.method() === 'PATCH')).toEqual([])
  })

  test("[UDT-55] a refused unblock says 'Failed to unblock account'", async ({ page, context }) => {
    await open(page, 'sentinel-edit-16')
    await confirm(page, 'Block account', 'Block')
    await expect(toast(page, 'Account blocked')).toBeVisible()
    // A colleague is quicker, so that the server refuses this one.
    const other = await context.newPage()
    await open(other, 'sentinel-edit-16')
    await press(other, 'Unblock account')
    await expect(toast(other, 'Account unblocked')).toBeVisible()

    const answer = answered(page, `PATCH ${of('sentinel-edit-16', '/unban')}`)
    await press(page, 'Unblock account')
    expect(((await (await answer).json()) as { status_code: number }).status_code).toBe(0)
    await expect(toast(page, 'Failed to unblock account')).toHaveRole('alert')
    await expect(detail(page, 'Is Blocked')).toHaveText('False')
  })

  test("[UDT-56] an unblock without an answer says 'Unblock account failed'", async ({ page, context }) => {
    await open(page, 'sentinel-edit-17')
    await confirm(page, 'Block account', 'Block')
    await expect(toast(page, 'Account blocked')).toBeVisible()
    await expect(detail(page, 'Is Blocked')).toHaveText('True')
    await context.setOffline(true)
    await press(page, 'Unblock account')
    await expect(toast(page, 'Unblock account failed')).toHaveRole('alert')
    await expect(detail(page, 'Is Blocked')).toHaveText('True')
  })

  test('[UDT-60] [UDT-99] [API-10] a deleted account is gone; the page stays, without actions', async ({
    page,
  }) => {
    await open(page, 'sentinel-deletable')
    const call = sent(page, `DELETE ${of('sentinel-deletable')}`)
    await confirm(page, 'Delete account')
    expect((await call).postData()).toBeNull()
    await expect(toast(page, 'Account deleted')).toHaveRole('status')
    // D-032
    await expect(page).toHaveURL('/user-detail/sentinel-deletable')
    await expect(person(page).getByText('Deleted', { exact: true })).toBeVisible()
    for (const name of [
      'Block account',
      'Delete account',
      'Delete posts',
      'Send verification code',
      'Redeem',
    ])
      await expect(person(page).getByRole('button', { name, exact: true })).toBeDisabled()
    await page.reload()
    await expect(toast(page, "There was an error loading this user's details")).toBeVisible()
  })

  test('a deletion that the server refuses keeps the modal open, with the reason', async ({ page }) => {
    await open(page, 'sentinel-balances')
    await confirm(page, 'Delete account')
    await expect(toast(page, 'Account delete failed')).toBeVisible()
    await expect(page.getByRole('dialog').getByRole('alert')).toContainText('This account still has')
    await expect(person(page).getByText('Deleted', { exact: true })).toHaveCount(0)
  })

  test("[UDT-62] [UDT-64] [UDT-65] [UDT-67] [UDT-68] [UDT-69] [API-15] [API-16] [API-18] deleting a person's content", async ({
    page,
  }) => {
    const warning = 'WARNING! This action cannot be reversed and should only be used on rare occasions.'
    await page.goto('/user-detail/sentinel-content#listings')
    const listings = page.getByRole('main').getByRole('listitem')
    await expect(listings).toHaveCount(7)

    const posts = sent(page, `DELETE ${of('sentinel-content', '/posts')}`)
    await confirm(page, 'Delete posts')
    expect((await posts).postData()).toBeNull()
    await expect(toast(page, '7 Posts Deleted!')).toHaveRole('status')
    // The open tab shows it, too.
    await expect(listings).toHaveCount(0)

    await press(page, 'Delete conversations')
    await expect(page.getByRole('dialog').getByText(warning, { exact: true })).toBeVisible()
    const conversations = sent(page, `DELETE ${of('sentinel-content', '/conversations')}`)
    await page.getByRole('dialog').getByRole('button', { name: 'Delete conversations' }).click()
    expect((await conversations).postData()).toBeNull()
    await expect(toast(page, '3 Conversations Deleted')).toHaveRole('status')

    await press(page, 'Delete community content')
    await expect(page.getByRole('dialog').getByText(warning, { exact: true })).toBeVisible()
    await expect(page.getByRole('dialog')).toContainText(/permanent/i)
    const community = sent(page, `DELETE ${of('sentinel-content', '/community_content')}`)
    await page.getByRole('dialog').getByRole('button', { name: 'Delete community content' }).click()
    expect((await community).postData()).toBeNull()
    await expect(toast(page, 'Deleted community content')).toHaveRole('status')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  for (const uid of ['sentinel-changes-fail', 'sentinel-changes-200', 'sentinel-changes-drop'])
    test(`[UDT-61, UDT-63, UDT-66, UDT-70, UDT-72] failed actions show the failure (${uid})`, async ({
      page,
    }) => {
      await open(page, uid)
      for (const [action, failed] of [
        ['Delete account', 'Account delete failed'],
        ['Delete posts', 'Delete posts failed'],
        ['Delete conversations', 'Delete conversations failed'],
        ['Delete community content', 'Delete community content failed'],
      ] as const) {
        await confirm(page, action)
        await expect(toast(page, failed)).toHaveRole('alert')
        await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
        await expect(page.getByRole('dialog')).toHaveCount(0)
      }
      await press(page, 'Send verification code')
      await expect(toast(page, 'Failed to send verification code')).toHaveRole('alert')
    })

  test('[UDT-71] [API-28] sending a verification code', async ({ page }) => {
    await open(page, 'sentinel-edit-9')
    const call = sent(page, 'POST /v1/admin/support_verification_code')
    await press(page, 'Send verification code')
    expect(new URL((await call).url()).search).toBe('?uid=sentinel-edit-9')
    expect((await call).postData()).toBeNull()
    await expect(toast(page, 'Verification code sent')).toHaveRole('status')
  })
})
