import type { Page } from '@playwright/test'
import { dialog } from '../../stack/page-parts.ts'
import { answered, expect, sent, test, toast } from '../../stack/test.ts'
import { closeToasts } from '../../stack/toasts.ts'
import { confirm, detail, field, goOn, input, of, open, press, save, toastsGone } from './person.ts'
import { cells } from './sections.ts'

// console/data/call.test.ts tests which answers are failures; here each action fails once.
const uid = 'sentinel-changes-fail'

/** Tries to delete a listing of sentinel-reporter, which stays. */
async function keepPost(page: Page, title: string, words: string) {
  const cell = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name: title, exact: true }) })
  await toastsGone(page)
  await page.getByRole('button', { name: `Actions for ${title}` }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await dialog(page).getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(toast(page, words)).toHaveRole('alert')
  await expect(dialog(page)).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(cell).toHaveCount(1)
}

test('changes that fail show it, and keep what was typed @slow', async ({ page }) => {
  const logged: string[] = []
  page.on('console', (message) => message.type() === 'error' && logged.push(message.text()))
  await open(page, uid)

  await test.step('[UDT-43] [UDT-44] a switch goes back when its update fails, without a toast', async () => {
    const control = page.getByRole('switch', { name: 'Store Behavior' })
    await expect(control).not.toBeChecked()
    const call = sent(page, `PATCH ${of(uid)}`)
    await control.click()
    await call
    await expect.poll(() => logged.some((text) => text.includes('CallFailure'))).toBe(true)
    await expect(control).not.toBeChecked()
    await expect(page.locator('[data-toast]')).toHaveCount(0)
  })
  await test.step('[UDT-16] [UDT-20] [UDT-24] [ERR-03] a failed save shows the failure and keeps the typed text', async () => {
    for (const [label, failed] of [
      ['Phone Number', 'Failed to update phone number'],
      ['Email', 'Failed to update email'],
      ['Post Ability', 'Failed to update post ability'],
    ] as const) {
      await input(page, label).fill('77')
      await save(page, label).click()
      await expect(toast(page, failed)).toHaveRole('alert')
      await expect(input(page, label)).toHaveValue('77')
    }
  })
  await test.step("[UDT-86] [ERR-06] a failed gift card without an error_title is 'Error redeeming'", async () => {
    await field(page, 'Gift card code').fill('GIFT-1001')
    await press(page, 'Redeem')
    await expect(page.getByRole('region', { name: 'Redeem A Gift Card' }).getByRole('alert')).toHaveText(
      'Error redeeming',
    )
  })
  await test.step("[UDT-50] a block that fails says 'Failed to unblock account' and keeps the reason", async () => {
    await press(page, 'Block account')
    await dialog(page).getByLabel('Reason').fill('kept')
    await dialog(page).getByRole('button', { name: 'Block', exact: true }).click()
    await expect(toast(page, 'Failed to unblock account')).toHaveRole('alert')
    await expect(dialog(page).getByLabel('Reason')).toHaveValue('kept')
    await dialog(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(detail(page, 'Is Blocked')).toHaveText('False')
  })
  await test.step('[UDT-61] [UDT-63] [UDT-66] [UDT-70] [UDT-72] failed actions show the failure', async () => {
    for (const [action, failed] of [
      ['Delete account', 'Account delete failed'],
      ['Delete posts', 'Delete posts failed'],
      ['Delete conversations', 'Delete conversations failed'],
      ['Delete community content', 'Delete community content failed'],
    ] as const) {
      await confirm(page, action)
      await expect(toast(page, failed)).toHaveRole('alert')
      await dialog(page).getByRole('button', { name: 'Cancel' }).click()
      await expect(dialog(page)).toHaveCount(0)
    }
    await press(page, 'Send verification code')
    await expect(toast(page, 'Failed to send verification code')).toHaveRole('alert')
  })

  await closeToasts(page)
  await test.step('changes under the tabs that fail show it, refused or without an answer', () =>
    failUnderTabs(page, logged))
})

async function failUnderTabs(page: Page, logged: string[]) {
  const resend = page.getByRole('button', { name: 'Resend verification' })
  const removeCode = page.getByRole('button', { name: 'Delete verification code 100001' })
  const refused = 'This person of the demo always fails.'
  const unanswered = 'The server could not be reached'

  await test.step('[ACC-06] a code that could not be deleted stays', async () => {
    await goOn(page, uid)
    await removeCode.click()
    await expect(toast(page, 'Error deleting code 0')).toHaveRole('alert')
    await expect(cells(page, 'Verification codes')).toHaveText([/100001/])
    await goOn(page, 'sentinel-changes-drop')
    await removeCode.click()
    await expect(toast(page, `Error deleting code ${unanswered}`)).toHaveRole('alert')
    await expect(cells(page, 'Verification codes')).toHaveText([/100001/])
  })
  await test.step('[DEV-08] a failed retry shows the raw error', async () => {
    for (const [who, words] of [
      ['sentinel-changes-drop', unanswered],
      [uid, refused],
    ] as const) {
      await goOn(page, who, '#devices')
      await resend.click()
      await expect(toast(page, words)).toHaveRole('alert')
      await expect(page.getByText('NOT VERIFIED', { exact: true })).toBeVisible()
    }
  })
  await test.step('[ACC-27] [ACC-28] a post that could not be deleted stays, with the reason', async () => {
    await goOn(page, 'sentinel-reporter')
    await keepPost(page, 'Sentinel Changes Fail Listing', 'Error deleting post 0')
    await keepPost(page, 'Sentinel Changes Drop Listing', 'Error deleting post')
  })
  await test.step('[ERR-05] a network error is logged, and the failure path runs', async () => {
    await goOn(page, 'sentinel-changes-drop')
    logged.length = 0
    await input(page, 'Email').fill('a@b.c')
    await save(page, 'Email').click()
    await expect(toast(page, 'Failed to update email')).toBeVisible()
    expect(logged.some((text) => text.includes('Failed to fetch'))).toBe(true)
  })
}

test('what could not be loaded differs from what is empty, and can be retried @slow', async ({ page }) => {
  const who = 'sentinel-tabs-fail'
  const logged: string[] = []
  page.on('console', (message) => message.type() === 'error' && logged.push(message.text()))
  const toasts = page.locator('[data-toast]')
  const main = page.getByRole('main')

  await test.step('[UDT-79] failed ban reasons are only logged: no toast, and no empty state', async () => {
    await open(page, 'sentinel-ban-reasons-fail')
    const section = page.getByRole('region', { name: 'Ban Reasons' })
    await expect(section.getByText('Ban reasons could not be loaded.')).toBeVisible()
    await expect(section.getByText('None', { exact: true })).toHaveCount(0)
    await expect(toasts).toHaveCount(0)
    expect(logged.some((text) => text.includes('CallFailure'))).toBe(true)
    const again = answered(page, `GET ${of('sentinel-ban-reasons-fail', '/ban_reasons')}`)
    await section.getByRole('button', { name: 'Retry' }).click()
    expect((await again).status()).toBe(500)
  })
  await test.step('[MSG-22] failed conversations are only logged: no toast, loading ends, and no empty state', async () => {
    await goOn(page, who, '#messages')
    const inbox = page.getByRole('region', { name: 'Inbox' })
    await expect(inbox.getByRole('button', { name: 'Retry' })).toBeVisible()
    await expect(inbox.getByText(/Downloading|No Conversations/)).toHaveCount(0)
    await expect(toasts).toHaveCount(0)
  })
  await test.step('[PRM-12] failed promoted posts are only logged: no toast, and no empty state', async () => {
    await goOn(page, who, '#promoted_posts')
    await expect(page.getByText('The promoted posts could not be loaded.')).toBeVisible()
    await expect(toasts).toHaveCount(0)
    await expect(page.getByText('No promoted posts.')).toHaveCount(0)
  })
  await test.step('failed listings', async () => {
    await goOn(page, who, '#listings')
    await expect(main.getByRole('button', { name: 'Retry' })).toBeVisible()
    await expect(page.getByText('No listings.')).toHaveCount(0)
  })
  await test.step("[ACC-09] failed sections show it, each with Retry; purchases say 'There was an error loading this txn's details', once", async () => {
    await goOn(page, who, '#account')
    await expect(toast(page, "There was an error loading this txn's details")).toHaveRole('alert')
    await expect(toasts).toHaveCount(1)
    for (const name of [
      ...['Verification codes', 'Purchases', 'Sales', 'Associated Accounts'],
      ...['Associated Accounts by IP Address (Not banned if associated)', 'Posts', 'Denied Listings'],
    ])
      await expect(
        page.getByRole('region', { name, exact: true }).getByRole('button', { name: 'Retry' }),
      ).toBeVisible()
    await expect(main.getByText(/^No /)).toHaveCount(0)
    const again = sent(page, `GET /v1/users/${who}/posts`)
    await page
      .getByRole('region', { name: 'Posts', exact: true })
      .getByRole('button', { name: 'Retry' })
      .click()
    await again
  })
  await test.step("[DEV-10] failed devices say 'There was an error loading devices', and are not empty", async () => {
    await goOn(page, who, '#devices')
    await expect(toast(page, 'There was an error loading devices')).toHaveRole('alert')
    await expect(page.getByText('No devices.')).toHaveCount(0)
    const again = sent(page, `GET /v1/admin/devices/${who}`)
    await main.getByRole('button', { name: 'Retry' }).click()
    await again
  })
})
