import type { Page } from '@playwright/test'
import { checkAxe } from '../../stack/page-parts.ts'
import { answered, expect, named, sent, test, toast, watchCalls, withoutLive } from '../../stack/test.ts'
import { closeToasts } from '../../stack/toasts.ts'
import {
  add,
  call,
  clear,
  denials,
  fresh,
  group,
  type MapName,
  type Maps,
  made,
  open,
  path,
  promotions,
  row,
  save,
  text,
} from './moderating-messages.ts'

const keyOf = (page: Page, key: string, map: MapName = denials) =>
  group(page, map).getByRole('textbox', { name: `Key ${key}`, exact: true })
const changes = (calls: ReturnType<typeof watchCalls>) =>
  calls.map(named).filter((name) => !name.startsWith('GET'))

test('the messages fail to load, are loaded again, and one is added @slow', async ({ page }) => {
  const messages = /\/v1\/admin\/moderating\/messages$/
  // An event of another test would load the failed list before Retry does.
  await withoutLive(page)
  await page.route(messages, (route) => route.abort())
  const calls = watchCalls(page)
  await page.goto(path)

  await test.step('[MOD-03] a failed load shows the error, and Save does nothing', async () => {
    await expect(toast(page, 'Error loading admin messages. The server could not be reached')).toHaveRole(
      'alert',
    )
    await expect(page.getByText('The standard messages could not be loaded.')).toBeVisible()
    await expect(page.getByText('No items.')).toHaveCount(0)
    await checkAxe(page, 'failed')
    await save(page)
    await page.unroute(messages)
  })

  const answer = answered(page, `GET ${call}`)
  await page.getByRole('button', { name: 'Retry' }).click()
  const { data: maps } = (await (await answer).json()) as { data: Maps }

  await test.step('[MOD-01] [MOD-02] [MOD-04] [MOD-05] [MOD-07] two maps of messages, each with a row to add one', async () => {
    await expect(text(page, 'duplicate')).toBeVisible()
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
    await checkAxe(page, 'page')
    await closeToasts(page)
  })

  await test.step('[MOD-09] Save with nothing edited does nothing', async () => {
    const [key = '', value = ''] = Object.entries(maps[denials])[0] ?? []
    await text(page, key).fill('x')
    await text(page, key).fill(value)
    await save(page)
    await expect(page.locator('[data-toast]')).toHaveCount(0)
  })

  await test.step('[MOD-15] a refused message is not added, and the reason is shown', async () => {
    const key = fresh('long')
    await add(page, denials, key, 'x'.repeat(10_001))
    await expect(toast(page, 'Error adding')).toHaveRole('alert')
    await expect(page.getByRole('alert').filter({ hasText: 'longer than 10000 characters' })).toBeVisible()
    await expect(row(page, denials).getByRole('textbox', { name: 'Key' })).toHaveValue(key)
    await expect(text(page, key)).toHaveCount(0)
    // [MOD-03] [MOD-09] No Save before has sent anything.
    expect(changes(calls)).toEqual([`PATCH ${call}`])
    for (const name of ['Key', 'Value']) await row(page, denials).getByRole('textbox', { name }).fill('')
    await closeToasts(page)
  })

  await test.step('[MOD-13] [MOD-14] [API-57] adding a message saves it at once, in its map', async () => {
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

  await test.step('[MOD-19] [API-56] the page calls for the messages and nothing else of moderating', async () => {
    const names = calls.map(named)
    expect(names).toContain(`GET ${call}`)
    expect(names.filter((name) => name.includes('promoted_post_requests'))).toEqual([])
  })
})

test('messages are edited, deleted, moved and replaced, also after a call without an answer', async ({
  page,
}) => {
  await open(page)
  const key = (name: string) => row(page, denials).getByRole('textbox', { name })
  const [one, two, three] = [await made(page, 'one'), await made(page, 'two'), await made(page, 'three')]
  await closeToasts(page)

  await test.step('[MOD-06] [MOD-08] [MOD-10] [MOD-17] [MOD-18] edits wait for Save, which sends only them; a cleared text deletes', async () => {
    const calls = watchCalls(page)
    await text(page, one).fill('First line.\n<b>Second</b>')
    await text(page, two).fill('')
    await expect(text(page, two)).toHaveAccessibleDescription('Save deletes this message.')
    await checkAxe(page, 'edited')
    const request = sent(page, `PATCH ${call}`)
    await save(page)
    expect((await request).postDataJSON()).toEqual({
      [denials]: { [one]: 'First line.\n<b>Second</b>', [two]: null },
    })
    await expect(toast(page, 'Updates saved')).toHaveRole('status')
    expect(changes(calls)).toEqual([`PATCH ${call}`])
    await expect(text(page, two)).toHaveCount(0)
    await page.reload()
    await expect(text(page, one)).toHaveValue('First line.\n<b>Second</b>')
    await expect(text(page, three)).toBeVisible()
    await expect(text(page, two)).toHaveCount(0)
  })

  await test.step('[MOD-05] a message is moved to another key, but not to an existing one', async () => {
    await keyOf(page, three).fill(`${three}_new`)
    const request = sent(page, `PATCH ${call}`)
    await save(page)
    expect((await request).postDataJSON()).toEqual({
      [denials]: { [three]: null, [`${three}_new`]: 'Text of three.' },
    })
    await expect(text(page, `${three}_new`)).toHaveValue('Text of three.')
    await expect(text(page, three)).toHaveCount(0)
    await keyOf(page, `${three}_new`).fill('duplicate')
    await save(page)
    await expect(page.getByRole('alert')).toHaveText('Two messages have the key “duplicate”.')
    await keyOf(page, `${three}_new`).fill(`${three}_new`)
    await closeToasts(page)
  })

  await test.step('an existing key is replaced only after a confirmation', async () => {
    await key('Key').fill(one)
    await expect(row(page, denials).getByText('Replaces: First line.')).toBeVisible()
    await key('Value').fill('Another.')
    await row(page, denials).getByRole('button', { name: 'Add' }).click()
    await expect(text(page, one)).toHaveValue('Another.')
    await closeToasts(page)
  })

  await test.step('[MOD-12] [MOD-16] without an answer the error is shown; typed text stays', async () => {
    await page.route(/\/v1\/admin\/moderating\/messages$/, (route) => route.abort())
    await text(page, one).fill('Typed')
    await save(page)
    await expect(toast(page, 'Error saving The server could not be reached')).toHaveRole('alert')
    await expect(text(page, one)).toHaveValue('Typed')
    await add(page, denials, 'never', 'Never added.')
    await expect(toast(page, 'Error adding: The server could not be reached')).toHaveRole('alert')
    await expect(key('Key')).toHaveValue('never')
    await page.unroute(/\/v1\/admin\/moderating\/messages$/)
    await save(page)
    await expect(toast(page, 'Updates saved')).toBeVisible()
    await key('Key').fill('')
    await clear(page, one, `${three}_new`)
  })
})
