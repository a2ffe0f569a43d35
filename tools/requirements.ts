import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

// `npm run requirements`: which rows of docs/requirements.csv no test names. A test names a row in its title: [UDT-21].
const root = new URL('..', import.meta.url).pathname
const rowStart = /^([A-Z]{3,4}-\d{2,3}),/gm
const rows = [...readFileSync(join(root, 'docs/requirements.csv'), 'utf8').matchAll(rowStart)].map(
  (match) => match[1] ?? '',
)

function tests(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.isDirectory())
      return /^(node_modules|dist|\..*)$/.test(entry.name) || join(folder, entry.name) === join(root, 'data')
        ? []
        : tests(join(folder, entry.name))
    return /\.(test|spec)\.tsx?$/.test(entry.name) ? [join(folder, entry.name)] : []
  })
}

const named = new Set<string>()
for (const file of tests(root))
  for (const [list] of readFileSync(file, 'utf8').matchAll(
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
