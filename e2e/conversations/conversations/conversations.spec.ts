import type { Page } from '@playwright/test'
import { expect, goOffline, named, quiet, sent, slowNetwork, test, watchCalls } from '../../stack/test.ts'
import {
  choose,
  inbox,
  input,
  list,
  openInbox,
  openTalk,
  own,
  person,
  row,
  rows,
  talk,
} from './conversations.ts'

test.use({ role: 'support' })

const sending = 'POST /v2/messages'

test('messages are sent: by Enter, on a slow network, offline, and while the page is left', async ({
  page,
}) => {
  await test.step('[MSG-01] [MSG-02] [MSG-03] [MSG-04] [MSG-27] [MSG-28] the caller’s inbox, the first conversation chosen, ready to write', async () => {
    const load = sent(page, `GET /v1/admin/users/${own}/conversations`)
    await page.goto('/dashboard/messages')
    await load
    await expect(inbox(page).getByRole('heading', { name: 'Inbox' })).toBeVisible()
    await expect(rows(page).first()).toHaveAttribute('aria-current', 'true')
    await expect(inbox(page).locator('[aria-current]')).toHaveCount(1)
    await expect(input(page)).toBeEditable()
    await expect(page.getByRole('button', { name: /^Mark as (un)?read$/ })).toBeVisible()
  })
  await test.step('[MSG-38] [MSG-39] [MSG-40] [MSG-41] [MSG-42] [MSG-43] [MSG-46] [MSG-47] a message is sent by Enter and moves its conversation up', () =>
    sendByEnter(page))
  await test.step('[MSG-45] a message is shown at once; pressing Enter five times sends it once', () =>
    sendSlowly(page))
  await test.step('[MSG-44] offline a message stays unsent and without a toast; it is sent once and in order when the network is back', () =>
    sendOffline(page))
  await test.step('a draft is kept for each conversation', async () => {
    await choose(page, person(9))
    await input(page).fill('Not finished')
    // A second tab continues it, and a key in the first one overwrites nothing.
    const other = await page.context().newPage()
    await other.goto(page.url())
    await expect(input(other)).toHaveValue('Not finished')
    await input(other).fill('Not finished, but longer')
    await expect(input(page)).toHaveValue('Not finished, but longer')
    await input(page).press('End')
    await page.keyboard.type('!')
    await expect(input(other)).toHaveValue('Not finished, but longer!')
    await input(page).fill('Not finished')
    await other.close()
    await choose(page, person(11))
    await expect(input(page)).toHaveValue('')
  })
  await test.step('leaving the page while sending sends the message once', async () => {
    await choose(page, person(10))
    const usual = await slowNetwork(page, 1500)
    await input(page).fill('Left at once')
    await input(page).press('Enter')
    await expect(list(page).getByText('Sending…')).toBeVisible()
    await page.reload()
    await usual()
    await choose(page, person(10))
    await expect(list(page).getByText(/Not sent|Sending/)).toHaveCount(0)
    await expect(list(page).getByText('Left at once')).toHaveCount(1)
  })
  await test.step('after the reload each message is there once and in order, and so is the draft', async () => {
    for (const [at, texts] of [
      [1, ['First line\nsecond line']],
      [3, ['Once only']],
      [5, ['One', 'Two']],
    ] as const) {
      await choose(page, person(at))
      await expect(list(page).getByText(/^(First line\s+second line|Once only|One|Two)$/)).toHaveText([
        ...texts,
      ])
    }
    await choose(page, person(9))
    await expect(input(page)).toHaveValue('Not finished')
    await input(page).fill('')
  })
})

async function sendByEnter(page: Page) {
  await choose(page, person(1))
  await page.getByPlaceholder('Search inbox').fill('')
  const calls = watchCalls(page)
  await input(page).fill('   ')
  await input(page).press('Enter')
  await input(page).fill('First line')
  await input(page).press('Shift+Enter')
  await input(page).pressSequentially('second line')
  await quiet(page)
  expect(calls.map(named).filter((name) => name === sending)).toEqual([])
  await expect(input(page)).toHaveValue('First line\nsecond line')

  const request = sent(page, sending)
  await input(page).press('Enter')
  const { data } = (await request).postDataJSON()
  expect(data).toMatchObject({ conversation_id: talk(1), recipient_uid: 'sentinel-reported-1' })
  expect(data.message_data).toEqual({
    text: 'First line\nsecond line',
    type: 0,
    senderID: own,
    senderDisplayName: 'Suki Support',
    date: expect.stringMatching(/^\d{4}-.*Z$/),
  })
  await expect(input(page)).toHaveValue('')
  await expect(list(page).getByText('First line')).toBeVisible()
  await expect(list(page).getByText('Sending…')).toHaveCount(0)
  const below = await list(page).evaluate((one) => one.scrollHeight - one.clientHeight - one.scrollTop)
  expect(Math.abs(below)).toBeLessThan(2)
  await expect(row(page, person(1))).toContainText('First line second line')
  await expect(rows(page).first()).toContainText(person(1))
  await expect(row(page, person(1))).not.toHaveAttribute('data-unread')
}

async function sendSlowly(page: Page) {
  await choose(page, person(3))
  const usual = await slowNetwork(page, 10_000)
  const calls = watchCalls(page)
  await input(page).fill('Once only')
  for (let at = 0; at < 5; at++) await input(page).press('Enter')
  await expect(list(page).getByText('Once only')).toBeVisible({ timeout: 5000 })
  await expect(list(page).getByText('Sending…')).toBeVisible()
  await usual()
  await expect(list(page).getByText('Sending…')).toHaveCount(0)
  expect(calls.map(named).filter((name) => name === sending)).toHaveLength(1)
}

