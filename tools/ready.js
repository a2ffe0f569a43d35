// Makes a fresh clone ready, and does nothing in one that is. Plain JavaScript without a package: it runs before `npm ci`.
// Arguments: 'console' builds the console when it is out of date, 'dist' compiles everything, 'browser' finds or installs Chromium. After `--`
// comes a program with its arguments. It runs in this same process, so signals reach it.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { findBrowser } from './browser.js'
import { build } from './build.js'

/** The running command. @type {import('node:child_process').ChildProcess | undefined} */
let running
// First of all: a signal without a handler does not end the first process of a container.
for (const [signal, code] of /** @type {const} */ ([
  ['SIGINT', 130],
  ['SIGTERM', 143],
]))
  process.on(signal, () => {
    running?.kill(signal)
    process.exit(code)
  })

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const given = process.argv.slice(2)
const dashes = given.indexOf('--')
const wants = new Set(dashes < 0 ? given : given.slice(0, dashes))
const program = dashes < 0 ? [] : given.slice(dashes + 1)

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Portreeve needs Node.js 20.19 or newer; this is ${process.versions.node}.`)
  process.exit(1)
}

/** Runs a command without a shell in between, which would keep signals from it. @param {string} command @param {string[]} args */
function run(command, args, more = {}) {
  const env = { ...process.env, npm_config_loglevel: 'error', ...more }
  return /** @type {Promise<void>} */ (
    new Promise((done, fail) => {
      running = spawn(command, args, {
        cwd: root,
        stdio: 'inherit',
        shell: process.platform === 'win32',
        env,
      })
      running.once('error', fail)
      running.once('exit', (code) =>
        code === 0 ? done() : fail(new Error(`'${command} ${args.join(' ')}' ended with ${code}`)),
      )
    })
  )
}

/** Digest of some files' paths from the root and contents: a moved or copied folder is still ready. */
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

/** Does some work once for each state of its sources. @param {string} mark @param {string} state @param {() => Promise<void>} work */
async function once(mark, state, work) {
  if (existsSync(mark) && readFileSync(mark, 'utf8') === state) return
  await work()
  mkdirSync(dirname(mark), { recursive: true })
  writeFileSync(mark, state)
}

async function makeReady() {
  const lock = digest([join(root, 'package-lock.json')])
  await once(join(root, 'node_modules', '.portreeve-lock'), lock, async () => {
    console.info('Installing packages (npm ci) …')
    await run('npm', ['ci', '--no-audit', '--no-fund'])
  })
  if (wants.has('console')) {
    const sources = ['console', 'contract'].flatMap((name) => filesBelow(join(root, name)))
    await once(join(root, 'console', 'dist', '.built'), digest(sources) + lock, async () => {
      console.info('Building the console …')
      // A test that builds it has NODE_ENV=test, with which React is half as large again and slower.
      await run('npm', ['exec', '-w', 'console', '--', 'vite', 'build', '--logLevel', 'error'], {
        NODE_ENV: 'production',
      })
      compress(join(root, 'console', 'dist', 'assets'))
    })
  }
  if (wants.has('dist')) {
    const sources = ['contract', 'server', 'sandbox', 'client', 'example', 'tools'].flatMap((name) =>
      filesBelow(join(root, name)),
    )
    const built = readFileSync(join(root, 'console', 'dist', '.built'), 'utf8')
    await once(join(root, 'dist', '.built'), digest(sources) + lock + built, async () => {
      console.info('Compiling the server …')
      await build(root, run)
    })
  }
  if (wants.has('browser') && !findBrowser()) {
    console.info('Installing Chromium for the browser tests …')
    if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get'))
      await run('sh', [
        '-c',
        'export DEBIAN_FRONTEND=noninteractive; apt-get update -qq && (apt-get install -y -qq chromium-headless-shell || apt-get install -y -qq chromium)',
      ])
    else await run('npx', ['playwright', 'install', '--only-shell', 'chromium'])
  }
}

try {
  await makeReady()
} catch (error) {
  const { code, path, message } = /** @type {NodeJS.ErrnoException} */ (error)
  const reason = code === 'ENOSPC' ? 'the disk is full: free some space' : message
  console.error(`Portreeve could not be made ready: ${path ? `${path}: ` : ''}${reason}.`)
  process.exit(1)
}
const [entry, ...words] = program
if (entry) {
  const file = join(root, entry)
  process.argv = [process.execPath, file, ...words]
  if (entry.startsWith('dist/')) process.env.PORTREEVE_DATA_DIR ??= join(root, 'data')
  else {
    // Imported late: it may just have been installed.
    const { register } = await import('tsx/esm/api')
    register()
  }
  await import(pathToFileURL(file).href)
}
