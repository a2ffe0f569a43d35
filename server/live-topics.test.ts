import type { AddressInfo } from 'node:net'
import { api } from '@portreeve/contract'
import { post } from '@portreeve/contract/base/endpoint'
import { liveTopics, type TopicPattern } from '@portreeve/contract/base/live'
import { may, type Role, rightsOf, roles } from '@portreeve/contract/base/rights'
import { z } from '@portreeve/contract/base/zod'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { noPayments, type PaymentEvent, PaymentRefused, type Refunded } from './adapters/payments.ts'
import { implement } from './core/call/implement.ts'
import { startWorker } from './core/operations/worker.ts'
import { runDueCheck } from './money/ledger/differences.ts'
import { takePaymentEvent } from './money/payment-events.ts'
import { apiKey, useServer } from './testing/harness.ts'

const vendor: { answer: 'done' | 'refused' | 'none'; refunds?: Refunded[] } = { answer: 'done' }
const s = useServer({
  payments: {
    ...noPayments,
    event: async ({ body }) => JSON.parse(body) as PaymentEvent,
    payment: async () => ({ captured: 2000, refunded: 0, refunds: vendor.refunds ?? [] }),
    sent: async () => ({ sent: 0, takenBack: 0 }),
    refund: async ({ key }) => {
      if (vendor.answer === 'none') throw new Error('No clear answer')
      if (vendor.answer === 'refused') throw new PaymentRefused('The card is closed')
      return { reference: `re_${key}` }
    },
  },
})
const {
  bulk,
  collections,
  desk,
  emailTemplates,
  held,
  inbox,
  keywords,
  listingReports,
  macros,
  moderatingMessages,
  notes,
  questions,
  reconciliation,
} = api
const { transactions, userReports, users } = api

beforeAll(async () => {
  await s.addUser({ uid: 'seller' })
  await s.addUser({ uid: 'buyer' })
  await s.make.question({ id: 'q', title: 'Which tyre?' })
  await s.make.listing({ key: 'bike', creatorUID: 'seller', title: 'Road bike' })
  await s.token('admin')
})
beforeEach(() => s.query('delete from live_events'))

const published = () =>
  s.query<{ topic: string; payload: unknown }>('select topic, payload from live_events order by id')

const call: typeof s.call = async (...all) => {
  const answer = await s.call(...all)
  expect([answer.status, answer.body.error_message]).toEqual([200, undefined])
  return answer
}
const template = { TemplateName: 'hello', SubjectPart: 'Hi', TextPart: 'Hi', HtmlPart: null }

/** Topics that other tests publish to. */
type Elsewhere =
  | 'notifications/{uid}'
  | 'review'
  | 'approvals'
  | 'transactions'
  | 'conversationUpdates/{uid}'
  | 'staff/{uid}'

