import { api } from '@portreeve/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { startWorker } from '../../core/operations/worker.ts'
import { useServer } from '../../testing/harness.ts'
import { inDays } from '../../testing/make.ts'
import { refusalOf, teamInbox } from '../../testing/team-inbox.ts'
import { messagesArrived } from './inbox-arrival.ts'

const s = useServer()
const { conversations, inbox } = api
const { talk, write, get, assign, close, answer } = teamInbox(s)

beforeAll(async () => {
  await s.addUser({ uid: 'ana', displayName: 'Ana' })
  for (const role of ['support', 'moderator', 'finance', 'admin'] as const) await s.token(role)
})

describe('two at once', () => {
  test('two assign: one wins, the other is refused with who and when', async () => {
    const id = await talk()
    const { version } = await get(id)
    const answers = await Promise.all([
      assign('support', id, 'staff-support', version),
      assign('moderator', id, 'staff-moderator', version),
    ])
    const [won, lost] = answers[0]?.status === 200 ? answers : answers.toReversed()
    expect(won?.status).toBe(200)
    const winner = won === answers[0] ? 'Support' : 'Moderator'
    expect(refusalOf(lost ?? { status: 0, body: {} })).toEqual([
      409,
      'Changed meanwhile',
      expect.stringMatching(
        new RegExp(`${winner}.* assigned it to .*${winner}.* 1 second ago\\. Nothing was changed`, 'i'),
      ),
    ])
    expect(
      await s.query("select 1 from audit where action = 'inbox.assign' and subject_id = $1", [id]),
    ).toHaveLength(1)
  })

  test('two close: the second reads who closed it', async () => {
    const id = await talk()
    const answers = await Promise.all([close('support', id), close('moderator', id)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const lost = answers.find(({ status }) => status === 409)
    expect(lost?.body).toMatchObject({
      error_title: 'Already closed',
      error_message: expect.stringMatching(/closed it 1 second ago/),
    })
  })

  test('two answer as Support: one wins, the other is refused with who and when', async () => {
    const id = await talk('support', [])
    const seen = await write(id, 'Anyone there?')
    const answers = await Promise.all([
      answer('support', id, 'Yes, Suki here.', seen),
      answer('moderator', id, 'Yes, Milo here.', seen),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      error_title: 'Answered meanwhile',
      error_message: expect.stringMatching(/(support|moderator).* wrote 1 second ago/i),
    })
    // One's own newer message refuses nothing.
    const winner = answers[0]?.status === 200 ? 'support' : 'moderator'
    expect((await answer(winner, id, 'One more thing.', seen)).status).toBe(200)
  })

  test('closing or snoozing over an unseen message is refused', async () => {
    const id = await talk('support', [])
    const seen = await write(id, 'First')
    await write(id, 'Second')
    expect(refusalOf(await close('support', id, seen))).toEqual([
      409,
      'Answered meanwhile',
      expect.stringMatching(/^Ana wrote 1 second ago/),
    ])
    const body = { until: new Date(Date.now() + 60_000).toISOString(), seen }
    expect((await s.call('support', inbox.snooze, { params: { id }, body })).status).toBe(409)
    expect((await get(id)).state).toBe('open')
  })
})

describe('messages from outside', () => {
  test('are shown by the pages of the team inbox, and change nothing of conversations that are not the team’s', async () => {
    const [id, other] = [await talk(), await talk('ben')]
    await s.query('delete from live_events')
    await write(other, 'Hello Ben')
    await write(id, 'Anyone there?')
    expect(await s.query("select payload from live_events where topic = 'inbox'")).toEqual([
      { payload: { id, what: 'imported', by: 'import', name: null } },
    ])
  })

  test.runIf(process.env.DATABASE_URL !== undefined)(
    'wait for a colleague who closes the conversation at this moment',
    async () => {
      const id = await talk()
      await s.make.message({
        id: 'late',
        conversation_id: id,
        senderID: 'ana',
        text: 'Wait',
        date: inDays(1),
      })
      const closing = await s.ctx.database.pool.connect()
      await closing.query('begin')
      await closing.query('select from conversations where id = $1 for update', [id])
      const arrived = s.ctx.database.db.transaction((tx) => messagesArrived(tx, [id], ['late']))
      const waits = `select from pg_locks join pg_stat_activity using (pid) where not granted and datname = current_database()`
      await expect.poll(() => s.query(waits)).toHaveLength(1)
      await closing.query(
        "update conversation_states set state = 'closed', reopen_after = now() - interval '1 second' where conversation_id = $1",
        [id],
      )
      await closing.query('commit')
      closing.release()
      await arrived
      expect((await get(id)).state).toBe('open')
    },
  )
})

describe('an answer', () => {
  test('goes out in the account’s name, is read by the account alone, and the audit has its author', async () => {
    const id = await talk()
    expect((await get(id)).waiting_since).toEqual(expect.any(String))
    const { body } = await answer('moderator', id, 'On its way.')
    expect(body.data).toMatchObject({ senderID: 'support', author: 'support', senderDisplayName: 'The team' })
    const after = await get(id)
    expect(after).toMatchObject({
      waiting_since: null,
      assignee: { uid: 'staff-moderator' },
      conversation: { lastMessage: 'On its way.', readByUsers: { ana: false, support: true } },
    })
    expect(
      await s.query("select actor_uid, after from audit where action = 'inbox.answer' and subject_id = $1", [
        id,
      ]),
    ).toEqual([
      {
        actor_uid: 'staff-moderator',
        after: { message: body.data.id, account: 'support', assignee: 'staff-moderator' },
      },
    ])
    const read = await s.call('support', conversations.messages, { params: { id, messagesId: `m-${id}` } })
    expect(read.body.data.at(-1)).toMatchObject({ writtenBy: { uid: 'staff-moderator' } })
    expect(read.body.data[0]).not.toHaveProperty('writtenBy')
  })

  test('in a colleague’s conversation reaches their own inbox, and leaves their conversation theirs', async () => {
    const id = await talk('staff-support')
    await answer('moderator', id, 'Suki is away.')
    expect(await get(id)).toMatchObject({ assignee: { uid: 'staff-support' } })
    expect(
      await s.query(
        "select payload->>'by' as by from live_events where topic = 'conversationUpdates/staff-support' and payload->>'key' = $1",
        [id],
      ),
    ).toEqual([{ by: 'staff-moderator' }])
    expect((await answer('support', id, ' \n ')).status).toBe(422)
  })
})

describe('closing and snoozing', () => {
  test('a person’s new message reopens, an older one does not', async () => {
    const [closed, asleep] = [await talk(), await talk()]
    await close('support', closed)
    const until = new Date(Date.now() + 3_600_000).toISOString()
    const snoozed = await s.call('support', inbox.snooze, { params: { id: asleep }, body: { until } })
    expect(snoozed.body.data).toMatchObject({ state: 'snoozed', snoozed_until: until })
    await write(closed, 'from before', new Date(Date.now() - 60_000).toISOString())
    expect((await get(closed)).state).toBe('closed')
    for (const id of [closed, asleep]) {
      await write(id, 'One more question')
      expect(await get(id)).toMatchObject({ state: 'open', snoozed_until: null })
    }
  })

  test('a snooze in the past or after a year is refused; a closed one opens by hand, an open one does not', async () => {
    const id = await talk()
    const snooze = (ms: number) =>
      s.call('support', inbox.snooze, {
        params: { id },
        body: { until: new Date(Date.now() + ms).toISOString() },
      })
    expect((await snooze(-1)).body.error_title).toBe('Already past')
    expect((await snooze(400 * 86_400_000)).body.error_title).toBe('Too far away')
    expect((await s.call('support', inbox.reopen, { params: { id } })).body.error_title).toBe('Already open')
    await close('support', id)
    expect((await s.call('support', inbox.reopen, { params: { id } })).body.data.state).toBe('open')
  })

  test('a second snooze replaces the first, whose end then opens nothing', async () => {
    const id = await talk()
    const wakes = "from operations where kind = 'inbox.wake' and subject_id = $1"
    const snooze = (hours: number) => {
      const body = { until: new Date(Date.now() + hours * 3_600_000).toISOString() }
      return s.call('support', inbox.snooze, { params: { id }, body })
    }
    /** Ends the snooze that is to end first. */
    const endNext = async () => {
      await s.query(
        `update operations set due_at = now() - interval '1 second' where id in (
        select id ${wakes} and state = 'pending' order by due_at limit 1)`,
        [id],
      )
      const stop = startWorker(s.ctx)
      await expect
        .poll(() => s.query(`select 1 ${wakes} and state = 'pending' and due_at <= now()`, [id]))
        .toEqual([])
      await stop()
      return (await get(id)).state
    }
    await snooze(1)
    const { snoozed_until } = (await snooze(2)).body.data
    expect(await endNext()).toBe('snoozed')
    expect((await get(id)).snoozed_until).toBe(snoozed_until)
    expect(await endNext()).toBe('open')
  })

  test('a snooze that ends opens the conversation; one that was changed meanwhile does nothing', async () => {
    const [asleep, changed] = [await talk(), await talk()]
    const until = new Date(Date.now() + 3_600_000).toISOString()
    for (const id of [asleep, changed])
      await s.call('support', inbox.snooze, { params: { id }, body: { until } })
    await close('support', changed)
    await s.query("update conversation_states set assignee = 'staff-moderator' where conversation_id = $1", [
      asleep,
    ])
    await s.query("update operations set due_at = now() - interval '1 second' where kind = 'inbox.wake'")
    const stop = startWorker(s.ctx)
    await expect.poll(async () => (await get(asleep)).state).toBe('open')
    await expect
      .poll(() => s.query("select 1 from operations where kind = 'inbox.wake' and state = 'pending'"))
      .toEqual([])
    await stop()
    expect((await get(changed)).state).toBe('closed')
    expect(
      await s.query(
        "select subject_id, actor_uid from audit where action = 'inbox.wake' and subject_id = any($1)",
        [[asleep, changed]],
      ),
    ).toEqual([{ subject_id: asleep, actor_uid: 'snooze' }])
    expect(await s.query("select staff_uid, subject_id from notifications where what = 'awake'")).toEqual([
      { staff_uid: 'staff-moderator', subject_id: asleep },
    ])
  })
})
