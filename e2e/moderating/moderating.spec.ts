import type { Page } from '@playwright/test'
import { inProduction, withoutServer } from '../stack/environments.ts'
import { checkAxe } from '../stack/page-parts.ts'
import {
  expect,
  named,
  productionAddress,
  quiet,
  sent,
  test,
  toast,
  watchCalls,
  withoutLive,
} from '../stack/test.ts'
import {
  add,
  call,
  clear,
  denials,
  fresh,
  group,
  type MapName,
  made,
  open,
  path,
  promotions,
  row,
  save,
  text,
} from './moderating.ts'

const keyOf = (page: Page, key: string, map: MapName = denials) =>
  group(page, map).getByRole('textbox', { name: `Key ${key}`, exact: true })

const changes = (calls: ReturnType<typeof watchCalls>) =>
  calls.map(named).filter((name) => !name.startsWith('GET'))

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

test('[MOD-13] [MOD-14] [API-57] adding a message saves it at once, in its map', async ({ page }) => {
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

test('[MOD-06] [MOD-08] [MOD-10] [MOD-17] [MOD-18] edits wait for Save, which sends only them; a cleared text deletes', async ({
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
  // Not to an existing key.
  await keyOf(page, `${key}_new`).fill('duplicate')
  await save(page)
  await expect(page.getByRole('alert')).toHaveText('Two messages have the key “duplicate”.')
  await keyOf(page, `${key}_new`).fill(`${key}_new`)
  await clear(page, `${key}_new`)
})

test('[MOD-09] Save with nothing edited does nothing', async ({ page }) => {
  await withoutLive(page)
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

test('[MOD-15] a refused message is not added, and the reason is shown', async ({ page }) => {
  await open(page)
  const key = fresh('long')
  await add(page, denials, key, 'x'.repeat(10_001))
  await expect(toast(page, 'Error adding')).toHaveRole('alert')
  await expect(page.getByRole('alert').filter({ hasText: 'longer than 10000 characters' })).toBeVisible()
  await expect(row(page, denials).getByRole('textbox', { name: 'Key' })).toHaveValue(key)
  await expect(text(page, key)).toHaveCount(0)
})

test('[MOD-12] [MOD-16] without an answer the error is shown; typed text stays', async ({
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

test('[MOD-03] a failed load shows the error', async ({ page }) => {
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
  test('both maps show a message', async ({ page }) => {
    await inProduction(page, path)
    await expect(page.getByText('No items.')).toHaveCount(2)
    await checkAxe(page, 'empty')
  })
})

test.describe('for a role without permission', () => {
  test.use({ role: 'finance' })
  test('the messages are read-only', async ({ page }) => {
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
