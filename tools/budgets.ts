import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A file of Vite's manifest. */
interface Part {
  file: string
  imports?: string[]
  dynamicImports?: string[]
  css?: string[]
  isDynamicEntry?: boolean
}
type Manifest = Record<string, Part>

/** Compressed bytes (brotli) that a page loads before it works: HTML, scripts and styles. Lazily loaded files do not count. */
const pages: { name: string; screens: string[]; most: number }[] = [
  { name: 'the sign-in page', screens: [], most: 105_000 },
  {
    name: 'the users page',
    screens: ['page.tsx', 'people/users/UsersScreen.tsx'],
    most: 230_000,
  },
]

/** The limit of one lazily loaded part; larger ones have their own line. */
const usual = 15_000
const heavy: Record<string, number> = { 'HtmlEditor.tsx': 165_000, 'Charts.tsx': 105_000 }

const manifestOf = (dist: string) =>
  JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Manifest

/** The scripts and styles that the named parts load at once. */
function filesOf(manifest: Manifest, names: string[]): Set<string> {
  const seen = new Set<string>()
  const files = new Set<string>()
  const visit = (name: string) => {
    const part = manifest[name]
    if (!part) throw new Error(`The console has no part ${name}: tools/budgets.ts names it`)
    if (seen.has(name)) return
    seen.add(name)
    for (const file of [part.file, ...(part.css ?? [])]) files.add(file)
    for (const other of part.imports ?? []) visit(other)
  }
  for (const name of names) visit(name)
  return files
}

/** A sentence for every page and part of the built console over its limit, and the figures of all pages. */
export function budgets(dist: string): { over: string[]; figures: string[] } {
  const manifest = manifestOf(dist)
  const size = (file: string) => {
    const path = join(dist, file)
    return readFileSync(existsSync(`${path}.br`) ? `${path}.br` : path).length
  }
  const sum = (files: Iterable<string>) => [...files].reduce((bytes, file) => bytes + size(file), 0)

  const over: string[] = []
  const figures: string[] = []
  const first = filesOf(manifest, ['index.html'])
  for (const { name, screens, most } of pages) {
    const bytes = sum(filesOf(manifest, ['index.html', ...screens])) + size('index.html')
    figures.push(`${name}: ${bytes} of ${most} bytes`)
    if (bytes > most) over.push(`The first load of ${name} is ${bytes} bytes, more than ${most}.`)
  }
  for (const [name, part] of Object.entries(manifest)) {
    if (!part.isDynamicEntry) continue
    const bytes = sum([part.file, ...(part.css ?? [])].filter((file) => !first.has(file)))
    const most = heavy[name.split('/').at(-1) ?? ''] ?? usual
    if (bytes > most) over.push(`${name} is ${bytes} bytes, more than ${most}.`)
  }
  return { over, figures }
}

/** A sentence for every Mantine component in the built console whose styles console/ui/mantine.css, or mantine-page.css, lacks. */
export function missingStyles(root: string): string[] {
  const dist = join(root, 'console/dist')
  const whole = readdirSync(join(dist, 'assets')).map((name) => `assets/${name}`)
  return [
    ...lacking(root, 'mantine.css', [...filesOf(manifestOf(dist), ['index.html'])]),
    ...lacking(root, 'mantine-page.css', whole),
  ]
}

function lacking(root: string, sheet: string, files: string[]): string[] {
  const built = (end: string) =>
    files
      .filter((name) => name.endsWith(end))
      .map((name) => readFileSync(join(root, 'console/dist', name), 'utf8'))
      .join('\n')
  const [scripts, styles] = [built('.js'), built('.css')]
  const folder = join(root, 'node_modules/@mantine/core/styles')
  return readdirSync(folder)
    .filter((name) => /^[A-Z]\w*\.css$/.test(name))
    .filter((name) =>
      [...readFileSync(join(folder, name), 'utf8').matchAll(/\.(m_[0-9a-f]+)/g)].some(
        ([, hash = '']) => scripts.includes(hash) && !styles.includes(hash),
      ),
    )
    .map((name) => `console/ui/${sheet} lacks '@mantine/core/styles/${name.replace('.css', '.layer.css')}'.`)
}
