import type { Page } from '@playwright/test'
import { expect, named, sent, test, watchCalls } from '../../stack/test.ts'

const open = (page: Page) => page.goto('/user-detail/sentinel-account#messages')
const inbox = (page: Page) => page.getByRole('region', { name: 'Inbox' })
const rows = (page: Page) => inbox(page).getByRole('listitem').getByRole('button')
const pane = (page: Page) => page.getByRole('region', { name: 'Conversation', exact: true })
const list = (page: Page) => page.getByRole('region', { name: 'Message list' })
const talks = 'GET /v1/admin/users/sentinel-account/conversations'
const messagesOf = (n: number) =>
  `GET /v1/admin/conversations/sentinel-talk-${n}/messages/m-sentinel-talk-${n}`

test('the inbox of a person is searched and sorted, read-only', async ({ page }) => {
  const calls = watchCalls(page)
  await open(page)

  await test.step('[UDT-97] [UDT-98] [API-17] [MSG-06] the conversations of the person, none chosen', async () => {
    await expect(rows(page)).toHaveCount(3)
    await expect(inbox(page).getByRole('heading', { name: 'Inbox' })).toBeVisible()
    await expect(inbox(page).locator('[aria-current]')).toHaveCount(0)
    await expect(pane(page)).toHaveText('Choose a conversation to read it.')
  })
  await test.step('[MSG-08] [MSG-09] [MSG-20] [MSG-21] [MSG-55] [MSG-63] a row: 300 × 64, with recipient, last message and date', async () => {
    const box = await rows(page).first().boundingBox()
    expect([box?.width, box?.height]).toEqual([300, 64])
    const row = rows(page).filter({ hasText: 'Sentinel Account Banned' })
    await expect(row).toContainText('Is it still there?')
    await expect(row.locator('time')).toHaveText(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d \+0000$/)
    // Unread, and not bolder than the read one.
    const weight = (text: string) =>
      rows(page)
        .filter({ hasText: text })
        .getByText(text, { exact: true })
        .evaluate((one) => getComputedStyle(one).fontWeight)
    expect(await weight('Sentinel Account Banned')).toBe(await weight('Sentinel Account Twin'))
  })
  await test.step('[MSG-07] [MSG-17] [MSG-18] the search finds a part of the recipient’s name, in any case', async () => {
    const search = page.getByPlaceholder('Search inbox')
    await search.fill('tWIN')
    await expect(rows(page)).toHaveText([/Sentinel Account Twin/])
    await search.fill('nobody at all')
    await expect(rows(page)).toHaveCount(0)
    // D-101
    await expect(page.getByText('No Conversations')).toBeVisible()
    await search.fill('')
    await expect(rows(page)).toHaveCount(3)
  })
  await test.step('[MSG-36] [MSG-51] [MSG-53] [MSG-54] [MAC-36] a chosen one has no input, unread button or macros: Ctrl+M opens nothing', async () => {
    await rows(page).first().click()
    await expect(list(page)).toContainText('More than an hour later.')
    await page.keyboard.press('Control+m')
    await expect(page.getByPlaceholder('Type a message...')).toHaveCount(0)
    await expect(page.getByRole('button', { name: /unread|macro/i })).toHaveCount(0)
    await page.getByRole('button', { name: 'Close conversation' }).click()
    await expect(pane(page)).toHaveText('Choose a conversation to read it.')
    await expect(page.getByRole('searchbox', { name: 'Search macros' })).toHaveCount(0)
  })
  await test.step('[MSG-12] [MSG-13] [MSG-14] [MSG-15] [MSG-16] All and Unread; the choice is kept; [API-17] [MSG-51] [MSG-52] nothing else is called', async () => {
    const kept = () => page.evaluate(() => localStorage.getItem('inboxSortMode'))
    await expect(rows(page)).toHaveText([/Sentinel Account Twin/, /Sentinel Account Banned/, /عبدالرحمن/])
    await expect(page.getByRole('radio', { name: 'All' })).toBeChecked()
    expect(await kept()).toBeNull()
    await inbox(page).getByText('Unread').click()
    const unreadFirst = [/Sentinel Account Banned/, /Sentinel Account Twin/, /عبدالرحمن/]
    await expect(rows(page)).toHaveText(unreadFirst)
    expect(await kept()).toBe('center')
    // Until here, one call for the list and one for the messages, none that subscribes, searches macros or changes anything.
    const called = calls.map(named).filter((name) => /conversations|macros|realtime/.test(name))
    expect(called).toEqual([talks, messagesOf(1)])
    expect(calls.filter((call) => call.method() !== 'GET')).toEqual([])
    await page.reload()
    await expect(page.getByRole('radio', { name: 'Unread' })).toBeChecked()
    await expect(rows(page)).toHaveText(unreadFirst)
    await inbox(page).getByText('All', { exact: true }).click()
    expect(await kept()).toBe('left')
  })
})

