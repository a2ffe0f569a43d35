import { api } from '@portreeve/contract'
import { ingestEntities } from '@portreeve/contract/marketplace/ingest-entities'
import type { IngestName } from '@portreeve/contract/marketplace/ingest-names'
import { beforeAll, describe, expect, test } from 'vitest'
import { keyFor, writer } from '../testing/machine.ts'
import { useMoneyDesk } from '../testing/money-desk.ts'

// Honest and dishonest rows of a program about what staff decided and wrote, by the calls of staff.

const { s, make, strip, openDispute, get, settleAll } = useMoneyDesk()
const at = '2026-01-31T12:00:00.000Z'
let shop: ReturnType<typeof writer>
beforeAll(async () => {
  const scopes = ingestEntities.map(({ name }) => `ingest.${name as IngestName}` as const)
  shop = writer(s, await keyFor(s, scopes))
})

/** Writes one row, and returns its result. */
const row = async (entity: IngestName, of: object) => (await shop.rows(entity, [of])).results[0]
const sale = (id: string, more: object = {}) => ({
  ...{ id, order_id: `o-${id}`, seller_uid: 'seller', purchaser_uid: 'buyer', purchase_date: at },
  ...{ price: 2000, shipping_cost: 500, status: 1, shipping_status: 1, payout_status: 2 },
  ...more,
})
const quarrel = (id: string, status: 1 | 2, more: object = {}) => ({
  ...{ id: `d-${id}`, transaction_id: id, creator_uid: 'buyer', dispute_type: 1, created_at: at, status },
  ...(status === 1 && { resolved_at: at }),
  ...more,
})
const caseOf = async (disputeId: string) =>
  (await s.call('support', api.disputes.get, { params: { disputeId } })).body.data
const differences = async (entity: IngestName, key: string) =>
  (await s.call('admin', api.ingest.differences, { query: { entity } })).body.data
    .filter((one) => one.key === key)
    .map(({ field, ours, theirs }) => [field, ours, theirs])

describe('an honest whole row', () => {
  test("keeps a dispute's statements, deadline and files", async () => {
    await make('told')
    await row('disputes', quarrel('told', 2))
    const body = {
      ...{ buyer_statement: 'It was broken', seller_statement: 'It was not' },
      ...{ buyer_files: ['a.jpg'], seller_files: ['b.jpg'], deadline_at: '2027-01-01T00:00:00.000Z' },
    }
    await s.call('support', api.disputes.record, { params: { disputeId: 'd-told' }, body })
    expect(await row('disputes', quarrel('told', 2))).toMatchObject({ result: 'unchanged' })
    expect(await caseOf('d-told')).toMatchObject(body)
    const said = await row('disputes', quarrel('told', 2, { buyer_statement: null, buyer_files: [] }))
    expect(said).toMatchObject({ kept: ['buyer_files', 'buyer_statement'] })
    expect(await caseOf('d-told')).toMatchObject(body)
    expect(await differences('disputes', 'd-told')).toEqual([
      ['buyer_statement', 'It was broken', null],
      ['buyer_files', ['a.jpg'], []],
    ])
  })

  test("keeps a transaction's tracking and title", async () => {
    await make('edited')
    const edits = { tracking_number: '9400', product_title: 'Lamp' }
    const whole = { ...(await get('edited')), ...edits }
    const saved = await s.call('finance', api.transactions.save, { params: { id: 'edited' }, body: whole })
    expect(saved.body).toMatchObject({ data: edits })
    const { kept } =
      (await row('transactions', sale('edited', { product_title: 'Old', carrier: 'UPS' }))) ?? {}
    expect(kept).toEqual(['product_title'])
    expect(await get('edited')).toMatchObject(edits)
  })
})