async function sendOffline(page: Page) {
  await choose(page, person(5))
  const online = await goOffline(page)
  for (const text of ['One', 'Two']) {
    await input(page).fill(text)
    await input(page).press('Enter')
  }
  await expect(list(page).getByRole('status')).toHaveText(['Not sent.', 'Not sent.'])
  await expect(page.locator('[data-toast]')).toHaveCount(0)
  await expect(list(page).getByText('Two', { exact: true })).toBeVisible()
  await online()
  await expect(list(page).getByText(/Not sent|Sending/)).toHaveCount(0)
}

test('an unsent message survives a reload, and can be retried or removed', async ({ page }) => {
  // Only this event makes the console retry by itself. A page that is being left gets it, too: the browser ends the
  // emulated offline state with the page's process, and the messages would go out then.
  await page.addInitScript(() =>
    window.addEventListener('online', (event) => event.stopImmediatePropagation(), true),
  )
  await openTalk(page, person(7))
  const online = await goOffline(page)
  for (const text of ['Keep me', 'Change me']) {
    await input(page).fill(text)
    await input(page).press('Enter')
  }
  await expect(list(page).getByText('Not sent.')).toHaveCount(2)
  await page.goto('about:blank')
  await online()
  await page.waitForFunction(() => navigator.onLine)
  await openTalk(page, person(7))
  await expect(list(page).getByText('Not sent.')).toHaveCount(2)
  await list(page).getByRole('button', { name: 'Retry' }).click()
  await expect(list(page).getByText('Not sent.')).toHaveCount(0)
  await expect(list(page).getByText('Keep me')).toHaveCount(1)
})

test('conversations are marked, answered with macros, and searched', async ({ page }) => {
  await openInbox(page)

  await test.step('[MSG-19] [MSG-48] [MSG-49] unread is emphasised, and the button toggles it at once', () =>
    markUnread(page))
  await test.step('[MSG-50] a refused change of the read state keeps the choice, without a toast', async () => {
    await choose(page, 'Sentinel Changes Fail')
    const own = row(page, 'Sentinel Changes Fail')
    const answer = page.waitForResponse((one) => named(one.request()).startsWith('PATCH /v2/conversations/'))
    await page.getByRole('button', { name: 'Mark as read' }).click()
    expect((await answer).status()).toBe(500)
    await quiet(page)
    await expect(own).not.toHaveAttribute('data-unread')
    await expect(page.locator('[data-toast]')).toHaveCount(0)
  })
  await test.step('[MSG-29] a macro is inserted into the message; an unfilled placeholder prevents sending', () =>
    insertMacro(page))
  await test.step('messages are searched over all conversations; the hit is marked and opened in its conversation', async () => {
    await page.getByPlaceholder('Search inbox').fill('QUESTION 12')
    await inbox(page).getByRole('button', { name: 'Search messages for' }).click()
    const found = page.getByRole('list', { name: 'Messages found' }).getByRole('button')
    await expect(found).toHaveCount(1)
    await expect(found.locator('mark').first()).toHaveText(/Question/)
    await found.click()
    await expect(page.getByRole('link', { name: person(12), exact: true })).toBeVisible()
    await expect(list(page).locator('[data-shown]')).toHaveText('Question 12: where is it?')
    await inbox(page).getByRole('button', { name: 'Back to the conversations' }).click()
    await expect(page.getByText('No Conversations')).toBeVisible()
  })
})

async function markUnread(page: Page) {
  await choose(page, person(11))
  const own = row(page, person(11))
  const weight = () => own.getByText(person(11)).evaluate((one) => Number(getComputedStyle(one).fontWeight))
  await expect(own).toHaveAttribute('data-unread', 'true')
  const heavy = await weight()
  const usual = await slowNetwork(page, 10_000)
  const first = sent(page, `PATCH /v2/conversations/${talk(11)}`)
  await page.getByRole('button', { name: 'Mark as read' }).click()
  await expect(own).not.toHaveAttribute('data-unread', /./, { timeout: 5000 })
  expect((await first).postDataJSON()).toEqual({ read_status: 1 })
  expect(await weight()).toBeLessThan(heavy)
  await usual()
  const second = sent(page, `PATCH /v2/conversations/${talk(11)}`)
  await page.getByRole('button', { name: 'Mark as unread' }).click()
  await expect(own).toHaveAttribute('data-unread', 'true')
  expect((await second).postDataJSON()).toEqual({ read_status: 0 })
}

async function insertMacro(page: Page) {
  await choose(page, person(9))
  const calls = watchCalls(page)
  await page.getByRole('button', { name: 'Apply macro' }).click()
  await page.keyboard.press('Escape')
  await input(page).fill('Hello {{name}}, {{tracking}}')
  await input(page).press('Enter')
  await expect(page.getByText('Not sent before this is filled in:')).toBeVisible()
  await page.getByRole('button', { name: '{{name}}' }).click()
  await page.keyboard.type('Ana')
  await page.getByRole('button', { name: '{{tracking}}' }).click()
  await page.keyboard.type('thanks')
  await expect(input(page)).toHaveValue('Hello Ana, thanks')
  expect(calls.map(named)).not.toContain(sending)

  await page.keyboard.press('Control+m')
  const macro = page.getByRole('list', { name: 'Macros' }).getByRole('button').first()
  await macro.click()
  await expect(input(page)).not.toHaveValue('Hello Ana, thanks')
  await expect(input(page)).toBeFocused()
  await quiet(page)
  expect(calls.map(named)).not.toContain(sending)
  // The macro replaced the typed text, which is one undo away.
  await page.keyboard.press('Control+z')
  await expect(input(page)).toHaveValue('Hello Ana, thanks')
  await page.keyboard.press('Control+Shift+z')
  await expect(input(page)).not.toHaveValue('Hello Ana, thanks')
  await input(page).fill('')
}
