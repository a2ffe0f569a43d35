import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { api } from '@portreeve/contract'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { build } from '../../client/build.ts'
import { useServer } from '../testing/harness.ts'
import { keyFor } from '../testing/machine.ts'

// The client as an integrator has it: packed, installed into a folder of its own, and used against a running server.

const s = useServer()
const tsc = fileURLToPath(new URL('../../node_modules/.bin/tsc', import.meta.url))
const webhook = { secret: `whsec_${btoa('a secret of twenty-four bytes')}`, body: '{"type":"user.blocked"}' }
let folder = ''
let settings = ''

// The server runs in this process, so that nothing may block it.
const execute = promisify(execFile)
const run = (command: string, args: string[]) =>
  execute(command, args, { cwd: folder }).then(
    ({ stdout }) => stdout,
    (error: { stdout: string; stderr: string }) => error.stdout + error.stderr,
  )

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portreeve-client-'))
  await s.server.listen({ host: '127.0.0.1', port: 0 })
  const { port } = s.server.server.address() as AddressInfo
  const at = new Date()
  const headers = {
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(webhook.secret).sign('evt_1', at, webhook.body),
  }
  const address = `http://127.0.0.1:${port}`
  const key = await keyFor(s, ['ingest.users', 'events.read'])
  settings = `export const settings = ${JSON.stringify({ address, key, webhook, headers })}\n`
  await run('npm', ['pack', build(), '--pack-destination', folder])
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  await run('npm', [...['install', '--offline', '--no-audit', '--no-fund', './portreeve-client-0.1.0.tgz']])
}, 120_000)
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Puts a row, reads the event of its person's block, and verifies a webhook; prints the three results. */
const program = (uid: string) => `
import { portreeve, verifyWebhook } from '@portreeve/client'
import { settings } from './settings.js'

const desk = portreeve(settings)
const { result } = await desk.put('users', { uid: '${uid}', displayName: 'A person', source_version: 1 })
for await (const { event } of desk.events(undefined)) {
  if (event.type !== 'user.blocked') continue
  const webhook = await verifyWebhook(settings.headers, settings.webhook.body, settings.webhook.secret)
  console.log(JSON.stringify([result, event.data.uid, event.data.reason, webhook]))
  break
}
`
const printed = ['new', 'ana', 'Sold fakes', { type: 'user.blocked' }]

test('it depends on nothing, and has neither sources nor tests', async () => {
  expect(await run('npm', ['ls', '--all', '--parseable'])).toBe(
    `${folder}\n${join(folder, 'node_modules/@portreeve/client')}\n`,
  )
  const files = await run('find', ['node_modules/@portreeve/client', '-type', 'f'])
  expect(files).toContain('README.md')
  expect(files.match(/(?<!\.d)\.ts$|test|build/gm)).toBe(null)
})

test('plain JavaScript and TypeScript write a row, read an event and verify a webhook', async () => {
  await s.addUser({ uid: 'ana' })
  await s.call('admin', api.users.ban, { params: { uid: 'ana' }, body: { ban_reason: 'Sold fakes' } })
  await writeFile(join(folder, 'settings.js'), settings)
  await writeFile(join(folder, 'plain.js'), program('from-javascript'))
  expect(JSON.parse(await run(process.execPath, ['plain.js']))).toEqual(printed)

  await writeFile(join(folder, 'settings.ts'), settings)
  await writeFile(join(folder, 'typed.ts'), program('from-typescript'))
  expect(await compiled('typed.ts')).toBe('')
  expect(JSON.parse(await run(process.execPath, ['typed.js']))).toEqual(printed)
  expect(await s.query("select uid from users where uid like 'from-%' order by uid")).toEqual([
    { uid: 'from-javascript' },
    { uid: 'from-typescript' },
  ])
})

const compiled = (file: string) =>
  run(tsc, ['--strict', '--target', 'es2022', '--module', 'nodenext', '--types', '', file])

test.each([
  ['an unknown entity', "desk.put('staff', { uid: 'x' })", 'not assignable to parameter of type'],
  ['an unknown field', "desk.put('users', { uid: 'x', nmae: 'X' })", "'nmae' does not exist"],
  ['a wrong type', "desk.put('users', { uid: 7 })", "Type 'number' is not assignable to type 'string'"],
  ['a missing key', "desk.put('users', { displayName: 'X' })", "Property 'uid' is missing"],
  ['a listing in a row of a person', "desk.ingest('users', [{ key: 'x' }])", "'key' does not exist"],
  [
    'an unknown event',
    "for await (const { event } of desk.events('1')) if (event.type === 'user.bloked') break",
    'have no overlap',
  ],
])('%s does not compile', async (_what, line, reason) => {
  await writeFile(
    join(folder, 'wrong.ts'),
    `import { portreeve } from '@portreeve/client'\nconst desk = portreeve({ address: '', key: '' })\n${line}\n`,
  )
  expect(await compiled('wrong.ts')).toContain(reason)
})
