// Makes a fresh clone ready, and does nothing where it is. Plain JavaScript without a package: it runs before `npm ci`.
// Words after its name: 'console' builds the console when it is out of date, 'browser' finds or installs Chromium.
import { execSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { findBrowser } from './browser.js'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const wants = new Set(process.argv.slice(2))

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Portreeve needs Node.js 20.19 or newer; this is ${process.versions.node}.`)
  process.exit(1)
}

const run = (command) =>
  execSync(command, { cwd: root, stdio: 'inherit', env: { ...process.env, npm_config_loglevel: 'error' } })

/** Digest of some files' names, from the root, and contents: a folder that was moved or copied needs nothing new. */
function digest(files) {
  const hash = createHash('sha256')
  for (const file of files) hash.update(relative(root, file)).update(readFileSync(file))
  return hash.digest('hex')
}

function filesBelow(folder) {
  return readdirSync(folder)
    .filter((name) => name !== 'node_modules' && name !== 'dist')
    .sort()
    .flatMap((name) => {
      const path = join(folder, name)
      return statSync(path).isDirectory() ? filesBelow(path) : [path]
    })
}

/** Puts a smaller copy of each file beside it, for the server to send instead. */
function compress(folder) {
  for (const name of readdirSync(folder)) {
    if (!/\.(js|css|svg)$/.test(name)) continue
    const file = join(folder, name)
    const bytes = readFileSync(file)
    writeFileSync(`${file}.br`, brotliCompressSync(bytes))
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
  }
}

/** Does a piece of work once for a state of its sources. */
function once(mark, state, work) {
  if (existsSync(mark) && readFileSync(mark, 'utf8') === state) return
  work()
  mkdirSync(dirname(mark), { recursive: true })
  writeFileSync(mark, state)
}

const lock = digest([join(root, 'package-lock.json')])
once(join(root, 'node_modules', '.portreeve-lock'), lock, () => {
  console.info('Installing packages (npm ci) …')
  run('npm ci --no-audit --no-fund')
})

if (wants.has('console')) {
  const sources = ['console', 'contract'].flatMap((name) => filesBelow(join(root, name)))
  once(join(root, 'console', 'dist', '.built'), digest(sources) + lock, () => {
    console.info('Building the console …')
    run('npm exec -w console -- vite build --logLevel warn')
    compress(join(root, 'console', 'dist', 'assets'))
  })
}

if (wants.has('browser') && !findBrowser()) {
  console.info('Installing Chromium for the browser tests …')
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get'))
    run(
      'export DEBIAN_FRONTEND=noninteractive; apt-get update -qq && (apt-get install -y -qq chromium-headless-shell || apt-get install -y -qq chromium)',
    )
  else run('npx playwright install --only-shell chromium')
}
