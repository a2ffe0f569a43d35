import { api } from '@portreeve/contract'
import type { Role } from '@portreeve/contract/base/rights'
import { type ExportList, exportLists } from '@portreeve/contract/desk/exports'
import { beforeAll, expect, test } from 'vitest'
import { columnsOf, recordOf } from '../search/columns-of.ts'
import { useServer } from '../testing/harness.ts'
import { refusalOf } from '../testing/team-inbox.ts'

const s = useServer()
const take = (role: Role, list: string, search = '', cursor?: string) =>
  s.call(role, api.exports.csv, {
    params: { list },
    query: { ...(search && { search }), ...(cursor && { cursor }) },
  })
const linesOf = (csv: string) => csv.split('\r\n').slice(0, -1)

beforeAll(async () => {
  await s.query(
    `insert into keywords (id, terms, preferred_term, created_at) select 'k' || n, case n when 1 then '=1+1' else 'word ' || n end, 'x', now() - make_interval(mins => n) from generate_series(1, 450) n`,
  )
})

test('an export has its own right, and needs that of the list', async () => {
  expect((await take('support', 'keywords')).status).toBe(403)
  expect((await take('finance', 'staff')).status).toBe(403)
  expect((await take('finance', 'keywords')).status).toBe(200)
  expect((await take('admin', 'nothing')).status).toBe(404)
  expect((await take('admin', 'constructor')).status).toBe(404)
  expect((await take('admin', 'disputes', 'colour=red')).status).toBe(400)
})

test('all pages of a list are one file: each row once, in the order of the list, and no formula', async () => {
  const { csv, rows } = (await take('admin', 'keywords')).body.data
  const lines = linesOf(csv)
  expect([rows, lines.length, new Set(lines).size]).toEqual([450, 451, 451])
  expect(lines[1]).toContain("'=1+1")
  expect(lines.at(-1)).toContain('word 450')
})

test('each piece is audited with the list, its filters and its rows', async () => {
  await take('finance', 'disputes', 'scope=resolved&type=2')
  expect(
    await s.query("select after from audit where action = 'exports.csv' order by id desc limit 1"),
  ).toEqual([{ after: { list: 'disputes', scope: 'resolved', type: '2', rows: 0 } }])
})

test('a role that sees personal data masked exports it masked', async () => {
  await s.query(
    `insert into users (uid, display_name, email, search_uid) values ('exported', 'Exa Ported', 'exa.ported@example.test', 'exported')`,
  )
  const search = 'search_term=exported&exclude_uid='
  expect((await take('admin', 'users', search)).body.data.csv).toContain('exa.ported@example.test')
  const shown = (await take('moderator', 'users', search)).body.data.csv
  expect(shown).toContain('exported')
  expect(shown).not.toContain('exa.ported@example.test')
})

test('a list that shows its first rows only is refused when it has more', async () => {
  await s.query(
    `insert into users (uid, display_name, search_uid) select 'many-' || n, 'Many', 'many-' || n from generate_series(1, 210) n`,
  )
  await s.query(
    `insert into user_reports (id, reporting_uid, status, created_at) select 'r-' || n, 'many-' || n, 'open', now() from generate_series(1, 210) n`,
  )
  expect(refusalOf(await take('admin', 'userReports')).slice(0, 2)).toEqual([422, 'Too many rows'])
})

test('each list has columns, which its rows fill', async () => {
  for (const name of Object.keys(exportLists) as ExportList[]) {
    const columns = columnsOf(recordOf(exportLists[name].data).record).map((path) => path.join('.'))
    expect([name, columns.length > 2, columns.includes('')]).toEqual([name, true, false])
    if (name === 'userReports') continue
    const answer = await take('admin', name, name === 'users' ? 'search_term=exported&exclude_uid=' : '')
    expect([name, answer.status]).toEqual([name, 200])
    expect(linesOf(answer.body.data.csv)[0]).toBe(columns.join(','))
  }
})
