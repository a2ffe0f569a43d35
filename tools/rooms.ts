import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { importsOf, isTest } from './sources.ts'

/** The subjects from the top down, the same words in every package. */
export const subjects = [
  ['marketplace', 'desk'],
  ['conversations'],
  ['money'],
  ['listings'],
  ['people'],
  ['staff'],
]

/** Each package's rooms from the top down. A file imports its own room or a lower one, never a higher one. */
export const rooms: Record<string, string[][]> = {
  server: [
    ['main'],
    ['commands'],
    ['doctor'],
    ['settings'],
    ['seed'],
    ...subjects,
    ['search'],
    ['replica'],
    ['core'],
    ['adapters'],
    ['db'],
    ['contract'],
  ],
  // The contract sees no other package.
  contract: [['main'], ...subjects, ['base']],
  client: [['main'], ['contract']],
  // The example shows what an integrator can do: it sees the client alone.
  example: [['main'], ['client']],
  console: [['main'], ...subjects, ['shell'], ['data'], ['ui'], ['format'], ['contract']],
}

/** A sentence for every import of a higher room, or of another room of the same height. */
export function lookingUp(root: string): string[] {
  return Object.entries(rooms).flatMap(([name, list]) => {
    const height = (room: string) => list.findIndex((level) => level.includes(room))
    if (!existsSync(join(root, name))) return []
    return sources(join(root, name)).flatMap((file) => {
      const from = roomOf(name, file)
      if (from === 'testing' || /\.test\.tsx?$/.test(file) || /\.config\.ts$/.test(file)) return []
      if (height(from) < 0) return [`${name}/${file}: '${from}' is no room of ${name}`]
      return importsOf(root, join(name, file)).flatMap((target) => {
        const to = target.startsWith('@portreeve/')
          ? (target.split('/')[1] ?? '')
          : target.startsWith('.')
            ? roomOf(name, join(file, '..', target))
            : undefined
        if (to === undefined) return []
        const up = height(to) < height(from) || (height(to) === height(from) && to !== from)
        return up ? [`${name}/${file} imports ${target}: ${from} may not see ${to}`] : []
      })
    })
  })
}

/**
 * A sentence for every file of the server's core that names or imports a table of a subject: core knows no word of the marketplace,
 * in SQL neither. The tables in server/db are core's own. A name with a dot is an action of the audit, 'users.erase'; as SQL it
 * would follow the table's name in a `from`.
 */
export function subjectsInCore(root: string): string[] {
  const server = join(root, 'server')
  if (!existsSync(join(server, 'core'))) return []
  const inFiles = sources(server)
  const text = (file: string) => readFileSync(join(server, file), 'utf8')
  const names = inFiles
    .filter((file) => isTableFile(file) && !file.startsWith('db/'))
    .flatMap((file) => [...text(file).matchAll(/\bpgTable\(\s*'(\w+)'/g)].map(([, name]) => name))
  const named = new RegExp(`(?<![\\w.-])(?:${names.join('|')})(?![\\w.-])`, 'g')
  return inFiles
    .filter((file) => file.startsWith('core/') && !isTest(file))
    .flatMap((file) => [
      ...stringsIn(text(file))
        .flatMap((string) => string.match(named) ?? [])
        .map((name) => `server/${file} names the table ${name}: core may not see a subject`),
      ...importsOf(server, file)
        .filter((target) => isTableFile(target) && !/^(\.\.\/)+db\//.test(target))
        .map((target) => `server/${file} imports ${target}: core may not see a subject`),
    ])
}

/** The strings of a program, without its comments. */
const stringsIn = (text: string): string[] =>
  text
    .match(/\/\*[\s\S]*?\*\/|\/\/.*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g)
    ?.filter((part) => !part.startsWith('/')) ?? []

const isTableFile = (path: string) => /-tables\.ts$/.test(path)

/**
 * The room of a file of a package. A file beside the rooms (settings.ts, main.tsx) is part of main; another package counts as one
 * room. The tables of a subject count as the server's db, which any room may read; only rules follow the order of the subjects.
 */
function roomOf(name: string, path: string): string {
  if (name === 'server' && isTableFile(path)) return 'db'
  const [first = '', second] = path.split('/').filter((part) => part !== '..')
  return second === undefined ? 'main' : first
}

function sources(folder: string, below = ''): string[] {
  return readdirSync(join(folder, below), { withFileTypes: true }).flatMap((entry) => {
    const path = join(below, entry.name)
    if (entry.isDirectory())
      return ['node_modules', 'dist', 'public'].includes(entry.name) ? [] : sources(folder, path)
    return /\.tsx?$/.test(entry.name) && !/test-setup/.test(entry.name) ? [path] : []
  })
}
