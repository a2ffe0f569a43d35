import { neverReadBack } from '@portreeve/contract/marketplace/ingest'
import { ingestEntities } from '@portreeve/contract/marketplace/ingest-entities'
import type { IngestName } from '@portreeve/contract/marketplace/ingest-names'
import { beforeAll, expect, test } from 'vitest'
import { useServer } from '../testing/harness.ts'
import { appealed, ingested } from '../testing/import-harness.ts'
import { keyFor, writer } from '../testing/machine.ts'

// `GET /v1/ingest/{entity}/{key}`: a program reads back what it wrote.

const s = useServer()
type Shop = ReturnType<typeof writer>
let [shop, other, rotated] = [] as unknown as [Shop, Shop, Shop]
const entities = ingestEntities
const scopes = entities.map(({ name }) => `ingest.${name as IngestName}` as const)

beforeAll(async () => {
  shop = writer(s, await keyFor(s, scopes, { name: 'Shop' }))
  rotated = writer(s, await keyFor(s, scopes, { name: 'Shop' }))
  other = writer(s, await keyFor(s, scopes, { name: 'Other' }))
  await s.query("insert into staff (uid, email, role) values ('s1', 'sam@example.com', 'support')")
  for (const { name } of entities) {
    if (name === 'appeals') await s.query(appealed)
    const { results } = await shop.rows(name, ingested[name as keyof typeof ingested])
    // No program writes in the name of staff: that one message is rejected.
    expect([name, results.at(-1)?.result]).toEqual([name, 'new'])
  }
})

test('each entity is read back as a row that changes nothing when it is sent again', async () => {
  for (const { name, key } of entities) {
    const row = ingested[name as keyof typeof ingested].at(-1) as Record<string, unknown>
    const id = key.map((field) => encodeURIComponent(String(row[field]))).join(',')
    const { status, body } = await shop.read(name, key.length === 1 ? String(row[key[0] ?? '']) : id)
    if (neverReadBack.includes(name)) {
      expect([name, status, body.code]).toEqual([name, 422, 'refused'])
      continue
    }
    // A row without an id has one that is made of its other fields.
    if (status === 404 && row[key[0] ?? ''] === undefined) continue
    expect([name, status]).toEqual([name, 200])
    const { source_version: version, ...read } = body.data
    expect([name, version]).toEqual([name, null])
    const again = await shop.rows(name, [read])
    expect([name, again.results[0]?.result, again.results[0]?.reason]).toEqual([name, 'unchanged', undefined])
  }
})

test('only a key of the same name with the scope reads a record, and only one that it wrote', async () => {
  const user = { uid: 'u1' }
  expect((await rotated.read('users', user.uid)).body.data).toMatchObject({ uid: user.uid })
  expect((await other.read('users', user.uid)).body).toMatchObject({ code: 'not_found', data: null })
  await s.addUser({ uid: 'made-here', displayName: 'Made here' })
  expect((await shop.read('users', 'made-here')).status).toBe(404)
  expect((await shop.read('users', 'nobody')).status).toBe(404)
  const narrow = writer(s, await keyFor(s, ['ingest.listings'], { name: 'Shop 2' }))
  expect((await narrow.read('users', user.uid)).body.code).toBe('forbidden')
  expect((await shop.read('staff', 'staff-admin')).body.code).toBe('forbidden')
  const calls = await s.query<{ calls: number }>(
    "select calls from machine_key_usage u join machine_keys k on k.id = u.key_id where k.name = 'Other' and scope = 'ingest.users'",
  )
  expect(calls).toEqual([{ calls: 1 }])
})

test('has what staff changed, the version, and nothing of a deleted record', async () => {
  const row = { ...(ingested.users[0] as object), uid: 'read', email: 'ours@example.com' }
  await shop.rows('users', [{ ...row, source_version: 7 }])
  await s.query("update users set email = 'staff@example.com' where uid = 'read'")
  expect((await shop.read('users', 'read')).body.data).toMatchObject({
    email: 'staff@example.com',
    source_version: 7,
  })
  expect((await shop.remove('users', 'read')).body.data.result).toBe('deleted')
  expect((await shop.read('users', 'read')).status).toBe(404)
})
