import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { idsOf, unknownReferences } from './references.ts'
import { codeFiles, isTest } from './sources.ts'

// `npm run requirements` lists the rows of docs/requirements.csv without a test, and unknown rows in tests: then it ends with 1.
// A test names a row in its title: [UDT-21].
const root = new URL('..', import.meta.url).pathname
const rows = idsOf(root, 'requirements')

const named = new Set<string>()
for (const file of codeFiles(root).filter(isTest))
  for (const [list] of readFileSync(join(root, file), 'utf8').matchAll(
    /\[[A-Z]{3,4}-\d{2,3}(?:[ ,]+[A-Z]{3,4}-\d{2,3})*\]/g,
  ))
    for (const [row] of list.matchAll(/[A-Z]{3,4}-\d{2,3}/g)) named.add(row)

const areas = new Map<string, { all: number; left: string[] }>()
for (const row of rows) {
  const area = row.split('-')[0] ?? ''
  const entry = areas.get(area) ?? { all: 0, left: [] }
  entry.all += 1
  if (!named.has(row)) entry.left.push(row)
  areas.set(area, entry)
}
for (const [area, { all, left }] of areas)
  console.info(
    `${area.padEnd(5)} ${String(all - left.length).padStart(3)} of ${all}${left.length ? `   not yet: ${left.join(' ')}` : ''}`,
  )
console.info(`${rows.filter((row) => named.has(row)).length} of ${rows.length} rows have a test`)

const unknown = unknownReferences(root)
for (const sentence of unknown) console.error(sentence)
process.exitCode = unknown.length > 0 ? 1 : 0