describe('the state of a dispute', () => {
  /** The seller was paid all that is left, and nothing is frozen. */
  const isPaidOut = async (id: string, cents: number) => {
    await settleAll()
    expect(await get(id)).toMatchObject({ dispute_status: 1, payout_status: 1 })
    expect(await strip(id)).toMatchObject({ paid_out: cents })
    expect((await strip(id)).disputed).toBeUndefined()
  }

  test('a dispute that rows open and resolve while staff touch the sale frees the money', async () => {
    await make('locked', { shipping_status: 2 })
    await row('disputes', quarrel('locked', 2))
    expect(await get('locked')).toMatchObject({ dispute_id: 'd-locked', dispute_status: 2 })
    // Its ledger begins with the money frozen.
    await s.call('support', api.transactions.delivered, { params: { id: 'locked' } })
    expect(await s.query("select kind from ledger_entries where transaction_id = 'locked'")).toContainEqual({
      kind: 'opening',
    })
    expect(await strip('locked')).toMatchObject({ disputed: 2500 })
    const stale = await row('transactions', sale('locked', { dispute_id: null }))
    expect(stale).toMatchObject({ kept: ['dispute_id'] })
    const early = await row('transactions', sale('locked', { dispute_id: 'd-locked', dispute_status: 1 }))
    expect(early).toMatchObject({ kept: ['dispute_status'] })
    expect(await differences('transactions', 'locked')).toContainEqual(['dispute_status', 2, 1])
    await row('disputes', quarrel('locked', 1))
    await isPaidOut('locked', 2500)
    expect(await differences('transactions', 'locked')).toEqual([])
  })

  test('also without a row of the dispute, and when it is opened twice', async () => {
    await make('twice')
    for (const n of [1, 2]) {
      await row('transactions', sale('twice', { dispute_id: `q${n}`, dispute_status: 2 }))
      await s.query("update operations set due_at = now() + interval '1 hour' where subject_id = 'twice'")
      await s.query(
        `insert into ledger_entries (id, kind, transaction_id, reference) values ('le-${n}', 'dispute_open', 'twice', 'q${n}')`,
      )
      if (n === 1)
        await s.query(
          `insert into ledger_entries (id, kind, transaction_id, reference) values ('le-0', 'opening', 'twice', 'opening:twice')`,
        )
      const opening = n === 1 ? ", ('le-0', 'captured', -2500), ('le-0', 'held', 2500)" : ''
      await s.query(
        `insert into ledger_lines (entry_id, account, cents) values ('le-${n}', 'held', -2500), ('le-${n}', 'disputed', 2500)${opening}`,
      )
      await row('transactions', sale('twice', { dispute_id: `q${n}`, dispute_status: 1 }))
      expect(await strip('twice')).toEqual({ captured: -2500, held: 2500 })
    }
    await s.query("update operations set due_at = now() - interval '1 second' where subject_id = 'twice'")
    await isPaidOut('twice', 2500)
  })

  test('what staff decided stays, and tells of the difference', async () => {
    await make('ours')
    const { id } = (await openDispute('ours')).body.data
    const theirs = quarrel('ours', 1, { id })
    expect(await row('disputes', theirs)).toMatchObject({
      kept: expect.arrayContaining(['status', 'resolved_at']),
    })
    expect((await caseOf(id)).status).toBe(2)
    expect(await differences('disputes', id)).toContainEqual(['status', 2, 1])
    await s.call('finance', api.disputes.resolve, { params: { id: 'ours', disputeId: id } })
    expect(await row('disputes', { ...theirs, status: 2, resolved_at: null })).toMatchObject({
      kept: expect.arrayContaining(['status']),
    })
    const give = { body: { entity: 'disputes', key: id, field: 'status', keep: 'theirs' as const } }
    expect((await s.call('admin', api.ingest.settle, give)).body).toMatchObject({
      code: 'refused',
      error_title: 'Not to be given back',
    })
    await isPaidOut('ours', 2500)
    // The next dispute of the sale is another one.
    await row('disputes', quarrel('ours', 2))
    expect(await get('ours')).toMatchObject({ dispute_id: 'd-ours', dispute_status: 2 })
    await row('disputes', quarrel('ours', 1))
  })

  test('a sale has one open dispute, and a dispute one sale', async () => {
    for (const id of ['one', 'two']) await make(id)
    await row('disputes', quarrel('one', 2))
    expect(await row('disputes', quarrel('one', 2, { id: 'second' }))).toMatchObject({
      result: 'rejected',
      reason: 'transaction_id names one with another open dispute',
    })
    expect(await row('disputes', quarrel('one', 2, { transaction_id: 'two' }))).toMatchObject({
      reason: 'transaction_id is not that of this dispute',
    })
    const both = [quarrel('one', 1), quarrel('one', 2, { id: 'second' })]
    expect((await shop.rows('disputes', both)).results).toMatchObject([
      { result: 'changed' },
      { result: 'new' },
    ])
    expect(await get('one')).toMatchObject({ dispute_id: 'second', dispute_status: 2 })
    await row('disputes', quarrel('one', 1, { id: 'second' }))
  })
})

