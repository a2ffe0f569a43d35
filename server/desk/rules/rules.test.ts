import { api } from '@portreeve/contract'
import type { RuleEvent } from '@portreeve/contract/desk/rule-fields'
import type { Rule, RuleActions } from '@portreeve/contract/desk/rules'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { happening } from '../../testing/happening.ts'
import { useServer } from '../../testing/harness.ts'
import { hirerOf, type Signed } from '../../testing/hiring.ts'
import { refusalOf, teamInbox } from '../../testing/team-inbox.ts'
import { undoing } from '../../testing/undoing.ts'
import { runReplays } from './run-replay.ts'
import { decideNext, endHolds, runRules } from './run-rules.ts'

// Rules that note, and rules that act: each at every event, a moment later, by the ordinary calls under the rights of its owner.

const s = useServer()
const { rules, ruleReplays, desk, posts, payouts } = api
const { undo, nextDay } = undoing(s)
const { talk } = teamInbox(s)
const never = new AbortController().signal
const hire = hirerOf(s)
let owner: Signed
let second: Signed
let count = 0
const of = (id: string) => ({ params: { id } })

beforeAll(async () => {
  for (const role of ['moderator', 'support', 'finance', 'admin'] as const) await s.token(role)
  owner = await hire('admin')
  second = await hire('admin')
})
beforeEach(async () => {
  for (const table of ['rules', 'rule_queue', 'value_list_items', 'value_lists'])
    await s.query(`delete from ${table}`)
  await nextDay()
})

const write = async (event: RuleEvent, query: string, actions: RuleActions, per_hour = 50): Promise<Rule> => {
  const made = await s.call(owner, rules.create, {
    body: { name: `Rule ${++count}`, event, query, actions, per_hour },
  })
  expect(made.body.error_message).toBeUndefined()
  return made.body.data
}
const shadow = async (event: RuleEvent, query: string, actions: RuleActions, per_hour?: number) => {
  const { id } = await write(event, query, actions, per_hour)
  await s.call(owner, rules.shadow, of(id))
  return id
}
const turnOn = async (event: RuleEvent, query: string, actions: RuleActions, per_hour?: number) => {
  const id = await shadow(event, query, actions, per_hour)
  expect((await s.call(second, rules.turnOn, of(id))).body.data?.state).toBe('on')
  return id
}
const run = () => runRules.run(s.ctx, never)
const read = async (id: string): Promise<Rule> => (await s.call('finance', rules.get, of(id))).body.data
const matchesOf = async (id: string) => (await s.call('moderator', rules.matches, of(id))).body.data
const didOf = async (id: string) => (await matchesOf(id)).map(({ did }) => did)

const { person, listing, sale, stateOf, audits, held } = happening(s)

test('who may; a mistake, an action that the event does not have or that the writer may not is refused', async () => {
  const body = {
    name: 'x',
    event: 'account_made',
    query: 'reports:>2',
    actions: { note: 'x' },
    per_hour: 5,
  } as const
  for (const role of ['moderator', 'support', 'finance'] as const)
    expect((await s.call(role, rules.create, { body })).status).toBe(403)
  expect((await s.call('support', rules.list, {})).status).toBe(403)
  const refused = async (more: object) =>
    refusalOf(await s.call(owner, rules.create, { body: { ...body, ...more } as never })).slice(0, 2)
  expect(await refused({ query: 'strange:1' })).toEqual([400, 'The rule has a mistake'])
  expect(await refused({ actions: { hold_days: 3 } })).toEqual([400, 'The rule has a mistake'])
  expect(await refused({ actions: {} })).toEqual([400, 'Malformed request'])
  expect(await refused({ event: 'sale_paid', actions: { hold_days: 31 } })).toEqual([
    400,
    'Malformed request',
  ])
  const { id } = await write('account_made', 'reports:>2', { note: 'x' })
  const { name } = await read(id)
  expect(await refused({ name: name.toUpperCase() })).toEqual([409, 'Name taken'])
  // A role that writes rules gives no money action that it does not hold.
  await s.query("update roles set permissions = permissions || '{rules.write}' where name = 'moderator'")
  const asked = {
    ...body,
    name: 'Holds',
    event: 'sale_paid',
    query: 'price:>1',
    actions: { hold_days: 3 },
  } as const
  expect(refusalOf(await s.call('moderator', rules.create, { body: asked }))[0]).toBe(403)
  await s.query(
    "update roles set permissions = array_remove(permissions, 'rules.write') where name = 'moderator'",
  )
})

