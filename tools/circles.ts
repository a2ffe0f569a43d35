import { existsSync } from 'node:fs'
import { join, normalize } from 'node:path'
import { codeFiles, importsOf } from './sources.ts'

/** Every circle of imports, `import type` included, as a sentence that names its files in order. */
export function circles(root: string): string[] {
  const files = codeFiles(root)
  const graph = new Map(files.map((file) => [file, targetsOf(root, file)]))
  const done = new Set<string>()
  const found: string[] = []
  const visit = (file: string, path: string[]) => {
    const start = path.indexOf(file)
    if (start >= 0) found.push(`A circle of imports: ${[...path.slice(start), file].join(' → ')}`)
    if (start >= 0 || done.has(file)) return
    for (const target of graph.get(file) ?? []) visit(target, [...path, file])
    done.add(file)
  }
  for (const file of files) visit(file, [])
  return found
}

/** The files of this repository that a file imports. */
export function targetsOf(root: string, file: string): string[] {
  return importsOf(root, file).flatMap((target) => {
    const path = target.startsWith('@portreeve/')
      ? `${target.slice('@portreeve/'.length)}.ts`
      : target.startsWith('.')
        ? normalize(join(file, '..', target))
        : ''
    return path && existsSync(join(root, path)) ? [path] : []
  })
}