describe('a deletion does not remove a decision', () => {
  test('a redeemed gift card stays redeemed', async () => {
    const card = { code: 'GIFT', cents: 500, created_at: at }
    await row('gift_cards', card)
    const redeem = () =>
      s.call('support', api.users.redeemGiftCard, { params: { uid: 'buyer' }, body: { code: 'GIFT' } })
    expect((await redeem()).status).toBe(200)
    expect((await shop.remove('gift_cards', 'GIFT')).body.data).toMatchObject({
      result: 'rejected',
      reason: 'was redeemed, and stays',
    })
    expect(await row('gift_cards', { ...card, redeemed_by: null })).toMatchObject({ kept: ['redeemed_by'] })
    expect((await redeem()).body.error_title).toBe('Gift card already redeemed')
    // Nor after the marketplace has agreed once.
    const [stored] = await s.query<{ redeemed_by: string; redeemed_at: Date }>(
      "select redeemed_by, redeemed_at from gift_cards where code = 'GIFT'",
    )
    await row('gift_cards', { ...card, ...stored, redeemed_at: stored?.redeemed_at.toISOString() })
    await row('gift_cards', { ...card, redeemed_by: null })
    expect((await redeem()).body.error_title).toBe('Gift card already redeemed')
  })
})

describe('in the name of staff', () => {
  test('a message that staff wrote is not changed, and none is written in their name', async () => {
    await s.token('support')
    const talk = {
      id: 'talk',
      conversationsMessagesID: 'm',
      date: at,
      participants: ['buyer', 'staff-support'],
    }
    await row('conversations', talk)
    const message_data = {
      text: 'Good day',
      type: 0 as const,
      senderID: 'staff-support',
      senderDisplayName: null,
      date: at,
    }
    const sent = await s.call('support', api.conversations.send, {
      params: { id: 'talk' },
      body: { data: { message_data, conversation_id: 'talk', recipient_uid: 'buyer' } },
    })
    expect(sent.body).toMatchObject({ status_code: 1 })
    const [stored] = await s.query<{ id: string; date: Date }>(
      "select id, date from messages where conversation_id = 'talk'",
    )
    const echo = {
      ...{ id: stored?.id, conversation_id: 'talk', senderID: 'staff-support' },
      ...{ text: 'Good day', type: 0, date: stored?.date.toISOString() },
    }
    expect(await row('messages', echo)).toMatchObject({ result: 'unchanged' })
    for (const lie of [{ text: 'Pay me outside' }, { senderID: 'buyer' }])
      expect(await row('messages', { ...echo, ...lie })).toMatchObject({
        result: 'rejected',
        reason: 'was written by staff, and only they change it',
      })
    for (const senderID of ['staff-support', 'support'])
      expect(await row('messages', { ...echo, id: 'forged', senderID })).toMatchObject({
        reason: 'senderID names a member of staff, in whose name only the console writes',
      })
    // A whole row of the conversation keeps what staff have read, and the newest message.
    await row('conversations', { ...talk, lastMessage: 'Old' })
    expect(
      await s.query(
        "select last_message, read from conversations c join conversation_members m on m.conversation_id = c.id where uid = 'staff-support'",
      ),
    ).toEqual([{ last_message: 'Good day', read: true }])
  })

  test('a reason for a block that staff gave is neither changed nor deleted', async () => {
    await s.addUser({ uid: 'spammer' })
    const body = { ban_reason: 'Spam' }
    await s.call('support', api.users.ban, { params: { uid: 'spammer' }, query: {}, body })
    const reasons = async () =>
      (await s.call('support', api.users.banReasons, { params: { uid: 'spammer' } })).body.data
    const [given] = await reasons()
    const lie = { id: given?.id, uid: 'spammer', reason: 'Dislike', created_at: at }
    expect(await row('ban_reasons', lie)).toMatchObject({
      reason: 'was written by staff, and only they change it',
    })
    expect((await shop.remove('ban_reasons', given?.id ?? '')).body.data).toMatchObject({
      reason: 'was written by staff, and only they delete it',
    })
    expect(await reasons()).toEqual([given])
    for (const actor of ['The support', ' the SUPPORT ', 'staff-support', 'support@portreeve.test'])
      expect(await row('ban_reasons', { ...lie, id: 'forged', actor })).toMatchObject({
        reason: 'actor names a member of staff, in whose name only the console writes',
      })
    expect(await row('ban_reasons', { ...lie, id: 'own', actor: 'Shop robot' })).toMatchObject({
      result: 'new',
    })
  })

  test('what staff made is not overwritten or deleted by a program', async () => {
    const made = await s.call('support', api.macros.create, { body: { title: 'Hi', text: 'Hello' } })
    const { id, created_at } = made.body.data
    expect((await shop.remove('macros', id)).body.data).toMatchObject({
      reason: 'was made in Portreeve, and is deleted there',
    })
    expect(await row('macros', { id, created_at, title: 'Hi', text: 'Pay me' })).toMatchObject({
      kept: ['text'],
    })
    expect(await s.query('select text from macros where id = $1', [id])).toEqual([{ text: 'Hello' }])
    // The marketplace has the record now, and may delete it; what staff wrote is found again.
    expect((await shop.remove('macros', id)).body.data).toMatchObject({ result: 'deleted' })
    expect(await row('macros', { id, created_at, title: 'Hi', text: 'Pay me' })).toMatchObject({
      result: 'new',
      kept: ['text'],
    })
  })
})

