import { api } from '@portreeve/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { personCommand } from '../commands/person-command.ts'
import { writeAudit } from '../core/audit/audit.ts'
import { checkAudit } from '../core/audit/audit-check.ts'
import type { AuditEntry } from '../core/call/context.ts'
import { messageSearchColumns, postSearchColumns } from '../search/search-text.ts'
import { dumpOf, present } from '../testing/dump.ts'
import { harmless, noProse } from '../testing/erased-columns.ts'
import { auditKey, useServer } from '../testing/harness.ts'
import { plant, withoutPeople } from '../testing/planting.ts'

const s = useServer()
const uid = 'marked.person'
const other = `${uid}-2`
const body = { reason: 'They have asked for it' }
const erase = (of: string, as: 'admin' | 'moderator' = 'admin') =>
  s.call(as, api.users.erase, { params: { uid: of }, body })

const person = {
  uid,
  displayName: 'Mårked Nåme',
  email: 'Marked@Example.test',
  phone_number: '+4915112345678',
  oneSignalId: 'push-of-the-marked',
  last_ip: '203.0.113.77',
  stripe_customer_id: 'cus_marked0001',
  stripe_connect_id: 'acct_marked0001',
}

/** Every text column of the tables of people except keys and references. */
const textColumns = () =>
  s.query<{ table: string; column: string; type: string }>(
    `select table_name as table, column_name as column, data_type as type from information_schema.columns c
     join information_schema.tables using (table_schema, table_name)
     where table_type = 'BASE TABLE' and table_schema = 'public' and (data_type in ('text', 'jsonb') or udt_name = '_text') and is_generated = 'NEVER'
       and not exists (select from information_schema.key_column_usage k
         where k.table_name = c.table_name and k.column_name = c.column_name)
       and table_name not like 'identity_%' and table_name not like 'audit%'
       and column_name not in ('history_by', 'subject_id', 'subject_kind', 'transaction_id', 'sender_id', 'uid', 'owner_uid', 'account', 'currency')`,
  )

const literal = (type: string, text: string) =>
  type === 'text' ? `'${text}'` : type === 'jsonb' ? `'{"is": "${text}"}'` : `array['${text}']`

/** Puts a mark into every text of the person's rows. */
async function markEverything() {
  for (const { table, column, type } of await textColumns()) {
    if (harmless[table]?.includes(column)) continue
    const value = literal(type, `MARK-${table}-${column}`)
    await s.query(
      `update ${table} t set "${column}" = ${value} where t::text like '%mine-%' or t::text like '%(marked.person,%'`,
    )
  }
}

/** Lets another person mention them in every text, and live events name their records. */
async function mentionEverywhere() {
  for (const statement of plant('fourth', 'others-')) await s.query(statement)
  const text = `See ${person.email} and ${uid}.`
  const { search } = messageSearchColumns({ text })
  await s.query(`update messages set search = $1 where id like 'others-%'`, [search])
  const words = postSearchColumns({ title: text, description: text })
  await s.query(`update posts set search = $1 where key like 'others-%'`, [words.search])
  for (const { table, column, type } of await textColumns()) {
    if (withoutPeople.includes(table) || noProse[table]?.split(' ').includes(column)) continue
    const value = literal(type, text)
    await s.query(
      `update ${table} t set "${column}" = ${value} where t::text like '%others-%' or t::text like '%(fourth,%'`,
    )
  }
  const keys = await s.query<{ table: string; column: string }>(
    `select table_name as table, column_name as column from information_schema.columns
     where table_schema = 'public' and data_type = 'text' and column_name in ('id', 'key') and table_name <> 'idempotency_keys'`,
  )
  for (const { table, column } of keys.filter(({ table }) => !withoutPeople.includes(table)))
    await s.query(
      `insert into live_events (topic, payload) select 'x', jsonb_build_object('id', ${column}) from ${table} where ${column} like 'mine-%'`,
    )
}

const dump = () => dumpOf(s)

const auditFaults = async () => {
  const faults: string[] = []
  await checkAudit(s.ctx.database.db, auditKey, (fault) => faults.push(fault))
  return faults
}
const record = (subject: AuditEntry['subject'] & {}, reason: string, before?: unknown) =>
  s.ctx.database.db.transaction((tx) =>
    writeAudit(tx, auditKey, { uid: 'staff', role: 'admin', address: '10.0.0.1' }, 'x', {
      subject,
      reason,
      before,
    }),
  )

