import type { ImportName } from '@portreeve/contract/marketplace/imports'
import { imports } from '@portreeve/contract/marketplace/imports'
import { ingestEntities } from '@portreeve/contract/marketplace/ingest-entities'
import type { IngestName } from '@portreeve/contract/marketplace/ingest-names'
import { getTableName } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../core/database/db.ts'
import { useServer } from '../testing/harness.ts'
import { folderOf, fresh, rows, run, useImports, market as whole } from '../testing/import-harness.ts'
import { keyFor, writer } from '../testing/machine.ts'
import {
  badRows,
  changedRows,
  decided,
  deletions,
  edited,
  type Files,
  held,
  oddDates,
  repeatedKeys,
} from '../testing/odd-rows.ts'
import { targets } from './import/targets.ts'

useImports()

/** Only a file writes in the name of staff. */
const market = { ...whole, messages: whole.messages.filter(({ senderID }) => senderID !== 's1') }

/** Files to write, or a decision of staff in SQL. */
type Step = Files | string

const cases: [title: string, steps: Step[]][] = [
  ['rows of every entity, twice, and changed ones', [market, market, changedRows]],
  ['bad rows among good ones', [badRows]],
  ['texts that are no dates', [oddDates]],
  ['a person three times', [repeatedKeys]],
  ['rows that contradict decisions', [decided.before, ...decided.decisions, decided.after]],
  ['rows of what staff deleted or redeemed', [market, ...deletions, market]],
  ['a judged listing that its seller edited', [edited.before, edited.denial, edited.after]],
  ['a listing whose deletion can be undone', [held.before, ...held.decisions, held.after]],
]

/** The names of the tables that both doors write. Staff are written by files alone. */
const tables = ingestEntities
  .map(({ name }) => getTableName(targets[name as IngestName].table))
  .concat('conversation_members', 'decided_fields')

/** All rows. Without the count of changes: a file writes the last one of a record's rows, and ingest all of them. */
async function stored(from: Database) {
  const all = await Promise.all(
    tables.map(async (table) => {
      const found = await rows<{ row: object }>(
        `select to_jsonb(t) - 'version' - 'changed_at' - 'history_since' - 'history_by' - 'decided_at' - 'differs_since' - 'opened_by' as row from ${table} t order by 1`,
        [],
        from,
      )
      return [table, found.map(({ row }) => row)] as const
    }),
  )
  return Object.fromEntries(all)
}

describe.each(cases)('%s', (_title, steps) => {
  const s = useServer()
  let shop: ReturnType<typeof writer>
  beforeAll(async () => {
    shop = writer(
      s,
      await keyFor(
        s,
        ingestEntities.map(({ name }) => `ingest.${name as IngestName}` as const),
      ),
    )
  })

  test('has the same result through ingest as through files', async () => {
    const into = await fresh()
    for (const step of steps) {
      if (typeof step === 'string') {
        await into.pool.query(step)
        await s.query(step)
        continue
      }
      const byFile = await run(await folderOf(step), into)
      for (const member of await rows('select uid, email, role from staff where not shared', [], into))
        await s.query('insert into staff (uid, email, role) values ($1, $2, $3) on conflict do nothing', [
          member.uid,
          member.email,
          member.role,
        ])
      // A program declares fields by their calls.
      for (const { field } of await rows<{ field: object }>(
        'select to_jsonb(f) as field from extension_fields f',
        [],
        into,
      ))
        await s.query(
          `insert into extension_fields select (jsonb_populate_record(null::extension_fields, $1)).* on conflict do nothing`,
          [JSON.stringify(field)],
        )
      for (const name of imports.map(({ name }): ImportName => name).filter((name) => step[name]))
        await compare(name, step[name] ?? [], byFile)
    }
    expect(await stored(s.ctx.database)).toEqual(await stored(into))
  })

  async function compare(name: ImportName, given: Files[string], byFile: Awaited<ReturnType<typeof run>>) {
    const { status, results, end } = await shop.rows(name, given)
    if (name === 'staff') return expect([status, end.code]).toEqual([403, 'forbidden'])
    if (name === 'extension_fields') return expect(status).toBeGreaterThanOrEqual(400)
    const [added = 0, changed = 0, unchanged = 0, warnings = 0, rejected = 0] = byFile.counts[name] ?? []
    const ownRejects = byFile.rejects.filter(({ file }) => file === `${name}.ndjson`)
    expect(
      results.flatMap(({ line, result, reason }) =>
        result === 'rejected' ? [{ file: `${name}.ndjson`, line, reason }] : [],
      ),
    ).toEqual(ownRejects)
    // A row that a later one of its file replaces is a warning there, and written here.
    const repeated = given === repeatedKeys.users ? 1 : 0
    expect([name, end.data]).toEqual([
      name,
      { new: added, changed: changed + repeated, unchanged, deleted: 0, rejected },
    ])
    expect([name, results.flatMap(({ odd = [] }) => odd).length]).toEqual([name, warnings - repeated])
  }
})
