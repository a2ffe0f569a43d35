import { execFileSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliDecompressSync, constants } from 'node:zlib'
import { api } from '@portreeve/contract'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { checkAudit } from './core/audit/audit-check.ts'
import { digestOf, program } from './core/database/program.ts'
import { version } from './core/release.ts'
import { targets } from './marketplace/import/targets.ts'
import { address, apiKey, useServer } from './testing/harness.ts'
import { onPostgres } from './testing/on-postgres.ts'
import { note, refunded, rows, secret } from './testing/upgrade/rows.ts'

// The databases of an earlier release, with rows of each kind, are brought up to date at the start. upgrade/make.ts makes them.

const kept = (name: string) =>
  brotliDecompressSync(
    readFileSync(fileURLToPath(new URL(`./testing/upgrade/${name}.br`, import.meta.url))),
    {
      params: { [constants.BROTLI_DECODER_PARAM_LARGE_WINDOW]: 1 },
    },
  )

/** The embedded database of the earlier release, or its dump restored into an empty PostgreSQL database. */
async function earlier() {
  const template = inject('template')
  if ('folder' in template) {
    const folder = await mkdtemp(join(tmpdir(), 'portreeve-upgrade-'))
    execFileSync('tar', ['-x', '-C', folder], { input: kept('folder.tar') })
    return { where: { folder }, remove: () => rm(folder, { recursive: true, force: true }) }
  }
  const name = `portreeve_upgrade_${process.pid}`
  await onPostgres(template.url, `create database ${name}`)
  const at = new URL(template.url)
  at.pathname = `/${name}`
  const url = at.toString()
  await onPostgres(url, kept('postgres.sql').toString())
  return {
    where: { url },
    remove: async () => void (await onPostgres(template.url, `drop database ${name} with (force)`)),
  }
}

const auditKey = createHmac('sha256', secret).update('portreeve audit').digest('hex')
const s = useServer({ fresh: earlier, settings: { secret, auditKey }, passwords: 'scrypt' })
const admin = { token: '' }

beforeAll(async () => {
  const session = await s.server.inject({
    method: 'POST',
    url: '/identity/sign-in/email',
    headers: { origin: address, 'x-api-key': apiKey },
    payload: { email: 'admin@portreeve.test', password: 'portreeve-demo' },
  })
  const cookie = session.cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join('; ')
  const answer = await s.server.inject({ url: '/identity/token', headers: { cookie } })
  admin.token = (answer.json() as { token: string }).token
})

describe('a database of an earlier release', () => {
  test('has all migrations and the program of this release after the start', async () => {
    const { entries } = JSON.parse(
      readFileSync(new URL('./db/migrations/meta/_journal.json', import.meta.url), 'utf8'),
    ) as { entries: { tag: string }[] }
    const releases = await s.query<{ version: string; migration: string }>(
      'select version, migration from drizzle.releases order by migrated',
    )
    expect(releases.at(-1)).toEqual({ version, migration: entries.at(-1)?.tag })
    expect(entries.map(({ tag }) => tag)).toContain(releases[0]?.migration)
    const [done] = await s.query('select count(*)::int as n from drizzle.__drizzle_migrations')
    expect(done).toEqual({ n: entries.length })
    expect(await s.query('select digest, version from drizzle.program')).toEqual([
      { digest: digestOf(program), version },
    ])
  })

  test.each(Object.entries(rows))('keeps its %s', async (name, some) => {
    const { table } = targets[name as keyof typeof rows]
    const found = await s.ctx.database.db.select().from(table)
    for (const row of some) {
      // These are stored as columns of other names, or in tables of their own.
      const {
        members: _members,
        participants: _participants,
        readByUsers: _read,
        charge: _charge,
        ...same
      } = row as Record<string, unknown>
      expect(found).toContainEqual(expect.objectContaining(same))
    }
  })

  test('answers calls with them, to a sign-in of the earlier release', async () => {
    const data = async (...[endpoint, input]: [Parameters<typeof s.call>[1], object]) =>
      (await s.call(admin, endpoint, input as never)).body.data
    expect(await data(api.users.get, { params: { uid: 'buyer' } })).toMatchObject(rows.users[1] ?? {})
    expect(await data(api.users.search, { query: { search_term: 'Sallstrom' } })).toMatchObject([
      { uid: 'seller' },
    ])
    expect(await data(api.posts.pending, {})).toMatchObject({ wts: [{ key: 'lamp' }] })
    expect(await data(api.conversations.between, { query: {} })).toMatchObject([{ key: 'talk' }])
    expect(await data(api.collections.items, { params: { id: 'desks' } })).toMatchObject([{ key: 'desk' }])
    expect(await data(api.macros.list, {})).toMatchObject(rows.macros)
    expect(await data(api.timeline.of, { params: { kind: 'user', id: 'buyer' } })).toContainEqual(
      expect.objectContaining({ reason: note }),
    )
  })

  test('keeps its ledger and its audit chain', async () => {
    const { body } = await s.call(admin, api.transactions.money, { params: { id: 'sold' } })
    expect(body.data).toMatchObject({ captured: -13_500, refunded, left: 13_500 - refunded, in_flight: [] })
    const faults: string[] = []
    const { rows: checked } = await checkAudit(s.ctx.database.db, auditKey, (fault) => faults.push(fault))
    expect([faults, checked > 2]).toEqual([[], true])
  })
})
