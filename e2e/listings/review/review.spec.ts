import type { Page, Response } from '@playwright/test'
import { press } from '../../stack/page-parts.ts'
import {
  expect,
  goOffline,
  named,
  slowNetwork,
  test,
  toast,
  watchCalls,
  withoutLive,
} from '../../stack/test.ts'
import {
  card,
  cases,
  importListings,
  importRequests,
  listing,
  openCase,
  openReview,
  pendingCall,
  request,
  requestsCall,
  row,
  titleOf,
} from './review.ts'

test('the page loads both kinds of cases, and once more after a failure @slow', async ({ page }) => {
  // An event of another test would load the failed list before Retry does.
  await withoutLive(page)
  await test.step('[REV-01] [REV-02] [REV-03] [REV-04] [API-49] [API-52] the page waits with a spinner, then lists both kinds', async () => {
    await importListings([listing('both-1', '2001-01-01')])
    await importRequests([request('both-r', '2001-01-01')])
    await page.goto('/dashboard/users')
    await expect(page.getByRole('searchbox')).toBeVisible()
    await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
    const calls = watchCalls(page)
    const fast = await slowNetwork(page, 1500)
    await page.getByRole('link', { name: 'Pending Review' }).click()
    await expect(page).toHaveURL(/\/dashboard\/pending_review$/)
    await expect(page.getByRole('main').getByRole('status', { name: 'Loading' })).toBeVisible()
    await fast()
    await expect(page.getByRole('heading', { level: 1, name: 'Pending Review' })).toBeVisible()
    await expect(row(page, titleOf('both-1'))).toBeVisible()
    await expect(row(page, titleOf('both-r'))).toBeVisible()
    expect(calls.map(named)).toContain(pendingCall)
    const sent = calls.find((call) => named(call) === requestsCall)
    expect(new URL(sent?.url() ?? '').search).toBe('?approval_status=1')
  })
  await test.step('[REV-05] [REV-06] a failed load is an empty list with a message and Retry', async () => {
    await page.getByRole('link', { name: 'Users' }).click()
    await expect(page.getByRole('searchbox')).toBeVisible()
    const online = await goOffline(page)
    await page.getByRole('link', { name: 'Pending Review' }).click()
    await expect(page.getByRole('alert').filter({ hasText: /^Error loading promo reqs\. \S/ })).toBeVisible()
    await expect(page.getByText('The pending listings could not be loaded.')).toBeVisible()
    await expect(cases(page)).toHaveCount(0)
    await expect(page.getByText('Nothing waits for review.')).toHaveCount(0)
    await online()
    await page.getByRole('button', { name: 'Retry' }).first().click()
    await expect(card(page)).toBeVisible()
  })
})

const back = ['back-1', 'sentinel-changes-fail-review', 'back-2']

test('cases are decided, and stay away', async ({ page }) => {
  await importListings([
    listing('rows-1', '2001-01-02'),
    listing('deny-1', '2001-01-03'),
    listing('close-1', '2001-01-04'),
    listing('sentinel-slow-review', '2001-01-05'),
    ...back.map((key, at) => listing(key, '2001-01-06', { creationDate: `2001-01-06T12:0${at}:00.000Z` })),
    // Both are called 'null': their descriptions differ.
    listing('untitled-1', '2001-01-07', { title: null }),
    listing('untitled-2', '2001-01-07', { title: null }),
    listing('sentinel-changes-fail-untitled', '2001-01-07', { title: null }),
  ])
  await importRequests([
    request('rows-r', '2001-01-02', { post_id: 'rows-1' }),
    request('req-1', '2001-01-08'),
    request('req-2', '2001-01-08'),
  ])
  const config = page.waitForResponse((answer) => named(answer.request()) === 'GET /v1/config')
  await openReview(page)

  await test.step('[REV-07] [REV-29] [REV-30] [REV-31] [REV-36] [REV-37] every row has its buttons and its menu', () =>
    useRow(page))
  await test.step('[REV-08] [REV-09] [REV-10] [REV-14] [API-51] denying asks for a canned message and sends the chosen one', async () =>
    deny(page, await config))
  await test.step('[REV-42] closing the dialog without a message denies nothing', () => closeDialog(page))
  await test.step('[REV-11] [REV-13] [API-50] approving: the case leaves at once, and a toast confirms it', () =>
    approve(page))
  await test.step('[REV-12] [REV-15] [REV-16] a failed decision puts the case back in its place', () =>
    failToDecide(page))
  await test.step('[REV-17] [REV-18] a case without a title has the card’s own words', () =>
    decideUntitled(page))
  await test.step("[REV-40] [API-53] [API-54] promotions are decided with their owner's uid", () =>
    decidePromotions(page))
  await test.step('[REV-39] decided cases stay away', async () => {
    await page.reload()
    await expect(card(page)).toBeVisible()
    for (const key of ['sentinel-slow-review', 'req-1', 'req-2'])
      await expect(row(page, titleOf(key))).toHaveCount(0)
  })
})

