import { api } from '@portreeve/contract'
import { roles } from '@portreeve/contract/base/rights'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { startWorker } from '../../core/operations/worker.ts'
import { useServer } from '../../testing/harness.ts'
import { refusalOf, teamInbox } from '../../testing/team-inbox.ts'

// A conversation opens or a message arrives: its assignee is notified whichever way it goes, and a refused change says what happened.

const s = useServer()
const { inbox, desk, notifications } = api
const { talk, write, get, assign, answer, close } = teamInbox(s)

beforeAll(async () => {
  await s.addUser({ uid: 'ana', displayName: 'Ana' })
  for (const role of roles) await s.token(role)
})
beforeEach(async () => {
  await s.query('delete from notifications')
})

const later = () => new Date(Date.now() + 3_600_000).toISOString()
const noticed = async (role: 'support' | 'moderator' = 'support') =>
  (await s.call(role, notifications.list, { query: {} })).body.data.rows
    .filter(({ what }) => what !== 'assigned')
    .map(({ what, record, by, title }) => ({ what, record, by: by?.uid ?? null, title }))
/** A conversation of support. */
async function mine(state: 'open' | 'snoozed' | 'closed') {
  const id = await talk('support', ['Hello'])
  await assign('support', id, 'staff-support')
  if (state === 'snoozed') await s.call('support', inbox.snooze, { params: { id }, body: { until: later() } })
  if (state === 'closed') await close('support', id)
  await s.query('delete from notifications')
  return id
}

test.each(['open', 'snoozed', 'closed'] as const)(
  'a message into my %s conversation notifies me',
  async (state) => {
    const id = await mine(state)
    await write(id, 'Are you there?')
    expect(await get(id)).toMatchObject({ state: 'open', assignee: { uid: 'staff-support' } })
    expect(await noticed()).toEqual([{ what: 'message', record: id, by: null, title: 'Ana' }])
    expect(await noticed('moderator')).toEqual([])
    // Each further one makes it unread again.
    await s.call('support', inbox.look, { params: { id }, body: { what: 'reading' } })
    await write(id, 'Hello?')
    expect((await s.call('support', notifications.list, { query: {} })).body.data.unread).toBe(1)
  },
)

test('an old message, one that is answered already and one in a conversation of no one notify no one', async () => {
  const [id, free] = [await mine('open'), await talk()]
  await answer('support', id, 'Hi')
  await write(id, 'From before', '2026-01-01T00:00:00.000Z')
  await write(free, 'Hello')
  expect(await noticed()).toEqual([])
})

test('a colleague who opens my conversation again notifies me, in the inbox and on the desk', async () => {
  const [closed, snoozed] = [await mine('closed'), await mine('snoozed')]
  await s.call('moderator', inbox.reopen, { params: { id: closed } })
  await s.call('admin', desk.snooze, { params: { kind: 'conversation', id: snoozed }, body: { until: null } })
  expect((await noticed()).toSorted((a, b) => a.record.localeCompare(b.record))).toEqual([
    { what: 'reopened', record: closed, by: 'staff-moderator', title: 'Ana' },
    { what: 'reopened', record: snoozed, by: 'staff-admin', title: 'Ana' },
  ])
  const own = await mine('closed')
  await s.query('delete from notifications')
  await s.call('support', inbox.reopen, { params: { id: own } })
  expect(await noticed()).toEqual([])
})

test('the end of a snooze notifies me; a stale change then says so', async () => {
  const id = await mine('snoozed')
  const { version } = await get(id)
  await s.query(
    "update operations set due_at = now() - interval '1 second' where kind = 'inbox.wake' and subject_id = $1",
    [id],
  )
  const stop = startWorker(s.ctx, 10)
  await expect.poll(async () => (await get(id)).state).toBe('open')
  await stop()
  expect(await noticed()).toEqual([{ what: 'awake', record: id, by: null, title: 'Ana' }])
  expect(refusalOf(await assign('support', id, null, version))).toEqual([
    409,
    'Changed meanwhile',
    expect.stringMatching(/^The server ended its snooze \d+ seconds? ago\. Nothing was changed\.$/),
  ])
})

/** Changes a conversation and returns what a change of the version before is refused with. */
const staleAfter = async (change: (id: string) => Promise<unknown>, title = 'Changed meanwhile') => {
  const id = await talk()
  await s.call('moderator', inbox.mark, { params: { id }, body: { tags: ['parcel'] } })
  const { version } = await get(id)
  await change(id)
  const refused = await s.call(
    'support',
    inbox.mark,
    { params: { id }, body: { tags: [] } },
    { 'if-match': `"${version}"` },
  )
  expect([refused.status, refused.body.error_title]).toEqual([409, title])
  return refused.body.error_message?.replace(/\d+ seconds? ago/, 'just now')
}

test('a stale change is refused in the name of who made the last one, and with what they did', async () => {
  const of = (id: string) => ({ params: { kind: 'conversation', id } })
  expect(
    await staleAfter((id) => s.call('admin', desk.hand, { ...of(id), body: { uid: 'staff-support' } })),
  ).toBe('The admin assigned it to The support just now. Nothing was changed.')
  expect(await staleAfter((id) => s.call('admin', desk.take, of(id)))).toBe(
    'The admin took it just now. Nothing was changed.',
  )
  expect(
    await staleAfter(async (id) => {
      await s.call('support', desk.take, of(id))
      await s.call('support', desk.release, of(id))
    }),
  ).toBe('The support released it just now. Nothing was changed.')
  expect(
    await staleAfter((id) => s.call('admin', desk.snooze, { ...of(id), body: { until: later() } })),
  ).toBe('The admin snoozed it just now. Nothing was changed.')
  expect(
    await staleAfter((id) => s.call('support', inbox.answer, { params: { id }, body: { text: 'Hi' } })),
  ).toBe('The support answered it just now. Nothing was changed.')
})

test('opening what a message has opened already does not blame who closed it', async () => {
  const id = await mine('closed')
  await write(id, 'Wait')
  expect(refusalOf(await s.call('support', inbox.reopen, { params: { id } }))).toEqual([
    409,
    'Already open',
    'A new message opened it again. Nothing was changed.',
  ])
})
