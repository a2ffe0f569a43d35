import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { imports } from '@portreeve/contract/marketplace/imports'
import { getTableColumns, getTableName } from 'drizzle-orm'
import { expect } from 'vitest'
import { conversationMembers } from '../conversations/conversation-tables.ts'
import type { Database } from '../core/database/db.ts'
import { runExport } from '../marketplace/export/command.ts'
import { type Target, targets } from '../marketplace/import/targets.ts'
import { fresh, inScratch, rows, run } from './import-harness.ts'
import { wholeRows } from './whole-rows.ts'

/** Exports into a folder of the test file and returns exit code and output. */
export async function exported(from: Database, name: string, signal?: AbortSignal, isTTY = false) {
  const printed: string[] = []
  const folder = inScratch(name)
  const code = await runExport({
    database: from,
    folder,
    print: (text) => printed.push(text),
    isTTY,
    ...(signal ? { signal } : {}),
  })
  return { code, folder, text: printed.join('') }
}

const files = imports.map(({ file }): string => file).toSorted()

const membersColumns = Object.values(getTableColumns(conversationMembers))
  .map(({ name }) => name)
  .join(', ')

/** A digest of the columns that the import writes, by table. */
async function written(from: Database): Promise<Record<string, unknown>> {
  const all = Object.entries(targets).map(([name, target]) => {
    const { table, record } = target as Target<unknown>
    const columns = getTableColumns(table)
    const fields = Object.keys(record(wholeRows[name]?.[0] ?? {}))
    return [getTableName(table), fields.map((field) => columns[field]?.name).join(', ')] as const
  })
  const digests: Record<string, unknown> = {}
  for (const [table, columns] of [...all, ['conversation_members', membersColumns] as const]) {
    const found = await rows(
      `select count(*), md5(string_agg(t::text, '|' order by t::text)) from (select ${columns} from ${table}) t`,
      [],
      from,
    )
    digests[table] = found[0]
  }
  return digests
}

/** Imports an export into an empty database: the two databases, and their exports, are equal. Returns the first export. */
export async function expectSameAgain(source: Database) {
  const first = await exported(source, 'first')
  expect(first.text).not.toContain('would reject')
  expect(first.code).toBe(0)
  expect((await readdir(first.folder)).toSorted()).toEqual(files)
  const empty = await fresh()
  const { code, rejects } = await run(first.folder, empty)
  expect([code, rejects]).toEqual([0, []])
  const again = await exported(empty, 'again')
  const textOf = (folder: string, file: string) => readFile(join(folder, file), 'utf8')
  for (const file of files)
    expect([file, await textOf(again.folder, file)]).toEqual([file, await textOf(first.folder, file)])
  expect(await written(empty)).toEqual(await written(source))
  const { counts } = await run(first.folder, empty)
  for (const [name, [added, changed]] of Object.entries(counts))
    expect([name, added, changed]).toEqual([name, 0, 0])
  return first
}
