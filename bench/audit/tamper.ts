import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { auditHead, writeAudit } from '../../server/core/audit/audit.ts'
import { anchorOf, checkAudit } from '../../server/core/audit/audit-check.ts'
import { openDatabase } from '../../server/core/database/db.ts'
import { Random } from '../../server/seed/random.ts'
import { columns, tamperings } from './tamperings.ts'

// An attacker with all permissions on the database, but without the key, tampers with the audit:
//   node --import tsx bench/audit/tamper.ts [--rows 2000] [--tamperings 1000] [--seed 1] [--postgres URL] [--twin]
// The chain is written as calls write it. Then rows are edited in any column, deleted, swapped, moved up or added, or the end is
// cut off, each in its own savepoint. The check, with the head as its anchor, must find every tampering.
// --twin hides edits of one column, the reason, from the check, as if its hash did not cover it: then the bench must fail.
const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '2000' },
    tamperings: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    postgres: { type: 'string' },
    twin: { type: 'boolean', default: false },
  },
})
const rows = Number(values.rows)
const key = 'a key for benches'
const folder = values.postgres ? undefined : await mkdtemp(join(tmpdir(), 'portreeve-audit-'))
const database = await openDatabase(values.postgres ? { url: values.postgres } : { folder: folder ?? '' }, {
  timeout: 60_000,
})

for (let from = 0; from < rows; from += 100)
  await database.db.transaction(async (tx) => {
    for (let at = from; at < Math.min(rows, from + 100); at++)
      await writeAudit(
        tx,
        key,
        { uid: `staff-${at % 7}`, role: 'support', address: '10.0.0.1', requestId: `request-${at}` },
        ['users.ban', 'transactions.refund', 'notes.create'][at % 3] ?? '',
        {
          subject: ['user', `person-${at % 50}`],
          reason: at % 4 === 0 ? null : `Reason ${at}`,
          before: { version: at, isBanned: false },
          after: at % 5 === 0 ? null : { version: at + 1, amount: at * 100 },
        },
      )
  })
const anchor = anchorOf(await auditHead(database.db))

// The server's own connections have no permission to tamper.
const own = values.postgres ? new pg.Client({ connectionString: values.postgres }) : undefined
await own?.connect()
const lent = own ? undefined : await database.pool.connect()
const owner = own ?? lent ?? database.pool
const db = drizzle(owner)
await owner.query('begin')
await owner.query('alter table audit disable trigger all')
await owner.query('create temp table kept as table audit')
if (values.twin)
  await owner.query(`create temp view audit as select a.id, a.at, a.actor_uid, a.actor_role, a.address, a.request_id,
    a.action, a.subject_kind, a.subject_id, case when k.id is null then a.reason else k.reason end as reason,
    a.before, a.after, a.salt, a.content, a.erased, a.previous, a.hash from public.audit a left join kept k on k.id = a.id`)

const untouched = await checkAudit(db, key, (fault) => console.error(fault), anchor)
const random = new Random(Number(values.seed))
const made: Record<string, { made: number; found: number }> = {}
const missed: string[] = []
let milliseconds = 0
for (let round = 0; round < Number(values.tamperings); round++) {
  const { kind, statements } = tamperings(random, rows)
  await owner.query('savepoint tampered')
  for (const statement of statements) await owner.query(statement)
  const began = performance.now()
  const { faults } = await checkAudit(db, key, () => {}, anchor)
  milliseconds += performance.now() - began
  const count = made[kind] ?? { made: 0, found: 0 }
  made[kind] = count
  count.made += 1
  if (faults > 0) count.found += 1
  else missed.push(statements.join('; '))
  await owner.query('rollback to savepoint tampered')
  if ((round + 1) % 100 === 0) console.error(`${round + 1} tamperings, ${missed.length} missed`)
}
await owner.query('rollback')
console.info(
  JSON.stringify(
    {
      database: values.postgres ? 'PostgreSQL' : 'PGlite',
      twin: values.twin,
      rows: untouched.rows,
      'columns edited': columns.length,
      'faults of the untouched chain': untouched.faults,
      tamperings: made,
      found: Number(values.tamperings) - missed.length,
      missed: missed.length,
      'the first missed': missed.slice(0, 5),
      'milliseconds a check': Math.round(milliseconds / Number(values.tamperings)),
    },
    null,
    2,
  ),
)
await own?.end()
lent?.release()
await database.close()
if (folder) await rm(folder, { recursive: true, force: true })
process.exit(missed.length > 0 || untouched.faults > 0 ? 1 : 0)
