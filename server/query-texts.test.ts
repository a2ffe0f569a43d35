import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { api } from '@portreeve/contract'
import { beforeAll, expect, test } from 'vitest'
import { formatSql } from './testing/format-sql.ts'
import { useServer } from './testing/harness.ts'
import { fillLists, type ListCall, ofAll, ofEach, searches } from './testing/list-calls.ts'
import { statementsOf } from './testing/statements.ts'

// The statements of each group's lists and searches are in server/<subject>/queries/, so that a review sees the SQL that
// changes. Rewrite: npx vitest run --project calls server/query-texts.test.ts -u
const s = useServer()

const calls: Record<string, ListCall> = {
  ...Object.fromEntries(Object.entries(ofEach).map(([name, call]) => [name, call('few')])),
  ...ofAll,
  ...searches,
}
const groups = [...new Set(Object.keys(calls).map((name) => name.split('.')[0] ?? ''))]

/** The subject of a group, as contract/groups.ts names it. */
const list = readFileSync(join(import.meta.dirname, '../contract/groups.ts'), 'utf8')
function subjectOf(group: string): string {
  const [, subject] = new RegExp(`export \\{ ${group} \\} from './(\\w+)/`).exec(list) ?? []
  if (subject === undefined) throw new Error(`${group} has no line in contract/groups.ts`)
  return subject
}

/** emailTemplates as email-templates. */
const wordOf = (group: string) => group.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** The statements of every call: those that read its caller. `isOfList` leaves them out, and statements that write, as the audit row of a reading. */
let ofCaller: string[]
/** The statement that reads a list's person. Only people/queries/users.sql has it, so that a new column of people changes one file. */
let ofPerson: string[]
const isOfList = (group: string) => (text: string) =>
  !ofCaller.includes(text) &&
  (group === 'users' || !ofPerson.includes(text)) &&
  !/^\s*(begin|commit)|\b(insert into|update|delete from)\b/i.test(text)

beforeAll(async () => {
  await s.addUser({ uid: 'other' })
  await fillLists(s, 'few', 1)
  await s.call('admin', api.staff.me, {})
  ofCaller = await statementsOf(s, api.config.get, {})
  ofPerson = await statementsOf(s, api.users.get, { params: { uid: 'other' } })
})

test.each(groups)('the statements of %s are those of its file', async (group) => {
  const parts: string[] = []
  for (const [name, call] of Object.entries(calls)) {
    if (!name.startsWith(`${group}.`)) continue
    const texts = (await statementsOf(s, ...call)).filter(isOfList(group))
    parts.push([`-- ${name}`, ...texts.map((text) => `${formatSql(text)};`)].join('\n'))
  }
  await expect(`${parts.join('\n\n')}\n`).toMatchFileSnapshot(
    join(import.meta.dirname, subjectOf(group), 'queries', `${wordOf(group)}.sql`),
  )
})

test('no file is left of a group that has no lists any more', () => {
  const files = [...new Set(groups.map(subjectOf))].flatMap((subject) =>
    readdirSync(join(import.meta.dirname, subject, 'queries')).map((file) => `${subject}/${file}`),
  )
  const known = groups.map((group) => `${subjectOf(group)}/${wordOf(group)}.sql`)
  expect(files.filter((file) => !known.includes(file))).toEqual([])
})
