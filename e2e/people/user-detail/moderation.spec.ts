import type { Page } from '@playwright/test'
import { asAdmin } from '../../stack/colleague.ts'
import { answered, expect, goOffline, sent, test, toast, watchCalls, withoutLive } from '../../stack/test.ts'
import { closeToasts } from '../../stack/toasts.ts'
import { confirm, detail, goOn, of, open, person, press } from './person.ts'

const deletions = ['Delete account', 'Delete posts', 'Delete conversations', 'Delete community content']

test('an account is blocked and unblocked', async ({ page }) => {
  await Promise.all(
    ['sentinel-edit-16', 'sentinel-edit-17'].map((uid) =>
      asAdmin('PATCH', of(uid, '/ban'), { ban_reason: '' }),
    ),
  )
  // Before the page opens its feed: a colleague's change must not reach it.
  await withoutLive(page)
  await open(page, 'sentinel-edit-5')

  await test.step('[UDT-47] [UDT-49] [UDT-54] [UDT-57] [API-11] [API-12] blocking with a reason, and unblocking', async () => {
    await press(page, 'Block account')
    await page.getByRole('dialog').getByLabel('Reason').fill('Sold a house that is not there')
    const ban = sent(page, `PATCH ${of('sentinel-edit-5', '/ban')}`)
    await page.getByRole('dialog').getByRole('button', { name: 'Block', exact: true }).click()
    expect((await ban).postData()).toBe('{"ban_reason":"Sold a house that is not there"}')
    await expect(toast(page, 'Account blocked')).toHaveRole('status')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(detail(page, 'Is Blocked')).toHaveText('True')
    await expect(person(page).getByText('Sold a house that is not there')).toBeVisible()
    await expect(page.getByRole('region', { name: 'At a glance' })).toHaveText(
      /^Blocked by Ada Admin on .*: Sold a house that is not there$/,
    )

    const unban = sent(page, `PATCH ${of('sentinel-edit-5', '/unban')}`)
    await press(page, 'Unblock account')
    expect((await unban).postData()).toBeNull()
    await expect(toast(page, 'Account unblocked')).toHaveRole('status')
    await expect(detail(page, 'Is Blocked')).toHaveText('False')
    await expect(person(page).getByRole('button', { name: 'Block account', exact: true })).toBeVisible()
  })
  await test.step('what was just unblocked is undone: the account is blocked again', async () => {
    const done = page
      .getByRole('region', { name: 'Just done' })
      .getByRole('listitem')
      .filter({ hasText: 'Unblocked' })
    await expect(done.getByRole('button', { name: 'Add reason' })).toBeVisible()
    await done.getByRole('button', { name: 'Undo' }).click()
    await expect(toast(page, 'Undone')).toBeVisible()
    await expect(detail(page, 'Is Blocked')).toHaveText('True')
    await expect(done).toHaveCount(0)
  })
  await test.step("[UDT-55] a refused unblock says 'Failed to unblock account'", async () => {
    await goOn(page, 'sentinel-edit-16')
    await expect(detail(page, 'Is Blocked')).toHaveText('True')
    // A colleague is quicker, so that the server refuses this one.
    await asAdmin('PATCH', of('sentinel-edit-16', '/unban'))
    const answer = answered(page, `PATCH ${of('sentinel-edit-16', '/unban')}`)
    await press(page, 'Unblock account')
    expect(((await (await answer).json()) as { status_code: number }).status_code).toBe(0)
    await expect(toast(page, 'Failed to unblock account')).toHaveRole('alert')
    await expect(detail(page, 'Is Blocked')).toHaveText('False')
  })
  await test.step('[UDT-48] an empty reason can be submitted', async () => {
    await goOn(page, 'sentinel-edit-6')
    // The toast of the first step.
    await expect(toast(page, 'Account blocked')).toHaveCount(0)
    const ban = sent(page, `PATCH ${of('sentinel-edit-6', '/ban')}`)
    await confirm(page, 'Block account', 'Block')
    expect((await ban).postData()).toBe('{"ban_reason":""}')
    await expect(toast(page, 'Account blocked')).toBeVisible()
  })
  await test.step("[UDT-56] an unblock without an answer says 'Unblock account failed'", async () => {
    await goOn(page, 'sentinel-edit-17')
    await expect(detail(page, 'Is Blocked')).toHaveText('True')
    await goOffline(page)
    await press(page, 'Unblock account')
    await expect(toast(page, 'Unblock account failed')).toHaveRole('alert')
    await expect(detail(page, 'Is Blocked')).toHaveText('True')
  })
})

