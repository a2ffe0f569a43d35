import { expect, test } from 'vitest'
import type { Endpoint } from './base/endpoint.ts'
import { type DidArgs, tell } from './deeds.ts'
import { api } from './index.ts'

const keyword = { terms: 'sofa, settee', preferred_term: 'couch' }
const { create, remove } = api.keywords

test('a new record, a change and a deletion each give the audit entry, the event and the live event', () => {
  expect(tell(create.deed, 'k1', { before: null, after: keyword })).toEqual({
    entry: { subject: ['keyword', 'k1'], before: null, after: keyword },
    emitted: ['keyword.changed', { keyword_id: 'k1', before: null, after: keyword }],
    published: ['keywords', { id: 'k1' }],
  })
  expect(
    tell(
      api.users.ban.deed,
      'ana',
      { before: { isBanned: false }, after: { isBanned: true } },
      { reason: 'Fakes' },
    ),
  ).toEqual({
    entry: {
      subject: ['user', 'ana'],
      reason: 'Fakes',
      before: { isBanned: false },
      after: { isBanned: true },
    },
    emitted: [
      'user.blocked',
      { uid: 'ana', reason: 'Fakes', before: { isBanned: false }, after: { isBanned: true } },
    ],
    published: ['users', { uid: 'ana' }],
  })
  expect(tell(remove.deed, 'k1', { before: keyword, after: null })).toEqual({
    entry: { subject: ['keyword', 'k1'], before: keyword, after: null },
    emitted: ['keyword.deleted', { keyword_id: 'k1' }],
    published: ['keywords', { id: 'k1', deleted: true }],
  })
})

test('a transaction is named with its order and its parties', () => {
  const txn = { id: 't1', order_id: null, purchaser_uid: 'ben', seller_uid: 'ana', price: 100 }
  expect(tell(api.payouts.hold.deed, txn, { after: { payout: 'held' } }, { reason: 'New' })).toEqual({
    entry: { subject: ['transaction', 't1'], reason: 'New', after: { payout: 'held' } },
    emitted: [
      'payout.held',
      { transaction_id: 't1', order_id: null, purchaser_uid: 'ben', seller_uid: 'ana', reason: 'New' },
    ],
    published: ['transactions', { id: 't1', order_id: null, purchaser_uid: 'ben', seller_uid: 'ana' }],
  })
})

test('the event and the live event may say more than the audit row, or be left out', () => {
  const event = { before: {}, after: {}, added: ['lamp'] }
  const { addItem } = api.collections
  expect(tell(addItem.deed, 'c1', { after: { added: 'lamp' } }, { event })).toEqual({
    entry: { subject: ['collection', 'c1'], after: { added: 'lamp' } },
    emitted: ['collection.changed', { collection_id: 'c1', ...event }],
    published: ['collections', { id: 'c1' }],
  })
  const change = { before: {}, after: { admin_messages: { fake: 'A fake.' } } }
  const { update } = api.moderatingMessages
  expect(tell(update.deed, 'all', change, { live: { keys: ['fake'] } })).toEqual({
    entry: { subject: ['moderating_messages', 'all'], ...change },
    emitted: ['moderating_message.changed', change],
    published: ['moderatingMessages', { keys: ['fake'] }],
  })
  expect(tell(create.deed, 'k1', { after: keyword }, { event: null, live: null })).toEqual({
    entry: { subject: ['keyword', 'k1'], after: keyword },
  })
})

test('a change of no field has an audit row, and neither event', () => {
  expect(tell(api.keywords.update.deed, 'k1', { before: {}, after: {} })).toEqual({
    entry: { subject: ['keyword', 'k1'], before: {}, after: {} },
  })
})

test('a deed without a kind of record has the one that its handler names, or none', () => {
  expect(tell({}, ['staff', 's1'], { after: 1 }).entry).toEqual({ subject: ['staff', 's1'], after: 1 })
  expect(tell({}, null, { after: 1 }).entry).toEqual({ after: 1 })
})

test('what a deed lacks of its event or live event does not compile', () => {
  const ban = (..._: DidArgs<typeof api.users.ban.deed>) => undefined
  ban('ana', { before: { isBanned: false }, after: { isBanned: true } }, { reason: null })
  // @ts-expect-error the event has a reason
  ban('ana', { before: { isBanned: false }, after: { isBanned: true } })
  // @ts-expect-error the event has the fields before and after the change
  ban('ana', { after: { isBanned: true } }, { reason: null })
  // @ts-expect-error these are not the fields of the event
  ban('ana', { before: { blocked: false }, after: { blocked: true } }, { reason: null })
  // @ts-expect-error the deed has the kind of the record
  ban(['user', 'ana'], { before: { isBanned: false }, after: { isBanned: true } }, { reason: null })
  const send = (..._: DidArgs<typeof api.devices.sendVerification.deed>) => undefined
  send('ana', {}, { event: { code_id: null, device_id: 'd1' } })
  // @ts-expect-error the event has fields beside the audit row
  send('ana', {})
  // @ts-expect-error the event has another field
  send('ana', {}, { event: { code_id: null } })
  const note = (..._: DidArgs<typeof api.notes.create.deed>) => undefined
  note(['user', 'ana'], {}, { live: { kind: 'user', id: 'ana' } })
  // @ts-expect-error the payload of the topic does not follow from the record
  note(['user', 'ana'], {})
  const hold = (..._: DidArgs<typeof api.payouts.hold.deed>) => undefined
  // @ts-expect-error an event about a transaction names its parties
  hold('t1', {}, { reason: 'New' })
})

test('each changing call has a deed, but those of which all that they write expires', () => {
  const silent = Object.entries(api).flatMap(([group, calls]) =>
    Object.entries(calls as Record<string, Endpoint>)
      .filter(([, { method, deed }]) => method !== 'GET' && deed === null)
      .map(([name]) => `${group}.${name}`),
  )
  const expiring = ['conversations.handled', 'conversations.typing', 'desk.look', 'files.start', 'inbox.look']
  // Reads, with more ids than an address holds.
  const reading = ['outbound.values', 'roles.effect']
  const own = ['files.remove', 'notifications.read', 'review.look']
  expect(silent.toSorted()).toEqual([...expiring, ...reading, ...own].toSorted())
})
