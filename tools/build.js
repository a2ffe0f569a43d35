// Makes dist/ from the sources: compiled JavaScript in the same folders, the console, and what a package needs.
// `npm pack ./dist` makes the package. Plain JavaScript: tools/ready.js runs it.
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'

const contract = '@portreeve/contract'

/** @param {string} root @param {(command: string, args: string[]) => Promise<void>} run */
export async function build(root, run) {
  const dist = join(root, 'dist')
  rmSync(dist, { recursive: true, force: true })
  // `npm run check` checks the types.
  await run('npm', ['exec', '--', 'tsc', '-p', 'tsconfig.build.json', '--noCheck'])
  for (const name of ['contract', 'server', 'sandbox', 'example', 'tools'])
    for (const file of scripts(join(dist, name))) makeRelative(dist, file)
  const migrations = join('server', 'db', 'migrations')
  cpSync(join(root, migrations), join(dist, migrations), {
    recursive: true,
    filter: (path) => !path.endsWith('_snapshot.json'),
  })
  for (const name of readdirSync(join(root, 'server'))) {
    const program = join('server', name, 'program')
    if (existsSync(join(root, program))) cpSync(join(root, program), join(dist, program), { recursive: true })
  }
  const words = join('server', 'seed', 'words')
  cpSync(join(root, words), join(dist, words), { recursive: true })
  cpSync(join(root, 'console', 'dist'), join(dist, 'console', 'dist'), { recursive: true })
  cpSync(join(root, 'deploy'), join(dist, 'deploy'), { recursive: true })
  for (const name of ['README.md', 'LICENSE', 'CHANGELOG.md'])
    if (existsSync(join(root, name))) copyFileSync(join(root, name), join(dist, name))
  // Packages that npm did not lift to the root, for `npm run serve`; npm leaves them out of a package.
  for (const name of ['server', 'sandbox', 'contract'])
    if (existsSync(join(root, name, 'node_modules')))
      symlinkSync(join('..', '..', name, 'node_modules'), join(dist, name, 'node_modules'))
  chmodSync(join(dist, 'tools', 'cli.js'), 0o755)
  writeFileSync(join(dist, 'package.json'), `${JSON.stringify(packageOf(root), null, 2)}\n`)
}

/** The package's package.json: the dependencies of its three workspaces, at their exact versions. */
function packageOf(root) {
  const read = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'))
  const { version, license, engines, overrides } = read('package.json')
  const dependencies = Object.assign(
    {},
    ...['contract', 'server', 'sandbox'].map((name) => read(join(name, 'package.json')).dependencies),
  )
  delete dependencies[contract]
  return {
    name: 'portreeve',
    version,
    description: 'The staff console of a peer-to-peer marketplace, with its API server',
    type: 'module',
    license,
    engines,
    bin: { portreeve: 'tools/cli.js' },
    dependencies: Object.fromEntries(Object.entries(dependencies).sort()),
    overrides,
  }
}

/** Imports of the workspaces `contract` and `client` become relative: the package has no workspaces. */
function makeRelative(dist, file) {
  const text = readFileSync(file, 'utf8')
  const made = text.replace(
    /(['"])@portreeve\/(contract|client)(?:\/([\w/-]+))?\1/g,
    (_all, _quote, workspace, name = 'index') => {
      const path = relative(dirname(file), join(dist, workspace, `${name}.js`))
      return `'${path.startsWith('.') ? path : `./${path}`}'`
    },
  )
  if (made !== text) writeFileSync(file, made)
}

function scripts(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.js'))
    .map((path) => join(folder, path))
}
