import type { Page } from '@playwright/test'
import { importRows } from '../../stack/import-rows.ts'
import { expect, goOffline, named, test, watchCalls } from '../../stack/test.ts'
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

/** Counts the sounds that the page plays. */
const countSounds = () => {
  const counted = window as unknown as { sounds: number }
  counted.sounds = 0
  HTMLMediaElement.prototype.play = () => {
    counted.sounds++
    return Promise.resolve()
  }
}

test('messages of colleagues, of other tabs and of an import come to the open page', async ({
  page,
  pageOf,
}) => {
  await page.addInitScript(countSounds)
  const other = await pageOf('moderator')

  await test.step('[MSG-58] messages that came without an open page are announced when one opens', async () => {
    await openTalk(other, person(4))
    await input(other).fill('While you were away.')
    await input(other).press('Enter')
    await expect(list(other).getByText('Sending…')).toHaveCount(0)
    const removed = page.waitForRequest((one) =>
      named(one).startsWith(`DELETE /v1/realtime/conversationUpdates/${own}/en_`),
    )
    await openInbox(page)
    await removed
    await choose(page, person(4))
    await expect(list(page).getByText('While you were away.')).toBeVisible()
  })
  await test.step("[MSG-05] [MSG-58] [MSG-59] [MSG-60] [MSG-61] [MSG-62] a colleague's message plays a sound, is fetched, shown and removed from the feed", () =>
    hear(page, other))
  await test.step('imported messages appear on the open page', async () => {
    await choose(page, person(13))
    await importRows('messages', [
      {
        id: `${talk(13)}-imported`,
        conversation_id: talk(13),
        senderID: 'sentinel-reported-13',
        senderDisplayName: person(13),
        text: 'It came by another way.',
        date: new Date().toISOString(),
      },
    ])
    await expect(list(page).getByText('It came by another way.')).toBeVisible()
    await expect(row(page, person(13))).toContainText('It came by another way.')
  })
  await test.step('two tabs of one person and a colleague all see a message once, and the unread count', () =>
    useTwoTabs(page, other))
  await test.step('the page shows who is typing; sending after an unseen message asks first', () =>
    writeTogether(page, other))
})

async function hear(page: Page, other: Page) {
  await choose(page, person(2))
  // Few enough that all rows are drawn; the person is not the first of them.
  await page.getByPlaceholder('Search inbox').fill('Sentinel Reported')
  const chosen = row(page, person(2))
  await expect(chosen).toHaveAttribute('aria-current', 'true')
  await choose(other, person(2))
  const calls = watchCalls(page)
  await input(other).fill('I have asked the carrier.')
  await input(other).press('Enter')
  await expect(list(page).getByText('I have asked the carrier.')).toBeVisible()
  // No row moves under a resting pointer; the list is sorted when the pointer leaves it.
  const place = await chosen.boundingBox()
  await expect(chosen).toContainText('I have asked the carrier.')
  expect(await chosen.boundingBox()).toEqual(place)
  await expect(inbox(page).getByText('There is news.')).toBeVisible()
  await input(page).hover()
  await expect(rows(page).first()).toContainText('I have asked the carrier.')
  await expect(inbox(page).getByText('There is news.')).toBeHidden()
  // Still the same one, although others would come first.
  await expect(chosen).toHaveAttribute('aria-current', 'true')
  // Events of other conversations may come at the same time; the open page is announced to colleagues again and again.
  const about = () => calls.map(named).filter((name) => name.startsWith('GET') && name.includes(talk(2)))
  await expect
    .poll(about)
    .toEqual([
      `GET /v1/conversations/${talk(2)}`,
      `GET /v1/admin/conversations/${talk(2)}/messages/m-${talk(2)}`,
    ])
  const removed = `DELETE /v1/realtime/conversationUpdates/${own}/en_`
  await expect
    .poll(() => {
      const names = calls.map(named)
      return names.slice(names.lastIndexOf(about().at(-1) ?? '')).some((name) => name.startsWith(removed))
    })
    .toBe(true)
  // Another test may write to the same inbox.
  const sounds = () => page.evaluate(() => (window as unknown as { sounds: number }).sounds)
  await expect.poll(sounds).toBeGreaterThan(0)

  await page.getByRole('button', { name: 'Mute new messages' }).click()
  const played = await sounds()
  await input(other).fill('And once more.')
  await input(other).press('Enter')
  await expect(list(page).getByText('And once more.')).toBeVisible()
  expect(await sounds()).toBe(played)
}

async function useTwoTabs(page: Page, other: Page) {
  await choose(page, person(6))
  const second = await page.context().newPage()
  await openTalk(second, person(6))
  await choose(other, person(6))
  const badge = page.getByRole('img', { name: /^\d+ unread$/ })
  const unread = Number.parseInt((await badge.textContent()) ?? '', 10)
  await input(page).fill('From the first tab')
  await input(page).press('Enter')
  for (const one of [page, second, other])
    await expect(list(one).getByText('From the first tab')).toHaveCount(1)
  await expect(row(second, person(6))).not.toHaveAttribute('data-unread')
  await expect(badge).toHaveText(String(unread - 1))
  await input(other).fill('From the colleague')
  await input(other).press('Enter')
  await expect(badge).toHaveText(String(unread))
  await expect(row(second, person(6))).toHaveAttribute('data-unread', 'true')
}

async function writeTogether(page: Page, other: Page) {
  await choose(page, person(8))
  await choose(other, person(8))
  await input(other).pressSequentially('I wri')
  await expect(page.getByText('Milo Moderator is typing…')).toBeVisible()

  // Block the answer: the page keeps the old conversation.
  const online = await goOffline(page)
  await input(other).fill('It is on its way.')
  await input(other).press('Enter')
  await expect(list(other).getByText('Sending…')).toHaveCount(0)
  await input(page).fill('I shall ask.')
  await input(page).press('Enter')
  await expect(list(page).getByText('Not sent.')).toBeVisible()
  await online()
  await expect(
    list(page).getByText(/Not sent\. Milo Moderator wrote \d+ (second|minute)s? ago\./),
  ).toBeVisible()
  await list(page).getByRole('button', { name: 'Send anyway' }).click()
  await expect(list(page).getByText(/Not sent/)).toHaveCount(0)
  await expect(list(other).getByText('I shall ask.')).toBeVisible()
}