test('it notes first, and a second person turns it on; one that is written again is a draft', async () => {
  const { id } = await write('listing_submitted', 'price:>$500', { review: true })
  expect((await s.call(second, rules.turnOn, of(id))).body.error_title).toBe('It does not note')
  await listing(await person(), { price_as_smallest_currency_unit: 90_000 })
  await s.call(owner, rules.shadow, of(id))
  const key = await listing(await person(), { price_as_smallest_currency_unit: 90_000 })
  await listing(await person(), { price_as_smallest_currency_unit: 100 })
  await run()
  // What came before it noted, and what is cheap, is not met. Nothing was done.
  expect(await matchesOf(id)).toMatchObject([
    { subject: { kind: 'listing', id: key }, state: 'shadow', did: [] },
  ])
  expect(await stateOf(key)).toBe('approved')
  expect((await s.call(owner, rules.turnOn, of(id))).body.error_title).toBe('A second person turns it on')
  expect((await s.call('moderator', rules.turnOn, of(id))).status).toBe(403)
  const { version } = await read(id)
  await s.call(owner, rules.update, { ...of(id), body: { query: 'price:>$600' } })
  expect((await read(id)).state).toBe('draft')
  await s.call(owner, rules.shadow, of(id))
  expect((await s.call(second, rules.turnOn, of(id), { 'if-match': `"${version}"` })).status).toBe(409)
  // A new name, or the same words again, change nothing of what it does.
  const renamed = await s.call(owner, rules.update, {
    ...of(id),
    body: { name: 'Dear', query: 'price:>$600' },
  })
  expect(renamed.body.data).toMatchObject({ state: 'shadow', name: 'Dear', figures: { met: 0 } })
  // Who only renames it does not make its writer a second person.
  const by = await s.call(second, rules.update, { ...of(id), body: { name: 'Dearer' } })
  expect(by.body.data.owner.uid).toBe(owner.uid)
  expect((await s.call(owner, rules.turnOn, of(id))).body.error_title).toBe('A second person turns it on')
})

test('it acts by the ordinary calls, under its owner’s rights, once for a record; a person’s decision stays', async () => {
  const id = await turnOn('listing_submitted', 'price:>$500', {
    case: { words: 'Dear and new', class: 'fraud' },
    ...{ review: true, note: 'Ask for the receipt.' },
  })
  const seller = await person()
  const key = await listing(seller, { price_as_smallest_currency_unit: 90_000 })
  const other = await listing(seller, { price_as_smallest_currency_unit: 91_000, review_state: 'pending' })
  await s.call('moderator', posts.approve, of(other))
  await run()
  expect(await didOf(id)).toEqual(
    expect.arrayContaining([
      ['Put a case on the desk', 'Held the listing for review', 'Wrote a note'],
      ['Put a case on the desk', 'Did not hold the listing: a person has decided about it', 'Wrote a note'],
    ]),
  )
  expect([await stateOf(key), await stateOf(other)]).toEqual(['pending', 'approved'])
  const { name } = await read(id)
  const by = { actor_uid: owner.uid, actor_role: `program: rule ${name}` }
  expect(await audits(key)).toEqual([
    { action: 'listings.reopen', ...by, reason: `Rule ${name}: price:>$500` },
    { action: 'notes.create', ...by, reason: 'Ask for the receipt.' },
  ])
  // The same events again, by another server, do nothing.
  await s.query(
    "insert into rule_queue (event, subject_kind, subject_id, at) select 'listing_submitted', 'listing', key, history_since from posts where creator_uid = $1",
    [seller],
  )
  await Promise.all([decideNext(s.ctx), decideNext(s.ctx)])
  expect(await matchesOf(id)).toHaveLength(2)
  expect(await audits(key)).toHaveLength(2)
})