beforeAll(async () => {
  await s.addUser({ uid: 'third' })
  for (const statement of [...plant(uid, 'mine-'), ...plant(other, 'theirs-')]) await s.query(statement)
  const sold = { seller_display_name: 'MARK-seller', product_title: 'MARK-sold', product_id: 'mine-p' }
  const more = { seller_uid: uid, purchaser_uid: 'third', tracking_number: 'MARK-tracking', status: 1 }
  await s.make.transaction({ id: 'mine-sold', ...sold, ...more })
  const about = { reporting_uid: uid, reporter_uid: 'third', input: 'MARK-about' }
  await s.make.userReport({ id: 'mine-about', ...about })
  await s.make.conversation({ id: 'elsewhere', lastMessage: 'x' })
  const text = `Call +4915112345678 or MARKED@example.test, not ${other}`
  await s.make.message({ id: 'says', conversation_id: 'elsewhere', senderID: 'third', text })
  await markEverything()
  await mentionEverywhere()
  const { uid: _uid, ...fields } = person
  const names = [
    'display_name',
    'email',
    'phone_number',
    'one_signal_id',
    'last_ip',
    'stripe_customer_id',
    'stripe_connect_id',
  ]
  await s.query(
    `update users set ${names.map((name, at) => `${name} = $${at + 2}`).join(', ')} where uid = $1`,
    [uid, ...Object.values(fields)],
  )
  await s.query("update operations set state = 'pending' where id = 'mine-op'")
  for (const who of ['mine', 'theirs']) {
    await record(['user', who === 'mine' ? uid : other], `MARK-reason of ${who}`, { is: who })
    await record(['transaction', `${who}-t`], `About ${who}`, { name: `MARK-${who}` })
  }
  await record(['user', 'third'], `Works with ${person.email.toLowerCase()}`)
  await record(['conversation', `${uid}_third`], 'Looked')
})

describe('refused', () => {
  test('without the permission, and for an unknown person', async () => {
    expect((await erase(uid, 'moderator')).status).toBe(403)
    expect((await erase('nobody')).status).toBe(404)
  })

  test('while anything is in progress, with each reason; nothing changes', async () => {
    const before = await dump()
    await s.query(`update users set available_balance = 100 where uid = '${uid}'`)
    await s.query(`update transactions set status = 2 where id = 'mine-sold'`)
    await s.query(
      `update approvals set state = 'asked', expires_at = now() + interval '1 day' where id = 'mine-a'`,
    )
    const { status, body: refusal } = await erase(uid)
    expect([status, refusal.error_title]).toEqual([409, 'Cannot be erased yet'])
    expect(refusal.error_message).toBe(
      'This person still has an open dispute, an available balance of $1.00, a transaction that is not finished, a refund that waits for a second person, something that is being sent just now.',
    )
    await s.query(`update users set available_balance = null where uid = '${uid}'`)
    await s.query(`update transactions set status = 1 where id = 'mine-sold'`)
    await s.query(
      `update approvals set state = 'declined', expires_at = now() - interval '1 second' where id = 'mine-a'`,
    )
    // The changes of this test itself: the approval, its case on the desk, and the events about that; states set above.
    const own = { approvals: [], decided_fields: [], desk_cases: [], desk_moves: [], live_events: [] }
    expect({ ...present(await dump()), ...own }).toEqual({ ...present(before), ...own })
    await s.query("update disputes set status = 1 where id = 'mine-disputes'")
    await s.query("update operations set state = 'done' where id = 'mine-op'")
  })
})

