import type { Page } from '@playwright/test'
import { inProduction, withoutServer } from './content.ts'
import { checkAxe } from './money.ts'
import {
  answered,
  expect,
  named,
  productionAddress,
  quiet,
  sent,
  test,
  toast,
  watchCalls,
  withoutLive,
} from './staff.ts'

const path = '/dashboard/moderating'
const call = '/v1/admin/moderating/messages'
const [denials, promotions] = ['admin_messages', 'promoted_post_review_messages'] as const
type MapName = typeof denials | typeof promotions

const group = (page: Page, map: MapName) => page.getByRole('region', { name: map, exact: true })
const text = (page: Page, key: string, map: MapName = denials) =>
  group(page, map).getByRole('textbox', { name: key, exact: true })
const keyOf = (page: Page, key: string, map: MapName = denials) =>
  group(page, map).getByRole('textbox', { name: `Key ${key}`, exact: true })
const row = (page: Page, map: MapName) => page.getByRole('form', { name: `Add to ${map}` })
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click()
const changes = (calls: ReturnType<typeof watchCalls>) =>
  calls.map(named).filter((name) => !name.startsWith('GET'))

type Maps = Record<MapName, Record<string, string>>

async function open(page: Page): Promise<Maps> {
  const answer = answered(page, `GET ${call}`)
  await page.goto(path)
  await expect(row(page, denials)).toBeVisible()
  return ((await (await answer).json()) as { data: Maps }).data
}

async function add(page: Page, map: MapName, key: string, value: string) {
  await row(page, map).getByRole('textbox', { name: 'Key' }).fill(key)
  await row(page, map).getByRole('textbox', { name: 'Value' }).fill(value)
  await row(page, map).getByRole('textbox', { name: 'Value' }).press('Enter')
}

/** A key that no test has used before. */
const fresh = (word: string) => `${word}_${Date.now().toString(36)}`

/** A message of its own for a test. */
async function made(page: Page, word: string): Promise<string> {
  const key = fresh(word)
  await add(page, denials, key, `Text of ${word}.`)
  await expect(text(page, key)).toHaveValue(`Text of ${word}.`)
  return key
}

/** Takes a test's messages away again. */
async function clear(page: Page, ...keys: string[]) {
  for (const key of keys) await text(page, key).fill('')
  await save(page)
  for (const key of keys) await expect(text(page, key)).toHaveCount(0)
}

