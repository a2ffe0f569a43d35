import type { Page } from '@playwright/test'
import { card, importListings, listing, openCase, titleOf } from '../listings/review/review.ts'
import { goOn } from '../people/user-detail/person.ts'
import { importRows } from '../stack/import-rows.ts'
import { checkSchemes } from '../stack/page-parts.ts'
import { answered, expect, follow, sent, test, toast } from '../stack/test.ts'

const noteCall = 'POST /v1/admin/notes'
const drawer = (page: Page) => page.getByRole('dialog', { name: /^Timeline/ })
const entries = (page: Page) => drawer(page).getByRole('list', { name: 'Timeline' }).getByRole('listitem')
const openTimeline = async (page: Page, of: string) => {
  await page.getByRole('button', { name: `Timeline of ${of}`, exact: true }).click()
  await expect(drawer(page)).toBeVisible()
}
const writeNote = async (page: Page, text: string) => {
  await drawer(page).getByLabel('Note for other staff').fill(text)
  await drawer(page).getByRole('button', { name: 'Add note' }).click()
}
const newPerson = (uid: string, displayName = uid) =>
  importRows('users', [{ uid, displayName, post_ability: 1 }])

test('the timeline of a person, a transaction and a listing', async ({ page }) => {
  const uid = `timeline-person-${Date.now()}`
  await newPerson(uid)
  await page.goto(`/user-detail/${uid}`)

  await test.step('a person: empty, then author, action and reason, with notes; Escape closes it first', () =>
    readAndWrite(page, uid))
  await test.step('a failed timeline differs from an empty one and can be retried', () => fail(page))
  await test.step('a long timeline has more pages', () => readMore(page))
  await test.step('a transaction has a timeline', () => ofTransaction(page))
  await test.step('a listing has a timeline, on the review card and among the listings', () =>
    ofListing(page))
})