describe('erased', () => {
  let before: Record<string, string[]>
  let after: Record<string, string[]>
  let called = ''
  const sums = () =>
    s.query(
      'select account, sum(cents)::text as sum, count(*)::int as lines from ledger_lines group by 1 order by 1',
    )
  const of = (rows: Record<string, string[]>, mark: string) =>
    Object.fromEntries(
      Object.entries(rows).map(([name, list]) => [name, list.filter((row) => row.includes(mark))]),
    )

  beforeAll(async () => {
    before = await dump()
    const ledger = await sums()
    const answer = await erase(uid)
    expect(answer.body).toMatchObject({ data: { called: expect.stringMatching(/^erased-/) } })
    called = answer.body.data.called
    after = await dump()
    expect(await sums()).toEqual(ledger)
  })

  test('no mark or identifier of theirs is left in the whole database', () => {
    const text = Object.entries(after).flatMap(([name, rows]) => rows.map((row) => `${name}: ${row}`))
    const traces = [uid, ...Object.values(person), '4915112345678', 'MARK-', 'Cmarked', 'markedAperson']
    const left = text.filter((row) => {
      const plain = row
        .replaceAll(other, '')
        .replaceAll('MARK-theirs', '')
        .replaceAll('MARK-reason of theirs', '')
      return traces.some((trace) => plain.toLowerCase().includes(trace.toLowerCase()))
    })
    expect(left.filter((row) => !row.includes('theirs'))).toEqual([])
  })

  test('the past held them, and has other people’s versions and nothing of theirs', async () => {
    const past = (rows: Record<string, string[]>) => of(rows, 'MARK-')['history.users'] ?? []
    expect(past(before).length).toBeGreaterThan(5)
    expect(past(after)).toEqual([])
    expect(of(after, 'fourth')['history.users']).toEqual(of(before, 'fourth')['history.users'])
    // What stays has its present form since the first of its versions.
    const [sold] = await s.query<{ old: boolean }>(
      `select history_since < now() - interval '1 second' as old from transactions where id = 'mine-sold'`,
    )
    expect(sold).toEqual({ old: true })
  })

  test('no live event of their records is left', () => {
    expect(of(before, 'mine-').live_events?.length).toBeGreaterThan(15)
    expect(of(after, 'mine-').live_events).toEqual([])
  })

  test('another person’s rows are unchanged', () => {
    expect(of(after, 'theirs')).toEqual(of(before, 'theirs'))
    expect(of(after, other).users).toEqual(of(before, other).users)
  })

  test('their transactions, orders and disputes stay, under a pseudonym', async () => {
    expect(
      await s.query(
        `select id, seller_uid, seller_display_name as seller, purchaser_uid, purchaser_display_name as buyer, price::int from transactions
         where id in ('mine-t', 'mine-sold') order by id`,
      ),
    ).toEqual(
      [
        {
          id: 'mine-sold',
          seller_uid: called,
          seller: 'Erased person',
          purchaser_uid: 'third',
          buyer: 'MARK-transactions-purchaser_display_name',
          price: 1000,
        },
        {
          id: 'mine-t',
          seller_uid: 'third',
          seller: 'MARK-transactions-seller_display_name',
          purchaser_uid: called,
          buyer: 'Erased person',
          price: 1,
        },
      ].map((row) =>
        expect.objectContaining({
          id: row.id,
          seller_uid: row.seller_uid,
          purchaser_uid: row.purchaser_uid,
          price: row.price,
        }),
      ),
    )
    expect(await s.query(`select uid from ledger_entries where uid = $1`, [uid])).toEqual([])
  })

  test('texts of others lose the identifiers and are found by their remaining words', async () => {
    const [message] = await s.query<{ text: string; search: string }>(
      `select text, search from messages where id = 'says'`,
    )
    expect(message?.text).toBe(`Call [erased] or [erased], not ${other}`)
    expect(message?.search).toBe(messageSearchColumns({ text: message?.text ?? '' }).search)
  })

  test('the audit keeps the actions and marks them erased; its chain holds', async () => {
    const { data } = (await s.call('admin', api.audit.list, { query: { kind: 'user', id: called } })).body
    expect(data.map(({ action, reason, left_out }) => [action, reason, left_out])).toEqual([
      ['users.erase', body.reason, null],
      ['x', null, 'erased'],
    ])
    expect(await auditFaults()).toEqual([])
  })

  test('a row that was emptied by other means is found, and so is a restored one', async () => {
    const [row] = await s.query<{ id: string }>(`select id from audit where reason = 'About theirs'`)
    const [emptied] = await s.query<{ id: string }>(`select id from audit where erased is not null limit 1`)
    const tamper = (statement: string) =>
      s.asOwner(
        `alter table audit disable trigger audit_no_update; ${statement}; alter table audit enable always trigger audit_no_update`,
      )
    const empty = `reason = null, before = null, after = null, salt = null`
    await s.asOwner('drop table if exists kept; create table kept as table audit')
    const restore = `update audit set reason = kept.reason, before = kept.before, after = kept.after, salt = kept.salt,
      subject_id = kept.subject_id, erased = kept.erased from kept where kept.id = audit.id`
    for (const [statement, fault] of [
      [
        `update audit set ${empty}, erased = '${called}' where id = ${row?.id}`,
        /not those that its erasure says/,
      ],
      [
        `update audit set ${empty}, erased = 'erased-x' where id = ${row?.id}`,
        /no erasure of erased-x is on record/,
      ],
      [`update audit set erased = null where id = ${emptied?.id}`, /was changed/],
      [`update audit set subject_id = 'third' where id = ${emptied?.id}`, /not those that its erasure says/],
      [`update audit set reason = 'another' where id = ${emptied?.id}`, /was changed/],
    ] as const) {
      await tamper(statement)
      expect([statement, await auditFaults()]).toEqual([
        statement,
        expect.arrayContaining([expect.stringMatching(fault)]),
      ])
      await tamper(restore)
    }
    await s.asOwner('drop table kept')
    expect(await auditFaults()).toEqual([])
  })

  test('they cannot be erased again, or found', async () => {
    expect((await erase(uid)).status).toBe(404)
    expect((await erase(called)).status).toBe(404)
    expect((await s.call('admin', api.users.get, { params: { uid: called } })).status).toBe(404)
    const found = await s.call('admin', api.users.search, { query: { search_term: 'Erased person' } })
    expect(found.body.data).toEqual([])
  })
})

test('the command erases when the uid is given twice, a deleted account too', async () => {
  await s.query(`update users set deleted_at = now() where uid = '${other}'`)
  await s.query("update disputes set status = 1 where id = 'theirs-disputes'")
  await s.query("update operations set state = 'done' where id = 'theirs-op'")
  const run = (...words: string[]) =>
    personCommand({ db: s.ctx.database.db, settings: s.ctx.settings }, words)
  for (const words of [[other], [other, 'another']]) expect(await run('erase', ...words)).toBe(2)
  expect(await run('erase', 'nobody', 'nobody')).toBe(1)
  expect(await run('erase', other, other)).toBe(0)
  expect(JSON.stringify(await dump())).not.toContain(other)
  expect(await auditFaults()).toEqual([])
})
