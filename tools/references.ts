import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { filesBelow, packages } from './sources.ts'

/** The ids of a list of the specification in docs/, such as UDT-21 or D-040. */
export function idsOf(root: string, list: 'requirements' | 'decisions'): string[] {
  const text = readFileSync(join(root, `docs/${list}.csv`), 'utf8')
  return [...text.matchAll(/^([A-Z]{1,4}-\d{2,3}),/gm)].map(([, id = '']) => id)
}

/** A sentence for every decision and requirement that a file names and the lists lack. */
export function unknownReferences(root: string): string[] {
  const [rows, decisions] = [idsOf(root, 'requirements'), idsOf(root, 'decisions')]
  const known = new Set([...rows, ...decisions])
  const areas = new Set(rows.map((row) => row.split('-')[0]))
  return filesBelow(root, '', /\.([jt]sx?|css|md)$/).flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    const named = [...text.matchAll(/\b([A-Z]{1,4})-\d+\b/g)].filter(
      // A code in brackets is a requirement with any letters; elsewhere other words are similar, such as UTF-8.
      ({ 1: area = '', index }) =>
        area === 'D' ||
        areas.has(area) ||
        /\[(?:[A-Z]{3,4}-\d+[ ,]+)*$/.test(text.slice(Math.max(0, index - 60), index)),
    )
    return [...new Set(named.map(([id]) => id))]
      .filter((id) => !known.has(id))
      .map(
        (id) => `${file} names ${id}, which is neither in docs/requirements.csv nor in docs/decisions.csv.`,
      )
  })
}

/**
 * A sentence for every file that a script names by its path beside the script, and that does not exist. No compiler
 * reads the paths in `join(import.meta.dirname, …)` and `new URL(…, import.meta.url)`.
 */
export function missingFiles(root: string): string[] {
  return filesBelow(root, '', /\.[jt]sx?$/).flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    return (
      [
        ...text.matchAll(
          /import\.meta\.dirname,\s*'([^']+\.(?:[jt]sx?|sql))'|new URL\('([^']+\.(?:[jt]sx?|sql))',\s*import\.meta\.url/g,
        ),
      ]
        .map(([, joined, address]) => join(dirname(file), joined ?? address ?? ''))
        // A build makes dist/ from the sources.
        .filter((named) => !existsSync(join(root, named.replace(/^dist\/(.+)\.js$/, '$1.ts'))))
        .map((named) => `${file} names ${named}, which does not exist.`)
    )
  })
}

/** A sentence for every file or folder that a document names in backticks by its path from the root, and that does not exist. */
export function missingPaths(root: string): string[] {
  const top = packages.filter((name) => existsSync(join(root, name)))
  const path = new RegExp(`\`((?:docs|${top.join('|')})/[\\w./-]+)\``, 'g')
  return filesBelow(root, '', /\.md$/).flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(path)]
      .map(([, named = '']) => named)
      // A build makes it.
      .filter((named) => named !== 'console/dist' && !existsSync(join(root, named)))
      .map((named) => `${file} names ${named}, which does not exist.`),
  )
}