test('conversations are read: one, another, their raw data, and in a narrow window @slow', async ({
  page,
}) => {
  await open(page)

  await test.step('[MSG-23] [MSG-24] [MSG-26] [MSG-35] [MSG-36] [MSG-64] the chosen conversation', async () => {
    const call = sent(page, messagesOf(2))
    await rows(page).filter({ hasText: 'Banned' }).click()
    await call
    const link = pane(page).getByRole('link', { name: 'Sentinel Account Banned' })
    await expect(link).toHaveAttribute('href', '/user-detail/sentinel-account-banned')
    await expect(link).toHaveAttribute('target', '_blank')
    await expect(link.locator('img')).toHaveAttribute('src', /ProfileImages\/sentinel-account-banned$/)
    await expect(list(page)).toContainText('Is it still there?')
  })
  await test.step('[MSG-25] the raw data replaces the messages (D-095)', async () => {
    const raw = page.getByRole('switch', { name: 'Raw data' })
    await raw.click()
    const found = JSON.parse(await pane(page).locator('pre').innerText())
    expect(found.conversation.key).toBe('sentinel-talk-2')
    expect(found.messages[0].text).toBe('Is it still there?')
    await raw.click()
    await expect(list(page)).toContainText('Is it still there?')
  })
  await test.step('[MSG-35] [MSG-64] another, at its end', async () => {
    const call = sent(page, messagesOf(1))
    await rows(page).filter({ hasText: 'Twin' }).click()
    await call
    await expect(list(page)).toContainText('More than an hour later.')
    await expect(list(page)).not.toContainText('Is it still there?')
    const below = await list(page).evaluate((one) => one.scrollHeight - one.clientHeight - one.scrollTop)
    expect(Math.abs(below)).toBeLessThan(2)
    expect(await list(page).evaluate((one) => one.scrollTop)).toBeGreaterThan(100)
  })
  await test.step('[MSG-30] [MSG-31] [MSG-32] [MSG-33] [MSG-34] [MSG-37] [MSG-65] [MSG-66] the messages and their groups', () =>
    expectGroups(page))
  await test.step('[MSG-36] in a narrow window one pane is shown at a time, until the conversation is closed', async () => {
    await page.setViewportSize({ width: 428, height: 800 })
    await expect(list(page)).toBeVisible()
    await expect(inbox(page)).toBeHidden()
    await page.getByRole('button', { name: 'Close conversation' }).click()
    await expect(inbox(page)).toBeVisible()
    await expect(list(page).getByText('More than an hour later.')).toHaveCount(0)
    await rows(page).filter({ hasText: 'Banned' }).click()
    await expect(list(page)).toBeVisible()
    await expect(inbox(page)).toBeHidden()
  })
})

/** Asserts the open conversation with the twin. */
async function expectGroups(page: Page) {
  const groups = list(page).getByRole('listitem')
  const group = (text: string) => groups.filter({ hasText: text })
  const time = (text: string) => group(text).locator('time')
  // Five minutes apart, one author: one group, with a time above because hours had passed.
  await expect(group('Hello, is the bike still there?')).toContainText('I could come today.')
  await expect(time('Hello, is the bike still there?')).toHaveText(/^\d\d\/\d{1,2}\/\d\d \d{1,2}:\d\d[ap]m$/)
  // Another author: another group, without a time.
  await expect(time('نعم، ما زالت متاحة.')).toHaveCount(0)
  await expect(group('نعم، ما زالت متاحة.')).not.toContainText('I could come today.')
  // D-096: exactly an hour is a new group without a time; a minute more has one.
  await expect(group('Exactly an hour later.')).not.toContainText('نعم')
  await expect(time('Exactly an hour later.')).toHaveCount(0)
  await expect(time('More than an hour later.')).toHaveCount(1)
  await expect(time('Line 1')).toHaveCount(1)
  await expect(list(page).locator('time')).toHaveCount(3)

  await expect(list(page).getByText('نعم، ما زالت متاحة.')).toHaveAttribute('dir', 'auto')
  await expect(list(page).locator('img').first()).toHaveAttribute(
    'src',
    /\/images\/messages\/talk-0001\/1\.svg$/,
  )
  await expect(group('Sentinel Account 1').last().locator('img')).toHaveAttribute(
    'src',
    /\/images\/listings\/bike-sentinel0003\/thumb\.svg$/,
  )
}