async function readAndWrite(page: Page, uid: string) {
  await openTimeline(page, uid)
  await expect(drawer(page).getByText('Nothing was done here yet.')).toBeVisible()
  const add = drawer(page).getByRole('button', { name: 'Add note' })
  await expect(add).toHaveAttribute('aria-description', 'Write something first.')

  const request = sent(page, noteCall)
  await writeNote(page, 'Called twice.\nשלום <b>no markup</b>')
  expect((await request).postDataJSON()).toEqual({
    kind: 'user',
    id: uid,
    text: 'Called twice.\nשלום <b>no markup</b>',
  })
  await expect(toast(page, 'Note saved')).toHaveRole('status')
  await expect(entries(page)).toHaveCount(1)
  await expect(entries(page)).toContainText('Ada Admin admin')
  await expect(entries(page)).toContainText('Called twice.\nשלום <b>no markup</b>', { useInnerText: true })
  await expect(drawer(page).getByLabel('Note for other staff')).toHaveValue('')

  // Typed text stays, also after closing the drawer; Escape closes the drawer and not the page.
  await drawer(page).getByLabel('Note for other staff').fill('Half a thought')
  await page.keyboard.press('Escape')
  await expect(drawer(page)).toHaveCount(0)
  await expect(page).toHaveURL(new RegExp(`/user-detail/${uid}`))
  await page.getByRole('button', { name: 'Block account', exact: true }).click()
  const block = page.getByRole('dialog')
  await block.getByLabel('Reason').fill('Sold the same car twice')
  await block.getByRole('button', { name: 'Block', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Unblock account', exact: true })).toBeVisible()
  await openTimeline(page, uid)
  await expect(drawer(page).getByLabel('Note for other staff')).toHaveValue('Half a thought')
  await expect(entries(page)).toHaveCount(2)
  const blocked = entries(page).first()
  await expect(blocked).toContainText('Blocked the account')
  await expect(blocked).toContainText('Reason: Sold the same car twice')
  // The words say all: no field is listed.
  await expect(blocked.locator('dl')).toHaveCount(0)

  await drawer(page).getByRole('switch', { name: 'Also who looked' }).click()
  await expect(entries(page).filter({ hasText: 'Looked at' }).first()).toBeVisible()
}

async function fail(page: Page) {
  await goOn(page, 'sentinel-tabs-fail')
  await page
    .getByRole('button', { name: /^Timeline of / })
    .first()
    .click()
  await expect(drawer(page).getByText('The timeline could not be loaded.')).toBeVisible()
  await expect(drawer(page).getByText('Nothing was done here yet.')).toHaveCount(0)
  const again = answered(page, 'GET /v1/admin/timeline/user/sentinel-tabs-fail')
  await drawer(page).getByRole('button', { name: 'Retry' }).click()
  expect((await again).status()).toBe(500)
}

async function readMore(page: Page) {
  const uid = `timeline-long-${Date.now()}`
  await newPerson(uid)
  await goOn(page, uid)
  const { token } = (await (await page.request.get('/identity/token')).json()) as { token: string }
  for (let at = 0; at < 55; at++)
    await page.request.post('/v1/admin/notes', {
      headers: { authorization: `Bearer ${token}`, 'x-api-key': 'portreeve-development' },
      data: { kind: 'user', id: uid, text: `Note ${at}` },
    })
  await openTimeline(page, uid)
  await expect(entries(page)).toHaveCount(50)
  await drawer(page).getByRole('button', { name: 'Load more' }).click()
  await expect(entries(page)).toHaveCount(55)
  await expect(entries(page).last()).toContainText('Note 0')
}

async function ofTransaction(page: Page) {
  const text = `About this trade ${Date.now()}`
  await follow(page, '/dashboard/txns/sentinel-two-txn-2')
  await expect(page.getByRole('heading', { name: 'Transaction', exact: true })).toBeVisible()
  await page.getByRole('button', { name: /^Timeline of / }).click()
  await writeNote(page, text)
  await expect(entries(page).filter({ hasText: text })).toHaveCount(1)
}

async function ofListing(page: Page) {
  const key = `timeline-listing-${Date.now()}`
  await importListings([listing(key, '2026-10-01')])
  await follow(page, '/dashboard/pending_review')
  await openCase(page, titleOf(key))
  await card(page)
    .getByRole('button', { name: `Timeline of ${titleOf(key)}` })
    .click()
  await writeNote(page, 'Check the photos')
  await expect(entries(page)).toHaveText(/Note.*Check the photos/s)
  // The page's keyboard shortcuts are off while it is open.
  await drawer(page).getByRole('button', { name: 'Close timeline' }).focus()
  await page.keyboard.press('a')
  await expect(drawer(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(card(page).getByRole('heading', { level: 2, name: titleOf(key) })).toBeVisible()
}

test.describe('finance', () => {
  test.use({ role: 'finance' })

  test('sees that a private action happened, and not its content @slow', async ({ page, pageOf }) => {
    const uid = `timeline-private-${Date.now()}`
    await newPerson(uid)
    const looker = await pageOf('moderator')
    const looked = answered(looker, `GET /v1/admin/users/${uid}/conversations`)
    await looker.goto(`/user-detail/${uid}#messages`)
    await looked
    await page.goto(`/user-detail/${uid}`)
    await openTimeline(page, uid)
    await expect(drawer(page).getByText('Nothing was done here yet.')).toBeVisible()
    await drawer(page).getByRole('switch', { name: 'Also who looked' }).click()
    const entry = entries(page).filter({ hasText: 'Looked at the conversations' }).first()
    await expect(entry).toContainText('Milo Moderator')
    await expect(entry).toContainText('You may not see what it was about.')
  })
})

test.describe('axe', () => {
  test('finds nothing, wide and narrow @slow', async ({ page }) => {
    const uid = `timeline-axe-${Date.now()}`
    await newPerson(uid, 'שם ארוך מאוד '.repeat(20))
    await page.goto(`/user-detail/${uid}`)
    await page.getByRole('button', { name: /^Timeline of / }).click()
    await checkSchemes(page, 'empty')
    await writeNote(page, `${'long'.repeat(300)} 🦊`)
    await expect(entries(page)).toHaveCount(1)
    await checkSchemes(page, 'with a note', ['[role=dialog]'])
    await page.setViewportSize({ width: 428, height: 800 })
    await checkSchemes(page, 'narrow', ['[role=dialog]'])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(428)
  })
})