/** Each other topic with calls that publish to it; they return the expected payloads. A topic without calls does not compile. */
const changes: Record<Exclude<TopicPattern, Elsewhere>, () => Promise<unknown[]>> = {
  users: async () => {
    await s.make.userReport({ reporting_uid: 'seller' })
    await s.make.listingReport({ post_key: 'bike' })
    const params = { uid: 'seller' }
    await call('admin', users.update, { params, body: { post_ability: 2 } })
    await call('admin', users.ban, { params, body: { ban_reason: '' } })
    await call('admin', users.unban, { params })
    await call('admin', userReports.resolve, { params, body: { status: 'resolved' } })
    await call('admin', listingReports.ignore, { params: { id: 'bike' }, body: { status: 'ignored' } })
    const { data } = (await call('admin', held.mine, {})).body
    for (const { id } of data) await call('admin', held.undo, { params: { id } })
    expect(data).toHaveLength(3)
    return Array(8).fill(params)
  },
  desk: async () => {
    const ref = { kind: 'listing', id: 'case' } as const
    await s.make.listing({ key: 'case', creatorUID: 'seller' })
    for (const one of [desk.look, desk.take, desk.release]) await call('admin', one, { params: ref })
    await call('admin', desk.hand, { params: ref, body: { uid: 'staff-admin' } })
    await call('admin', desk.snooze, { params: ref, body: { until: null } })
    await s.query(`delete from posts where key = 'case'`)
    return Array(7).fill(ref)
  },
  bulk: async () => {
    const action = 'userReports.resolve'
    const start = async (uids: string[]) => {
      const rows = { ids: uids.map((id) => ({ id })) }
      return (await call('admin', bulk.start, { body: { action, input: {}, rows } })).body.data.id
    }
    // The worker, which does not run here, does more rows than a caller waits for.
    const long = await start(Array.from({ length: 21 }, (_, n) => `nobody-${n}`))
    for (const one of [bulk.stop, bulk.resume, bulk.stop]) await call('admin', one, { params: { id: long } })
    await s.make.userReport({ reporting_uid: 'buyer' })
    const short = await start(['buyer'])
    await call('admin', bulk.undo, { params: { id: short } })
    return [long, long, long, short, short, short].map((id) => ({ id, kind: action }))
  },
  notes: async () => {
    const record = { kind: 'user', id: 'seller' } as const
    await call('finance', notes.create, { body: { ...record, text: 'x' } })
    return [record]
  },
  inbox: async () => {
    await s.make.conversationOf('talk', 'buyer', 'support')
    const params = { id: 'talk' }
    const me = { id: 'talk', by: 'staff-admin', name: expect.any(String) }
    await call('admin', inbox.look, { params, body: { what: 'typing' } })
    await call('admin', inbox.answer, { params, body: { text: 'x' } })
    await call('admin', inbox.assign, { params, body: { uid: null } })
    await call('admin', inbox.mark, { params, body: { priority: 'high' } })
    await call('admin', inbox.act, { params, body: { actions: { add_tags: ['parcel'] } } })
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
    await call('admin', inbox.snooze, { params, body: { until: tomorrow } })
    await call('admin', inbox.close, { params, body: {} })
    await call('admin', inbox.reopen, { params })
    return ['typing', 'message', ...Array(6).fill('changed')].map((what) => ({ ...me, what }))
  },
  macros: async () => {
    const { id } = (await call('admin', macros.create, { body: { title: 'A', text: 'B' } })).body.data
    await call('admin', macros.update, { params: { id }, body: { title: 'A', text: 'C' } })
    await call('admin', macros.remove, { params: { id } })
    return [{ id }, { id }, { id, deleted: true }]
  },
  questions: async () => {
    await call('admin', questions.update, { params: { id: 'q' }, body: { title: 'Which tube?' } })
    await call('admin', questions.remove, { params: { id: 'q' } })
    return [{ id: 'q' }, { id: 'q', deleted: true }]
  },
  collections: async () => {
    const { id } = (await call('admin', collections.create, { body: { title: 'Bikes' } })).body.data
    await call('admin', collections.update, { params: { id }, body: { visible: 1 } })
    await call('admin', collections.addItem, { body: { item_id: 'bike', collection: id } })
    await call('admin', collections.removeItem, { params: { cid: id, itemId: 'bike' } })
    await call('admin', collections.remove, { params: { id } })
    return [{ id }, { id }, { id }, { id }, { id, deleted: true }]
  },
  keywords: async () => {
    const draft = { terms: 'velo, cycle', preferred_term: 'bike' }
    const { id } = (await call('admin', keywords.create, { body: draft })).body.data
    await call('admin', keywords.update, { params: { id }, body: { terms: 'velo' } })
    await call('admin', keywords.remove, { params: { id } })
    return [{ id }, { id }, { id, deleted: true }]
  },
  emailTemplates: async () => {
    const params = { id: 'hello' }
    await call('admin', emailTemplates.create, { body: template })
    await call('admin', emailTemplates.update, { params, body: { ...template, TextPart: 'Hello' } })
    await call('admin', emailTemplates.remove, { params })
    return [params, params, { ...params, deleted: true }]
  },
  emailVariables: async () => {
    await call('admin', emailTemplates.saveVariable, { params: { name: 'city' }, body: { sample: 'Skye' } })
    await call('admin', emailTemplates.removeVariable, { params: { name: 'city' } })
    return [{ id: 'city' }, { id: 'city', deleted: true }]
  },
  moderatingMessages: async () => {
    await call('admin', moderatingMessages.update, { body: { admin_messages: { blurred: 'Too blurred' } } })
    return [{ keys: ['blurred'] }]
  },
  reconciliation: async () => {
    const { day } = (await call('admin', reconciliation.run, {})).body.data
    await runDueCheck(s.ctx)
    return [
      { day, state: 'requested' },
      { day, state: 'running' },
      { day, state: 'done' },
    ]
  },
}

/** Opens a stream as the console does; returns its status and its events. */
async function subscribe(role: Role, topic: string) {
  const { port } = s.server.server.address() as AddressInfo
  const closing = new AbortController()
  const response = await fetch(`http://127.0.0.1:${port}/v1/realtime?topic=${topic}`, {
    headers: { 'x-api-key': apiKey, authorization: `Bearer ${await s.token(role)}` },
    signal: closing.signal,
  })
  return {
    status: response.status,
    close: () => closing.abort(),
    first: async (amount: number) => {
      const events: unknown[] = []
      let text = ''
      for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
        text += chunk
        const parts = text.split('\n\n')
        text = parts.pop() ?? ''
        for (const part of parts) {
          const data = /^data: (.*)$/m.exec(part)?.[1]
          if (data) events.push(JSON.parse(data))
        }
        if (events.length >= amount) break
      }
      return events
    },
  }
}