test('two servers decide about the same event at once: it is met once', async () => {
  const id = await turnOn('account_made', 'account_age:<2d', { note: 'New.' })
  const uid = await person()
  await Promise.all([run(), run(), decideNext(s.ctx)])
  expect(await didOf(id)).toEqual([['Wrote a note']])
  expect(await audits(uid)).toHaveLength(1)
})

test('its case is on the desk with its class and words, and a person’s judgement counts in its figures', async () => {
  const id = await turnOn('account_made', 'account_age:<2d', {
    case: { words: 'Two days old', class: 'spam' },
  })
  const [one, two] = [await person(), await person()]
  await run()
  const cases = (await s.call('support', desk.list, { query: { kinds: 'rule' } })).body.data
  expect(cases.map(({ person: who, about }) => [who?.uid, about]).sort()).toEqual([
    [one, 'Two days old'],
    [two, 'Two days old'],
  ])
  expect(await read(id)).toMatchObject({ waiting: 2, figures: { met: 2, ends: { good: 2 } } })
  const [match] = cases
  const judge = (right: boolean) =>
    s.call('moderator', rules.judge, { ...of(match?.id ?? ''), body: { right } })
  const both = await Promise.all([judge(true), judge(true)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(await read(id)).toMatchObject({
    waiting: 1,
    figures: { met: 2, ends: { good: 1, 'judged right': 1 } },
  })
  expect((await s.call('moderator', rules.match, of(match?.id ?? ''))).body.data.case?.state).toBe('right')
  // Turned off with its cases, it leaves the desk.
  await s.call(owner, rules.turnOff, { ...of(id), body: { close_cases: true } })
  expect((await s.call('support', desk.list, { query: { kinds: 'rule' } })).body.data).toEqual([])
  expect(await read(id)).toMatchObject({ state: 'draft', waiting: 0 })
})

describe('a payout', () => {
  const over = (id: string) =>
    s.query("update rule_matches set holds_until = now() - interval '1 minute' where rule_id = $1", [id])

  test('is held for at most so many days, unless a person has held or released it', async () => {
    const id = await turnOn('sale_paid', 'price:>$500', { hold_days: 3 })
    const seller = await person()
    const [one, two, three] = [await sale(seller), await sale(seller), await sale(seller)]
    await s.call('finance', payouts.hold, { ...of(three), body: { reason: 'Mine' } })
    await run()
    expect(await didOf(id)).toEqual(
      expect.arrayContaining([
        ['Held the payout for at most 3 days'],
        ['Did not hold the payout: it was held before, and who did that decides'],
      ]),
    )
    // A person releases one and holds it for a reason of their own: the rule does not end that.
    await s.call('finance', payouts.release, { ...of(two), body: { reason: 'Looked' } })
    await s.call('finance', payouts.hold, { ...of(two), body: { reason: 'Again' } })
    await over(id)
    await Promise.all([endHolds(s.ctx), endHolds(s.ctx)])
    expect([await held(one), await held(two), await held(three)]).toEqual([
      [{ ended: true }],
      expect.arrayContaining([{ ended: true }, { ended: false }]),
      [{ ended: false }],
    ])
    expect((await audits(one)).map((row) => row.action)).toEqual(['payouts.hold', 'payouts.release'])
  })

  test('is released in time although the owner has left; a rule that holds one is not deleted', async () => {
    const id = await turnOn('sale_paid', 'price:>$500', { hold_days: 3 })
    const txn = await sale(await person())
    await run()
    await s.call(owner, rules.turnOff, { ...of(id), body: { close_cases: false } })
    expect((await s.call(owner, rules.remove, of(id))).body.error_title).toBe('It holds payouts')
    await s.query('update staff set disabled = true where uid = $1', [owner.uid])
    await over(id)
    await endHolds(s.ctx)
    await s.query('update staff set disabled = false where uid = $1', [owner.uid])
    expect(await held(txn)).toEqual([{ ended: true }])
    expect((await s.call(owner, rules.remove, of(id))).status).toBe(200)
  })
})

test('each refund of a sale waits for a second person, until its case is judged a mistake by another one', async () => {
  const id = await turnOn('sale_paid', 'price:>$500', {
    case: { words: 'Dear', class: 'fraud' },
    second_person: true,
  })
  const txn = await sale(await person())
  await run()
  const money = async (role: 'finance' | 'admin') =>
    (await s.call(role, api.transactions.money, of(txn))).body.data
  const { name } = await read(id)
  expect(await money('finance')).toMatchObject({ alone: 0, second_person: name })
  expect((await s.call(owner, rules.remove, of(id))).status).toBe(409)
  await s.call(owner, rules.turnOff, { ...of(id), body: { close_cases: false } })
  expect((await s.call(owner, rules.remove, of(id))).body.error_title).toBe('It keeps refunds')
  // Who judges it a mistake is not the one who then refunds alone.
  const [match] = await matchesOf(id)
  await s.call('finance', rules.judge, { ...of(match?.id ?? ''), body: { right: false } })
  expect(await money('finance')).toMatchObject({ alone: 0, second_person: name })
  expect((await money('admin')).second_person).toBeNull()
  expect((await money('admin')).alone).toBeGreaterThan(0)
})

test('a message tags the conversation of the team; another conversation is left alone', async () => {
  const id = await turnOn('message_sent', 'gift', { tag: 'Gift  Cards', note: 'Ask.' })
  await s.addUser({ uid: 'ana', displayName: 'Ana' })
  const talked = await talk('support', ['About a gift card'])
  await run()
  expect(await didOf(id)).toEqual([['Tagged the conversation: gift cards', 'Wrote a note']])
  expect(await s.query('select tags from conversation_states where conversation_id = $1', [talked])).toEqual([
    { tags: ['gift cards'] },
  ])
})

test('above its limit of an hour it stops itself and tells who writes rules', async () => {
  const id = await turnOn('account_made', 'account_age:<2d', { note: 'New.' }, 2)
  for (let n = 0; n < 4; n++) await person()
  await run()
  expect(await read(id)).toMatchObject({
    state: 'stopped',
    stopped: 'It met more than 2 records in an hour.',
  })
  expect(await matchesOf(id)).toHaveLength(2)
  const told = await s.query(
    "select staff_uid as uid from notifications where what = 'stopped' and subject_id = $1",
    [id],
  )
  expect(told.map(({ uid }) => uid)).toEqual(expect.arrayContaining([owner.uid, second.uid, 'staff-admin']))
  expect(await audits(id)).toMatchObject([{}, {}, {}, { action: 'rules.stop' }])
})

test('a rule whose owner has left, has lost a right, or whose list is gone stops itself', async () => {
  const why = async (id: string) => (await read(id)).stopped
  const left = await turnOn('account_made', 'account_age:<2d', { note: 'New.' })
  await s.query('update staff set disabled = true where uid = $1', [owner.uid])
  const uid = await person()
  await run()
  await s.query('update staff set disabled = false where uid = $1', [owner.uid])
  expect(await why(left)).toContain('is not on the staff any more')
  expect(await audits(uid)).toEqual([])

  const list = await turnOn('account_made', 'account_age:<2d', { note: 'New.' })
  await s.query("update rules set query = 'in:gone' where id = $1", [list])
  await person()
  await run()
  expect(await why(list)).toContain("There is no list 'gone'")
})

test('what it noted is what a replay of its query finds', async () => {
  await s.query(`update history.began set at = now() - interval '100 days'`)
  const queries = ['sales_30d:>0', 'price:>$700', 'refund_rate_90d:>20', 'first_payout:yes price:<$700']
  const ids: string[] = []
  for (const query of queries) ids.push(await shadow('sale_paid', query, { note: 'x' }))
  const sellers = [await person(), await person(), await person()]
  for (let n = 0; n < 24; n++) {
    const id = await sale(sellers[n % 3] ?? '', 40_000 + 2000 * n)
    if (n % 4 === 1) await s.query('update transactions set status = 5 where id = $1', [id])
    if (n % 5 === 0) await run()
  }
  await run()
  const { body: started } = await s.call('admin', ruleReplays.start, {
    body: { event: 'sale_paid', queries },
  })
  const replay = started.data.id
  await runReplays.run(s.ctx, never)
  for (const [n, id] of ids.entries()) {
    const query = { query: String(n) }
    const found = await Promise.all(
      (['bad', 'good'] as const).map((part) =>
        s.call('finance', ruleReplays.events, { ...of(replay), query: { ...query, part } }),
      ),
    )
    const noted = new Set((await matchesOf(id)).map(({ subject }) => subject.id))
    const tried = found.flatMap(({ body }) => body.data.map(({ subject }) => subject.id))
    expect([queries[n], [...noted].sort()]).toEqual([
      queries[n],
      tried.filter((one) => Number(one.slice(1)) > Number(sellers[2]?.slice(1))).sort(),
    ])
    expect(noted.size).toBeGreaterThan(0)
  }
})

test('a query that fails stops its rule alone; the others decide about the same events', async () => {
  const good = await turnOn('account_made', 'account_age:<2d', { note: 'New.' })
  const bad = await shadow('account_made', 'account_age:<3d', { note: 'New.' })
  // A statement that fails when it is evaluated, not when it is compiled.
  await s.query(
    "insert into value_lists (name, kind, about, created_at, created_by) values ('nets', 'ip', 'x', now(), 'x')",
  )
  await s.query(
    "insert into value_list_items (id, list, value, key, reason, by, at) values ('v', 'nets', 'x', 'no net', 'x', 'x', now())",
  )
  await s.query("update rules set query = 'in:nets' where id = $1", [bad])
  const uid = await person()
  await s.query("update users set last_ip = '198.51.100.7' where uid = $1", [uid])
  await run()
  expect((await matchesOf(good)).map(({ subject }) => subject.id)).toContain(uid)
  expect(await read(bad)).toMatchObject({ state: 'stopped', stopped: 'Its query cannot be evaluated.' })
})

test('the hold of a sale ends in time although its buyer was erased', async () => {
  const id = await turnOn('sale_paid', 'price:>$500', { hold_days: 3 })
  const txn = await sale(await person())
  await run()
  const [row] = await s.query<{ uid: string }>(
    'select purchaser_uid as uid from transactions where id = $1',
    [txn],
  )
  const erased = await s.call('admin', api.users.erase, {
    params: { uid: row?.uid ?? '' },
    body: { reason: 'Asked' },
  } as never)
  expect([erased.status, erased.body.error_message]).toEqual([200, undefined])
  await s.query("update rule_matches set holds_until = now() - interval '1 minute' where rule_id = $1", [id])
  await endHolds(s.ctx)
  expect(
    await s.query('select from payout_holds where transaction_id = $1 and released_at is null', [txn]),
  ).toEqual([])
})

test('all that a rule did is undone as one', async () => {
  const id = await turnOn('sale_paid', 'price:>$500', { hold_days: 3 })
  const seller = await person()
  const sales = [await sale(seller), await sale(seller)]
  await run()
  const { name } = await read(id)
  const done = await undo({ kind: 'program', id: `rule ${name}` }, {})
  expect(done.map(({ standing, result }) => [standing, result?.state])).toEqual([
    ['can', 'done'],
    ['can', 'done'],
  ])
  const open = await s.query(
    'select from payout_holds where transaction_id = any($1) and released_at is null',
    [sales],
  )
  expect(open).toEqual([])
})
