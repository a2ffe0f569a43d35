import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { filesBelow, packages } from './sources.ts'

interface Manifest {
  peerDependencies?: Record<string, string>
  bin?: string | Record<string, string>
  scripts?: Record<string, string>
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
}
const read = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as Manifest
const namesOf = ({ dependencies, devDependencies }: Manifest) =>
  Object.keys({ ...dependencies, ...devDependencies })

/** The package of a module's name: '@scope/name' or 'name', without the path. */
const packageOf = (module: string) => module.split('/', module.startsWith('@') ? 2 : 1).join('/')

/** A sentence for every package that a workspace uses but does not declare, or declares but does not use. */
export function wrongDependencies(root: string): string[] {
  const everywhere = namesOf(read(join(root, 'package.json')))
  const present = packages.filter((name) => existsSync(join(root, name, 'package.json')))
  const all = present.map((name) => ({ name, text: codeOf(root, name) }))
  const wrong = all.flatMap(({ name, text }) => {
    const declared = namesOf(read(join(root, name, 'package.json')))
    const imported = new Set(modulesIn(text).map(packageOf))
    const needed = new Set(
      declared.flatMap((one) => Object.keys(manifestOf(root, one, name).peerDependencies ?? {})),
    )
    const own = new Set([...declared, ...everywhere, `@portreeve/${name}`])
    return [
      ...[...imported]
        .filter((one) => !own.has(one))
        .map((one) => `${name} uses ${one} but does not declare it.`),
      ...declared
        .filter((one) => !isUsed(root, one, text) && !needed.has(one))
        .map((one) => `${name} declares ${one} but does not use it.`),
    ]
  })
  const scripts = Object.values(read(join(root, 'package.json')).scripts ?? {}).join('\n')
  const whole = [scripts, ...all.map(({ text }) => text)].join('\n')
  const unused = everywhere
    .filter((one) => !isUsed(root, one, whole))
    .map((one) => `The root declares ${one} but does not use it.`)
  return [...wrong, ...unused]
}

/** All code of a workspace as one text, its configuration included. */
const codeOf = (root: string, name: string) =>
  filesBelow(root, name, /\.(m?[jt]sx?|css|cjs)$|^tsconfig.*\.json$/)
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n')

/** The modules that are imported, other than files and Node's own. */
const modulesIn = (text: string) =>
  [
    ...text.matchAll(
      /^(?:(?:import|export)\b[^'";]*?\bfrom|import|@import)\s*'([^'.][^']*)'|\bimport\('([^'.][^']*)'\)/gm,
    ),
  ]
    .map(([, imported, called]) => imported ?? called ?? '')
    .filter((module) => !module.startsWith('node:') && !/^\w+:/.test(module))

/** A package's own manifest, from the root or the workspace; empty when the package is not installed. */
function manifestOf(root: string, name: string, workspace = ''): Manifest {
  const path = [root, join(root, workspace)]
    .map((folder) => join(folder, 'node_modules', name, 'package.json'))
    .find(existsSync)
  return path ? read(path) : {}
}

/** Whether a package is named in quotes (an import, a setting), runs as a command, or has the types of one that does. */
function isUsed(root: string, name: string, text: string): boolean {
  if (name === '@types/node') return true
  const { bin } = manifestOf(root, name)
  const commands = typeof bin === 'string' ? [name] : Object.keys(bin ?? {})
  return [name.replace(/^@types\//, ''), ...commands].some((word) =>
    new RegExp(`['"]${word.replaceAll('.', '\\.')}(/[^'"]*)?['"]`).test(text),
  )
}