describe('open lists', () => {
  beforeAll(() => s.server.listen({ port: 0, host: '127.0.0.1' }))

  test.each([
    ['bulk', 'userReports.resolve', 'shipping.cancelLabel'],
    ['desk', 'listing', 'payout'],
    ['notes', 'conversation', 'transaction'],
  ])('%s names no record of a kind that the role may not see', async (topic, hidden, shown) => {
    const page = await subscribe('finance', topic)
    const events = [
      { kind: hidden, id: 'hidden' },
      { kind: 'unknown', id: 'hidden' },
      { kind: hidden, id: null },
      { kind: shown, id: 'shown' },
    ]
    for (const payload of events)
      await s.query('insert into live_events (topic, payload) values ($1, $2)', [topic, payload])
    expect(await page.first(2)).toEqual(events.slice(2).map((data) => ({ topic, data })))
    page.close()
  })

  test.each(Object.entries(changes))(
    'a page that subscribes to %s receives each change',
    async (topic, change) => {
      const page = await subscribe('admin', topic)
      const payloads = await change()
      expect(await page.first(payloads.length)).toEqual(payloads.map((data) => ({ topic, data })))
      page.close()
    },
  )

  test.each(Object.entries(liveTopics).filter(([topic]) => !topic.includes('{')))(
    '%s is open to the roles with %s',
    async (topic, permission) => {
      for (const role of roles) {
        const page = await subscribe(role, topic)
        expect([role, page.status]).toEqual([role, may(rightsOf(role), permission) ? 200 : 403])
        page.close()
      }
    },
  )
})

test('an undeclared topic does not compile', () => {
  const about = 'Changes a macro.'
  const change = post('/v1/x', { may: 'staff', deed: null, tells: ['macros'], about, data: z.null() })
  const silent = post('/v1/y', { may: 'staff', deed: null, about, data: z.null() })
  const group = implement(
    'x',
    { change, silent },
    {
      change: async (_input, { publish }) => {
        publish('macros', { id: 'm' })
        // @ts-expect-error the endpoint does not declare this topic
        publish('keywords', { id: 'k' })
        // @ts-expect-error this is not the payload of the topic
        publish('macros', { key: 'm' })
        return null
      },
      silent: async (_input, { publish }) => {
        // @ts-expect-error the endpoint declares no topic
        publish('macros', { id: 'm' })
        return null
      },
    },
  )
  expect(group.map(({ endpoint }) => endpoint.tells)).toEqual([['macros'], []])
})

describe('a transaction', () => {
  let made = 0
  let id = ''
  const event = () => ({
    topic: 'transactions',
    payload: { id, order_id: `o-${id}`, purchaser_uid: 'buyer', seller_uid: 'seller' },
  })
  beforeEach(async () => {
    vendor.answer = 'done'
    id = `t${++made}`
    await s.make.sale(id)
  })
  const refund = () => s.call('finance', transactions.refund, { params: { id }, body: { amount: 500 } })
  const state = async () =>
    (await s.query<{ state: string }>(`select state from operations where subject_id = $1`, [id]))[0]?.state

  test('is published when a refund begins and when it is settled', async () => {
    expect((await refund()).body.data).toEqual({ state: 'done', cents: 500 })
    expect(await published()).toEqual([event(), event()])
  })

  test('is published when the payment provider refuses a refund', async () => {
    vendor.answer = 'refused'
    expect((await refund()).status).toBe(502)
    expect(await published()).toEqual([event(), event()])
  })

  test('is published when the worker settles a refund', async () => {
    vendor.answer = 'none'
    expect((await refund()).body.data).toMatchObject({ state: 'pending' })
    await s.query('delete from live_events')
    vendor.answer = 'done'
    const stop = startWorker(s.ctx)
    await expect.poll(state).toBe('done')
    await stop()
    // The worker also sends what earlier tests have left, such as the statement about a block, once its time has come.
    const own = (await published()).filter(({ topic }) => topic !== 'users')
    expect(own).toEqual([event()])
  })

  test('is published when a webhook reports a refund in the provider’s dashboard, and its failure', async () => {
    const hear = (state: Refunded['state']) => {
      vendor.refunds = [{ reference: `re_${id}`, cents: 300, state, key: null, transaction: null }]
      const event: PaymentEvent = { id: `evt_${state}`, type: 'refund.updated', payment: `pi_${id}` }
      return takePaymentEvent(s.ctx, 'stripe', { headers: {}, body: JSON.stringify(event) })
    }
    await hear('done')
    await hear('failed')
    vendor.refunds = []
    expect(await published()).toEqual([event(), event()])
  })
})
