import { api } from '@portreeve/contract'
import type { Endpoint, Input } from '@portreeve/contract/base/endpoint'
import { may, permissions, rightsOf, roles } from '@portreeve/contract/base/rights'
import { recordScopes } from '@portreeve/contract/marketplace/machine-keys'
import { generateKeyPair, SignJWT } from 'jose'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { endpoints, inputOf } from './testing/catalogue-calls.ts'
import { rows, transaction } from './testing/catalogue-rows.ts'
import { pathOf, send, useServer } from './testing/harness.ts'
import { keyFor } from './testing/machine.ts'

// Every call of the API × {no token, expired, tampered, another environment, a program's key, not staff, wrong role, malformed, unknown id, stale
// version}. No refused call leaves anything behind.

const s = useServer({ mail: { send: async () => 'sent' } })

/** Sends a call of the catalogue with other headers. */
const sendAs = (
  endpoint: Endpoint,
  input: Input<Endpoint>,
  authorization: string | undefined,
  more: Record<string, string> = {},
) =>
  send(s.server, endpoint.method, pathOf(endpoint, input as object), input.body, {
    ...(authorization === undefined ? {} : { authorization }),
    ...more,
  })

/** The contents of all tables, except when staff were last seen. */
async function state(): Promise<Record<string, string>> {
  const tables = await s.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like 'identity%'",
  )
  const digests: Record<string, string> = {}
  for (const { name } of tables) {
    const [row] = await s.query<{ digest: string }>(
      `select coalesce(md5(string_agg(row, ',' order by row)), '') as digest from (select (to_jsonb(t) - 'last_seen_at')::text as row from "${name}" t) rows`,
    )
    digests[name] = row?.digest ?? ''
  }
  return digests
}

let admin = ''
/** The key of a program with every scope. */
let program = ''
beforeAll(async () => {
  for (const role of roles) await s.token(role)
  admin = `Bearer ${await s.token('admin')}`
  program = `Bearer ${await keyFor(s, recordScopes)}`
  await s.addUser({ uid: 'person' })
  await s.make.listing({ key: 'listing', title: 'Listing', creatorUID: 'person' })
  await s.make.promotion({ id: 'request', owner_uid: 'person' })
  await s.make.collection({ id: 'collection', title: 'Collection' })
  await s.make.question({ id: 'question', title: 'Question' })
  await s.make.keyword({ id: 'keyword', terms: 'a,b', preferred_term: 'c' })
  await s.make.transaction({
    id: 'txn',
    seller_uid: 'person',
    purchaser_uid: 'person',
    price: 100,
    status: 1,
  })
  await s.make.macro({ id: 'macro' })
  await s.make.conversationOf('team', 'person', 'support')
  await s.query(
    "insert into email_templates (template_name, created_timestamp) values ('template', '2026-01-01')",
  )
  await s.query("insert into email_variables (name, sample) values ('variable', 'Sample')")
  const { data } = (await s.call('admin', api.transactions.get, { params: { id: 'txn' } })).body
  transaction.whole = data
})

const refused = (answer: Awaited<ReturnType<typeof send>>) => [
  answer.status,
  answer.body.status_code,
  answer.body.code,
  answer.body.data,
]

describe.each(endpoints)('%s', (name, endpoint) => {
  const row = rows[name]

  test('is refused without the permission or when malformed, and leaves nothing behind', async () => {
    const input = inputOf(endpoint, row)
    const before = await state()
    const [head = '', claims = '', signature = ''] = admin.slice('Bearer '.length).split('.')
    const { privateKey } = await generateKeyPair('EdDSA')
    const foreign = await new SignJWT({})
      .setProtectedHeader({ alg: 'EdDSA' })
      .setIssuer('http://localhost:4500')
      .setAudience('http://localhost:4500')
      .setSubject('staff-admin')
      .setExpirationTime('1h')
      .sign(privateKey)
    const signedOut = {
      'no token': undefined,
      tampered: `Bearer ${head}.${claims}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`,
      'another environment': `Bearer ${foreign}`,
      ...(endpoint.scope === undefined && { 'a program': program }),
    }
    for (const [what, authorization] of Object.entries(signedOut))
      expect([what, ...refused(await sendAs(endpoint, input, authorization))]).toEqual([
        what,
        401,
        0,
        'signed_out',
        null,
      ])
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 16 * 60_000 })
    const expired = await sendAs(endpoint, input, admin)
    vi.useRealTimers()
    expect([...refused(expired), expired.body.error_message]).toEqual([
      401,
      0,
      'signed_out',
      null,
      'Your session has ended. Please sign in again.',
    ])

    for (const role of roles.filter((one) => !may(rightsOf(one), endpoint.may))) {
      const answer = await sendAs(endpoint, input, `Bearer ${await s.token(role)}`)
      const words = permissions[endpoint.may as keyof typeof permissions].words
      expect([...refused(answer), answer.body.error_message]).toEqual([
        403,
        0,
        'forbidden',
        null,
        `Your role, ${role}, may not ${words}.`,
      ])
    }

    const odd = inputOf(endpoint, { ...row, query: { ...row.query, unexpected: '1' } })
    const queried = await sendAs(endpoint, odd, admin)
    expect([...refused(queried), queried.body.error_message]).toEqual([
      400,
      0,
      'malformed',
      null,
      expect.stringContaining("The query has an unknown field 'unexpected'"),
    ])
    for (const body of ['{', '[]', { ...(row.body as object), unexpected: 1 }]) {
      if (endpoint.method === 'GET') continue
      const malformed = await send(s.server, endpoint.method, pathOf(endpoint, input as object), body, {
        authorization: admin,
      })
      expect([JSON.stringify(body), ...refused(malformed)]).toEqual([
        JSON.stringify(body),
        400,
        0,
        'malformed',
        null,
      ])
    }
    expect(await state()).toEqual(before)
  })

  test(`about a missing record: ${row.unknown}`, async () => {
    const before = await state()
    const input = inputOf(endpoint, row)
    if (endpoint.method !== 'GET') {
      const dry = await sendAs(endpoint, input, admin, { 'dry-run': 'true' })
      expect(dry.body.code).toBe(/^(done|empty)$/.test(row.unknown) ? undefined : row.unknown)
      if (dry.status === 200) expect(dry.body.data).toMatchObject({ dry_run: true })
      expect(await state()).toEqual(before)
    }
    const answer = await sendAs(endpoint, input, admin)
    if (row.unknown === 'done') return expect(answer.body.status_code, JSON.stringify(answer.body)).toBe(1)
    if (row.unknown === 'empty') {
      expect(answer.body.status_code, JSON.stringify(answer.body)).toBe(1)
      const lists = [answer.body.data, ...Object.values((answer.body.data ?? {}) as object)].filter(
        Array.isArray,
      )
      return expect(lists.flat()).toEqual([])
    }
    expect([answer.body.code, answer.body.data]).toEqual([row.unknown, null])
    expect(answer.body.error_title).toMatch(/^[A-Z].{3,}/)
    expect(answer.body.error_message?.length).toBeGreaterThan(4)
    expect(await state()).toEqual(before)
  })

  test.runIf(row.stale)('is refused on another version', async () => {
    const before = await state()
    const answer = await sendAs(endpoint, inputOf(endpoint, row.stale ?? {}), admin, { 'if-match': '"99"' })
    expect(refused(answer)).toEqual([409, 0, 'conflict', null])
    expect(await state()).toEqual(before)
  })
})
