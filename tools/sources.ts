import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The workspaces of the repository. */
export const packages = [
  'contract',
  'server',
  'console',
  'sandbox',
  'client',
  'example',
  'bench',
  'e2e',
  'tools',
]

const generated = /^(node_modules|dist|public|data|migrations|test-results|\..*)$/

/** The files below a folder whose names match, as paths from it, without generated files and packages. */
export function filesBelow(root: string, folder: string, name: RegExp): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    // Of the folders called data, only bench/data is source: the others hold databases.
    if (entry.isDirectory())
      return generated.test(entry.name) && path !== 'bench/data' && path !== 'console/data'
        ? []
        : filesBelow(root, path, name)
    return name.test(entry.name) ? [path] : []
  })
}

/** The TypeScript and JavaScript files of all workspaces that exist below `root`, as paths from it. */
export function codeFiles(root: string): string[] {
  const present = readdirSync(root)
  return packages
    .filter((name) => present.includes(name))
    .flatMap((name) => filesBelow(root, name, /\.[jt]sx?$/))
}

export const isTest = (file: string): boolean => /\.(test|spec)\.tsx?$/.test(file)

/** The modules that a file names: `import … from`, `export … from`, `import '…'`, types, and those that it loads later. */
export function importsOf(root: string, file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8')
  return [
    ...text.matchAll(/^(?:(?:import|export)\b[^'";]*?\bfrom|import)\s*'([^']+)'|\bimport\(\s*'([^']+)'/gm),
  ].map(([, target, later]) => target ?? later ?? '')
}
