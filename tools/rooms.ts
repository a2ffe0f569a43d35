import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Each package's rooms from the top down. A file imports its own room or a lower one, never a higher one. */
export const rooms: Record<string, string[][]> = {
  server: [
    ['main', 'app'],
    ['seed', 'import'],
    ['api'],
    ['store', 'replica'],
    ['core'],
    ['adapters'],
    ['db'],
    ['contract'],
  ],
  // Every file of the contract stands beside the others, and none sees another package.
  contract: [['main']],
  client: [['main'], ['contract']],
  // The example shows what an integrator can do: it sees the client alone.
  example: [['main'], ['client']],
  console: [['main', 'page', 'routes'], ['screens'], ['parts'], ['data'], ['ui'], ['format'], ['contract']],
}

const importLine = /(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+|@portreeve\/[^']+)'/g

/** A sentence for every import of a higher room, or of another room of the same height. */
export function lookingUp(root: string): string[] {
  return Object.entries(rooms).flatMap(([name, list]) => {
    const height = (room: string) => list.findIndex((level) => level.includes(room))
    // A file beside the rooms (settings.ts, staff-command.ts, main.tsx) is part of main. Another package counts as one room.
    const roomOf = (path: string) => {
      const [first = '', second] = path.split('/').filter((part) => part !== '..')
      return second === undefined ? 'main' : first
    }
    if (!existsSync(join(root, name))) return []
    return sources(join(root, name)).flatMap((file) => {
      const from = roomOf(file)
      if (height(from) < 0 && from !== 'test') return [`${name}/${file}: '${from}' is no room of ${name}`]
      if (from === 'test' || /\.test\.tsx?$/.test(file) || /\.config\.ts$/.test(file)) return []
      return [...readFileSync(join(root, name, file), 'utf8').matchAll(importLine)].flatMap(
        ([, target = '']) => {
          const to = target.startsWith('@portreeve/')
            ? (target.split('/')[1] ?? '')
            : roomOf(join(file, '..', target))
          const up =
            height(to) < height(from) || (height(to) === height(from) && to !== from && from !== 'main')
          return up ? [`${name}/${file} imports ${target}: ${from} may not see ${to}`] : []
        },
      )
    })
  })
}

function sources(folder: string, below = ''): string[] {
  return readdirSync(join(folder, below), { withFileTypes: true }).flatMap((entry) => {
    const path = join(below, entry.name)
    if (entry.isDirectory())
      return ['node_modules', 'dist', 'public'].includes(entry.name) ? [] : sources(folder, path)
    return /\.tsx?$/.test(entry.name) && !/test-setup/.test(entry.name) ? [path] : []
  })
}