describe('an erased person', () => {
  test('is not brought back by a repeated, late or new row', async () => {
    await row('users', {
      uid: 'gone.person',
      displayName: 'Gone',
      email: 'gone@example.com',
      source_version: 3,
    })
    await make('sold')
    await s.query("update transactions set purchaser_uid = 'gone.person' where id = 'sold'")
    await row('disputes', quarrel('sold', 1, { creator_uid: 'seller', buyer_statement: 'I am Gone' }))
    const report = { id: 'gr', reporting_uid: 'seller', reporter_uid: 'gone.person', created_at: at }
    await row('user_reports', report)
    const erased = await s.call('admin', api.users.erase, {
      params: { uid: 'gone.person' },
      body: { reason: 'Asked for it' },
    })
    expect(erased.body).toMatchObject({ status_code: 1 })
    for (const more of [{}, { source_version: 3 }, { source_version: 9 }])
      expect(await row('users', { uid: 'gone.person', displayName: 'Gone', ...more })).toMatchObject({
        result: 'rejected',
        reason: 'was erased in Portreeve',
      })
    expect(
      await row('disputes', quarrel('sold', 1, { creator_uid: 'seller', buyer_statement: 'I am Gone' })),
    ).toMatchObject({
      reason: 'was erased in Portreeve',
    })
    expect(await row('transactions', sale('sold', { purchaser_uid: 'gone.person' }))).toMatchObject({
      reason: 'names a person who was erased in Portreeve',
    })
    expect(await row('listings', { key: 'gl', creatorUID: 'gone.person' })).toMatchObject({
      reason: 'names a person who was erased in Portreeve',
    })
    // Others' records stay theirs, without the name.
    expect(await row('user_reports', report)).toMatchObject({ result: 'unchanged', kept: ['reporter_uid'] })
    expect(await row('questions', { id: 'gq', created_at: at, seller_uid: 'gone.person' })).toMatchObject({
      result: 'new',
      kept: ['seller_uid'],
    })
    const stored = await s.query('select entity, digest from erased_ids')
    expect(stored.length).toBe(2)
    expect(JSON.stringify(stored)).not.toContain('gone')
  })

  test('stays erased when the secret is changed', async () => {
    const { settings } = s.ctx
    const { secret } = settings
    Object.assign(settings, { secret: 'another secret of the same length', secretsBefore: [secret] })
    try {
      expect(await row('users', { uid: 'gone.person' })).toMatchObject({ reason: 'was erased in Portreeve' })
    } finally {
      Object.assign(settings, { secret, secretsBefore: [] })
    }
  })
})