async function useRow(page: Page) {
  for (const title of [titleOf('rows-1'), titleOf('rows-r')]) {
    const one = row(page, title)
    await expect(one.getByRole('button', { name: 'Deny', exact: true })).toBeVisible()
    await expect(one.getByRole('button', { name: 'Approve', exact: true })).toBeVisible()
    await expect(one.locator('img')).toHaveAttribute('src', /listings\/bike-sentinel0002\/thumb\.svg$/)
    await one.getByRole('button', { name: `Actions for ${title}` }).click()
    await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menuitem')).toHaveCount(0)
  }
  await expect(row(page, titleOf('rows-1'))).toContainText('$25.00')
  await expect(row(page, titleOf('rows-r'))).toContainText('$9.99')
  await row(page, titleOf('rows-1'))
    .getByRole('button', { name: /^Actions/ })
    .click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await press(page.getByRole('dialog'), 'Delete')
  await expect(toast(page, `Deleted ${titleOf('rows-1')}`)).toBeVisible()
  await expect(row(page, titleOf('rows-1'))).toHaveCount(0)
}

async function deny(page: Page, config: Response) {
  const { data } = (await config.json()) as {
    data: { messaging_config: { admin_messages: Record<string, string> } }
  }
  const canned = Object.values(data.messaging_config.admin_messages)
  await press(row(page, titleOf('deny-1')), 'Deny')
  const dialog = page.getByRole('dialog', { name: `Deny ${titleOf('deny-1')}` })
  const messages = dialog.getByRole('list', { name: 'Messages' }).getByRole('listitem')
  await expect(messages).toHaveCount(canned.length)
  for (const [at, text] of canned.entries()) await expect(messages.nth(at)).toContainText(text)
  const sent = page.waitForRequest((call) => named(call) === 'POST /v1/admin/posts/deny-1/deny')
  await messages.nth(1).getByRole('button').click()
  expect((await sent).postDataJSON()).toEqual({ message: canned[1] })
  expect((await sent).headers()['if-match']).toBe('"1"')
  await expect(toast(page, `Denied ${titleOf('deny-1')}`)).toBeVisible()
  await expect(row(page, titleOf('deny-1'))).toHaveCount(0)
}