test("modals are cancelled; a person's content is deleted, then an account", async ({ page }) => {
  const warning = 'WARNING! This action cannot be reversed and should only be used on rare occasions.'
  const dialog = page.getByRole('dialog')
  const content = (rest: string) => `DELETE ${of('sentinel-content', rest)}`
  await open(page, 'sentinel-edit-9')
  await test.step('modals are opened and cancelled, and oneself is not blocked: nothing is sent until a code is', () =>
    cancelModals(page))
  await closeToasts(page)
  await goOn(page, 'sentinel-content', '#listings')

  await test.step('[UDT-62] [API-15] deleting the posts; the open tab shows it, too', async () => {
    const listings = page.getByRole('main').getByRole('listitem')
    await expect(listings).toHaveCount(7)
    const posts = sent(page, content('/posts'))
    await confirm(page, 'Delete posts')
    expect((await posts).postData()).toBeNull()
    await expect(toast(page, '7 Posts Deleted!')).toHaveRole('status')
    await expect(listings).toHaveCount(0)
  })
  await test.step('[UDT-64] [UDT-65] [UDT-67] [UDT-68] [UDT-69] [API-16] [API-18] deleting conversations and community content, with a warning', async () => {
    for (const [action, rest, done] of [
      ['Delete conversations', '/conversations', '3 Conversations Deleted'],
      ['Delete community content', '/community_content', 'Deleted community content'],
    ] as const) {
      await press(page, action)
      await expect(dialog.getByText(warning, { exact: true })).toBeVisible()
      if (action === 'Delete community content') await expect(dialog).toContainText(/permanent/i)
      const call = sent(page, content(rest))
      await dialog.getByRole('button', { name: action }).click()
      expect((await call).postData()).toBeNull()
      await expect(toast(page, done)).toHaveRole('status')
      await expect(dialog).toHaveCount(0)
    }
  })
  await test.step('a deletion that the server refuses keeps the modal open, with the reason', async () => {
    await goOn(page, 'sentinel-balances')
    await confirm(page, 'Delete account')
    await expect(toast(page, 'Account delete failed')).toBeVisible()
    await expect(dialog.getByRole('alert')).toContainText('This account still has')
    await expect(person(page).getByText('Deleted', { exact: true })).toHaveCount(0)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
  })
  await test.step('[UDT-60] [UDT-99] [API-10] a deleted account is gone; the page stays, without actions', async () => {
    await goOn(page, 'sentinel-deletable')
    const call = sent(page, `DELETE ${of('sentinel-deletable')}`)
    await confirm(page, 'Delete account')
    expect((await call).postData()).toBeNull()
    await expect(toast(page, 'Account deleted')).toHaveRole('status')
    // D-032
    await expect(page).toHaveURL('/user-detail/sentinel-deletable')
    await expect(person(page).getByText('Deleted', { exact: true })).toBeVisible()
    for (const name of [...deletions.slice(0, 2), 'Block account', 'Send verification code', 'Redeem'])
      await expect(person(page).getByRole('button', { name, exact: true })).toBeDisabled()
    await page.reload()
    await expect(toast(page, "There was an error loading this user's details")).toBeVisible()
  })
})

async function cancelModals(page: Page) {
  const calls = watchCalls(page)
  const dialog = page.getByRole('dialog')

  await test.step('[UDT-46] [UDT-47] [UDT-58] [UDT-59] [DLG-22] the destructive actions and block open a modal with Cancel and a confirm button', async () => {
    for (const action of [...deletions, 'Block account'])
      for (const leave of ['Cancel', 'Close', 'Escape']) {
        await press(page, action)
        const modal = page.getByRole('dialog', { name: action })
        if (action === 'Block account')
          await expect(modal.getByRole('textbox', { name: 'Reason' })).toBeFocused()
        else await expect(modal.getByRole('button', { name: action })).toBeVisible()
        await expect(modal.getByRole('button', { name: 'Cancel' })).toBeVisible()
        if (leave === 'Escape') await page.keyboard.press('Escape')
        else await modal.getByRole('button', { name: leave }).click()
        await expect(modal).toHaveCount(0)
      }
    await expect(person(page).getByRole('button', { name: 'Send verification code' })).toBeVisible()
    await expect(person(page).getByRole('button', { name: 'Unblock account' })).toHaveCount(0)
  })
  await test.step('[UDT-51] [UDT-52] [UDT-53] blocking oneself: a joke, and no call', async () => {
    await goOn(page, 'staff-admin')
    await press(page, 'Block account')
    await expect(toast(page, "Nice try, but you can't block yourself!")).toHaveRole('alert')
    await expect(dialog).toHaveCount(0)
  })
  await test.step('[UDT-71] [API-28] sending a verification code; [UDT-53] [UDT-59] it is the first change', async () => {
    await goOn(page, 'sentinel-edit-9')
    await press(page, 'Send verification code')
    await expect(toast(page, 'Verification code sent')).toHaveRole('status')
    const [call, ...more] = calls.filter((one) => one.method() !== 'GET')
    expect(more).toEqual([])
    expect(call?.method()).toBe('POST')
    const { pathname, search } = new URL(call?.url() ?? '')
    expect(pathname + search).toBe('/v1/admin/support_verification_code?uid=sentinel-edit-9')
    expect(call?.postData()).toBeNull()
  })
}
