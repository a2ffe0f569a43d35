import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { freePort } from './stack.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const cli = join(root, 'dist', 'tools', 'cli.js')

test('the package has built files only, and imports nothing of the repository', () => {
  const files = readdirSync(join(root, 'dist'), { recursive: true, encoding: 'utf8' })
  expect(
    files.filter((file) => !file.includes('node_modules') && /\.tsx?$|\.test\.|snapshot/.test(file)),
  ).toEqual([])
  const faults = files
    .filter((file) => /^(contract|server|sandbox|client|example|tools)\/.*\.js$/.test(file))
    .filter((file) => /from '(@portreeve\/|[^']*\.ts')/.test(readFileSync(join(root, 'dist', file), 'utf8')))
  expect(faults).toEqual([])
})

test('the package has the words of the demo', () => {
  const words = (folder: string) => readdirSync(join(root, folder, 'server', 'seed', 'words'))
  expect(words('dist')).toEqual(words('.'))
  expect(words('dist')).toContain('talks.json')
})

test('`npx portreeve` runs the operators’ commands, and names them', () => {
  const help = execFileSync(process.execPath, [cli, '--help'], { encoding: 'utf8' })
  expect(help).toContain('Usage: npx portreeve COMMAND')
  const audit = execFileSync(process.execPath, [cli, 'audit', '--help'], { encoding: 'utf8' })
  expect(audit).toContain('Usage: npx portreeve audit COMMAND')
})

test('`npx portreeve serve` answers, keeps its data where it was started, and stops on SIGTERM', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'portreeve-package-'))
  try {
    const port = String(await freePort())
    const { PORTREEVE_DATA_DIR: _folder, DATABASE_URL: _url, ...env } = process.env
    const server = spawn(process.execPath, [cli, 'serve'], {
      cwd: folder,
      env: { ...env, PORT: port, PORTREEVE_API_KEY: 'package' },
      stdio: 'ignore',
    })
    const ended = once(server, 'exit')
    await expect
      .poll(() =>
        fetch(`http://127.0.0.1:${port}/healthz`)
          .then((answer) => answer.status)
          .catch(() => 0),
      )
      .toBe(200)
    expect((await fetch(`http://127.0.0.1:${port}/`)).headers.get('content-type')).toContain('text/html')
    server.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
    expect(readdirSync(folder)).toEqual(['portreeve-data'])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