async function closeDialog(page: Page) {
  const calls = watchCalls(page)
  for (const close of [
    () => press(page.getByRole('dialog'), 'Cancel'),
    () => press(page.getByRole('dialog'), 'Close'),
    () => page.keyboard.press('Escape'),
  ]) {
    await press(row(page, titleOf('close-1')), 'Deny')
    await expect(page.getByRole('dialog')).toBeVisible()
    await close()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  await expect(row(page, titleOf('close-1'))).toBeVisible()
  // A call sent after the dialog closed would come before this one.
  await press(row(page, titleOf('close-1')), 'Approve')
  await expect(toast(page, `Approved ${titleOf('close-1')}`)).toBeVisible()
  expect(calls.map(named).filter((name) => name.endsWith('/deny'))).toEqual([])
}

async function approve(page: Page) {
  const title = titleOf('sentinel-slow-review')
  const answer = page.waitForResponse((one) => named(one.request()).endsWith('/approve'))
  let answered = false
  void answer.then(() => {
    answered = true
  })
  await press(row(page, title), 'Approve')
  await expect(row(page, title)).toHaveCount(0)
  expect(answered).toBe(false)
  await answer
  await expect(toast(page, `Approved ${title}`)).toBeVisible()
}

async function failToDecide(page: Page) {
  const title = titleOf('sentinel-changes-fail-review')
  const order = async () => {
    const shown = await cases(page).locator(':scope > li').allInnerTexts()
    return shown.flatMap((text) => back.filter((key) => text.startsWith(titleOf(key))))
  }
  await press(row(page, title), 'Approve')
  await expect(toast(page, `Failed to approve: ${title}`)).toBeVisible()
  await expect(row(page, title)).toBeVisible()
  await press(row(page, title), 'Deny')
  await page.getByRole('dialog').getByRole('listitem').first().getByRole('button').click()
  await expect(toast(page, `Failed to deny: ${title}`)).toBeVisible()
  await expect(row(page, title)).toBeVisible()
  expect(await order()).toEqual(back)
}

async function decideUntitled(page: Page) {
  const one = (key: string) =>
    cases(page)
      .locator(':scope > li')
      .filter({ hasText: `Description of ${key}.` })
  const deny = async (key: string) => {
    await press(one(key), 'Deny')
    await page.getByRole('dialog').getByRole('listitem').first().getByRole('button').click()
  }
  await press(one('untitled-1'), 'Approve')
  await expect(toast(page, 'Approved')).toBeVisible()
  await deny('untitled-2')
  await expect(toast(page, 'Denied')).toBeVisible()
  await press(one('sentinel-changes-fail-untitled'), 'Approve')
  await expect(toast(page, 'Failed to approve listing')).toBeVisible()
  await deny('sentinel-changes-fail-untitled')
  await expect(toast(page, 'Failed to deny listing')).toBeVisible()
}

async function decidePromotions(page: Page) {
  const call = (name: string) => page.waitForRequest((one) => named(one) === name)
  const approved = call('PATCH /v1/admin/promoted_post_requests/req-1/approve')
  await press(row(page, titleOf('req-1')), 'Approve')
  expect((await approved).postDataJSON()).toEqual({ data: 'sentinel-reporter' })
  await expect(toast(page, `Approved ${titleOf('req-1')}`)).toBeVisible()
  const denied = call('PATCH /v1/admin/promoted_post_requests/req-2/deny')
  await press(row(page, titleOf('req-2')), 'Deny')
  await page.getByRole('dialog').getByRole('listitem').first().getByRole('button').click()
  expect((await denied).postDataJSON()).toMatchObject({ data: 'sentinel-reporter' })
  await expect(toast(page, `Denied ${titleOf('req-2')}`)).toBeVisible()
}

test.describe('a role without permission to decide', () => {
  test.use({ role: 'finance' })
  test('sees the queue, and the reason @slow', async ({ page }) => {
    await importListings([listing('look-only', '2001-01-10')])
    await openReview(page)
    const button = row(page, titleOf('look-only')).getByRole('button', { name: 'Approve', exact: true })
    await expect(button).toHaveAccessibleDescription('Your role (finance) may not approve or deny listings.')
    const calls = watchCalls(page)
    await openCase(page, titleOf('look-only'))
    await page.keyboard.press('a')
    await page.keyboard.press('d')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(row(page, titleOf('look-only'))).toBeVisible()
    expect(calls.filter((call) => call.method() !== 'GET')).toEqual([])
  })
})