test('[MOD-01] [MOD-02] [MOD-04] [MOD-05] [MOD-07] [MOD-19] [API-56] two maps of messages, each with a row to add one, and nothing else', async ({
  page,
}) => {
  const calls = watchCalls(page)
  const maps = await open(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Moderating')
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([denials, promotions])
  for (const map of [denials, promotions]) {
    await expect(row(page, map).getByRole('textbox')).toHaveCount(2)
    for (const [key, value] of Object.entries(maps[map])) {
      await expect(text(page, key, map)).toHaveValue(value)
      await expect(text(page, key, map)).toBeEditable()
      await expect(keyOf(page, key, map)).toHaveValue(key)
      await expect(keyOf(page, key, map)).toBeEditable()
    }
  }
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeVisible()
  await quiet(page)
  expect(calls.map(named).filter((name) => name.includes('promoted_post_requests'))).toEqual([])
  await checkAxe(page, 'page')
})

test('[MOD-13] [MOD-14] [API-57] adding a message saves it at once, in its own map', async ({ page }) => {
  await open(page)
  const key = fresh('added')
  const request = sent(page, `PATCH ${call}`)
  await add(page, promotions, key, 'Added at once.')
  const patch = await request
  expect(patch.postDataJSON()).toEqual({ [promotions]: { [key]: 'Added at once.' } })
  expect(patch.headers()['if-match']).toMatch(/^"\d+"$/)
  await expect(toast(page, 'Saved new message')).toHaveRole('status')
  await expect(text(page, key, promotions)).toHaveValue('Added at once.')
  await expect(row(page, promotions).getByRole('textbox', { name: 'Key' })).toHaveValue('')
  await page.reload()
  await expect(text(page, key, promotions)).toHaveValue('Added at once.')
  await text(page, key, promotions).fill('')
  await save(page)
  await expect(text(page, key, promotions)).toHaveCount(0)
})

test('[MOD-06] [MOD-08] [MOD-10] [MOD-17] [MOD-18] edits wait for Save, which sends just them; a cleared text deletes', async ({
  page,
}) => {
  await open(page)
  const [one, two, three] = [await made(page, 'one'), await made(page, 'two'), await made(page, 'three')]
  const calls = watchCalls(page)
  await text(page, one).fill('First line.\n<b>Second</b>')
  await text(page, two).fill('')
  await expect(text(page, two)).toHaveAccessibleDescription('Save deletes this message.')
  await quiet(page)
  expect(changes(calls)).toEqual([])
  await checkAxe(page, 'edited')
  const request = sent(page, `PATCH ${call}`)
  await save(page)
  expect((await request).postDataJSON()).toEqual({
    [denials]: { [one]: 'First line.\n<b>Second</b>', [two]: null },
  })
  await expect(toast(page, 'Updates saved')).toHaveRole('status')
  await expect(text(page, two)).toHaveCount(0)
  await page.reload()
  await expect(text(page, one)).toHaveValue('First line.\n<b>Second</b>')
  await expect(text(page, three)).toBeVisible()
  await expect(text(page, two)).toHaveCount(0)
  await clear(page, one, three)
})

test('[MOD-05] a message is moved to another key', async ({ page }) => {
  await open(page)
  const key = await made(page, 'old')
  await keyOf(page, key).fill(`${key}_new`)
  const request = sent(page, `PATCH ${call}`)
  await save(page)
  expect((await request).postDataJSON()).toEqual({
    [denials]: { [key]: null, [`${key}_new`]: 'Text of old.' },
  })
  await expect(text(page, `${key}_new`)).toHaveValue('Text of old.')
  await expect(text(page, key)).toHaveCount(0)
  // Not onto one that is there.
  await keyOf(page, `${key}_new`).fill('duplicate')
  await save(page)
  await expect(page.getByRole('alert')).toHaveText('Two messages have the key “duplicate”.')
  await keyOf(page, `${key}_new`).fill(`${key}_new`)
  await clear(page, `${key}_new`)
})

test('[MOD-09] Save with nothing edited does nothing', async ({ page }) => {
  const maps = await open(page)
  const [key = '', value = ''] = Object.entries(maps[denials])[0] ?? []
  await text(page, key).fill('x')
  await text(page, key).fill(value)
  const calls = watchCalls(page)
  await save(page)
  await quiet(page)
  expect(calls).toEqual([])
  await expect(page.locator('[data-toast]')).toHaveCount(0)
})

test('[MOD-15] a message that is refused is not added, and it is said why', async ({ page }) => {
  await open(page)
  const key = fresh('long')
  await add(page, denials, key, 'x'.repeat(10_001))
  await expect(toast(page, 'Error adding')).toHaveRole('alert')
  await expect(page.getByRole('alert').filter({ hasText: 'longer than 10000 characters' })).toBeVisible()
  await expect(row(page, denials).getByRole('textbox', { name: 'Key' })).toHaveValue(key)
  await expect(text(page, key)).toHaveCount(0)
})

test('[MOD-12] [MOD-16] without an answer the error is told; what was typed stays', async ({
  page,
  context,
}) => {
  await open(page)
  const key = await made(page, 'offline')
  await text(page, key).fill('Typed')
  await context.setOffline(true)
  await save(page)
  await expect(toast(page, 'Error saving The server could not be reached')).toHaveRole('alert')
  await expect(text(page, key)).toHaveValue('Typed')
  await add(page, denials, 'never', 'Never added.')
  await expect(toast(page, 'Error adding: The server could not be reached')).toHaveRole('alert')
  await expect(row(page, denials).getByRole('textbox', { name: 'Key' })).toHaveValue('never')
  await context.setOffline(false)
  await save(page)
  await expect(toast(page, 'Updates saved')).toBeVisible()
  await row(page, denials).getByRole('textbox', { name: 'Key' }).fill('')
  await clear(page, key)
})

test('[MOD-11] two staff on one message: the second sees both texts and can go on; on different ones nobody waits', async ({
  page,
  context,
}) => {
  await withoutLive(page)
  await open(page)
  const [key, own] = [await made(page, 'both'), await made(page, 'own')]
  const other = await context.newPage()
  await open(other)
  await text(other, key).fill('Theirs.')
  await save(other)
  await expect(toast(other, 'Updates saved')).toBeVisible()
  await text(page, own).fill('Mine alone.')
  await text(page, key).fill('Mine.')
  await save(page)
  await expect(toast(page, 'Error saving')).toHaveRole('alert')
  await expect(page.getByRole('alert').filter({ hasText: `Somebody else has changed ${key}` })).toBeVisible()
  await expect(text(page, key)).toHaveValue('Mine.')
  await expect(text(page, key)).toHaveAccessibleDescription('It is now Theirs..')
  await checkAxe(page, 'conflict')
  // Deleted meanwhile: what is typed is not lost, and is told.
  await text(other, key).fill('')
  await save(other)
  await expect(text(other, key)).toHaveCount(0)
  await save(page)
  await expect(toast(page, 'Error saving').last()).toBeVisible()
  await expect(text(page, key)).toHaveAccessibleDescription('It is now empty.')
  await save(page)
  await expect(toast(page, 'Updates saved')).toBeVisible()
  await page.reload()
  await expect(text(page, key)).toHaveValue('Mine.')
  await expect(text(page, own)).toHaveValue('Mine alone.')

  // The other page is old by now, but not where it writes.
  const third = fresh('third')
  await add(other, denials, third, 'Another key.')
  await expect(toast(other, 'Saved new message')).toBeVisible()
  await page.reload()
  await clear(page, key, own, third)
})

test('a key that is there is replaced only with open eyes', async ({ page }) => {
  await open(page)
  const key = await made(page, 'there')
  await row(page, denials).getByRole('textbox', { name: 'Key' }).fill(key)
  await expect(row(page, denials).getByText('Replaces: Text of there.')).toBeVisible()
  await row(page, denials).getByRole('textbox', { name: 'Value' }).fill('Another.')
  await row(page, denials).getByRole('button', { name: 'Add' }).click()
  await expect(text(page, key)).toHaveValue('Another.')
  await clear(page, key)
})

test('leaving with something typed asks first, from a text as from an add row', async ({ page }) => {
  await open(page)
  await text(page, 'duplicate').fill('Not saved')
  await page.getByRole('link', { name: 'Users', exact: true }).click()
  await expect(page.getByRole('dialog')).toHaveAccessibleName('Leave without saving?')
  await page.getByRole('button', { name: 'Stay' }).click()
  await page.reload()
  await row(page, promotions).getByRole('textbox', { name: 'Value' }).fill('Not added')
  await page.getByRole('link', { name: 'Users', exact: true }).click()
  await page.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL('/dashboard/users')
})

test('[MOD-03] messages that cannot be loaded are told with the error', async ({ page }) => {
  await withoutServer(page, path, 'Moderating')
  await expect(toast(page, 'Error loading admin messages. The server could not be reached')).toHaveRole(
    'alert',
  )
  await expect(page.getByText('The standard messages could not be loaded.')).toBeVisible()
  await expect(page.getByText('No items.')).toHaveCount(0)
  await checkAxe(page, 'failed')
  const calls = watchCalls(page)
  await save(page)
  await quiet(page)
  expect(changes(calls)).toEqual([])
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(text(page, 'duplicate')).toBeVisible()
})

test.describe('in production, where there is none', () => {
  test.use({ role: null, baseURL: productionAddress })
  test('both maps say so', async ({ page }) => {
    await inProduction(page, path)
    await expect(page.getByText('No items.')).toHaveCount(2)
    await checkAxe(page, 'empty')
  })
})

test.describe('of a role that may not', () => {
  test.use({ role: 'finance' })
  test('the messages can be read only', async ({ page }) => {
    await open(page)
    await expect(text(page, 'duplicate')).toHaveAttribute('readonly', '')
    for (const button of [
      page.getByRole('button', { name: 'Save', exact: true }),
      row(page, denials).getByRole('button', { name: 'Add' }),
    ])
      await expect(button).toHaveAttribute('aria-description', /may not change the standard messages/)
    await checkAxe(page, 'finance')
  })
})
