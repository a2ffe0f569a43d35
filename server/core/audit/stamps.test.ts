import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@portreeve/contract'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { verifyCommand } from '../../commands/verify-command.ts'
import { auditKey, useServer } from '../../testing/harness.ts'
import { timeAuthority, tokenOf } from '../../testing/time-authority.ts'
import { writeAudits } from './audit.ts'
import { signAll } from './heads.ts'
import { stampTask } from './stamps.ts'
import { verifyProof } from './verify-proof.js'

// Heads of the audit with the time stamps of another authority (RFC 3161), in the proof bundle of a case file.

const s = useServer()
let authority: Awaited<ReturnType<typeof timeAuthority>>
let folder = ''
beforeAll(async () => {
  authority = await timeAuthority()
  folder = mkdtempSync(join(tmpdir(), 'stamps-'))
  await s.token('admin')
  await s.addUser({ uid: 'own', displayName: 'Olga Own' })
  await s.make.sale('sale-1', { seller_uid: 'own', purchaser_uid: 'own' })
})
afterAll(() => {
  authority.close()
  rmSync(folder, { recursive: true })
})

/** Writes a row of the audit about the sale, and signs a head over it. */
async function head() {
  await s.ctx.database.db.transaction((tx) =>
    writeAudits(tx, auditKey, { uid: 'staff-admin', role: 'admin' }, [
      ['transactions.refund', { subject: ['transaction', 'sale-1'] }],
    ]),
  )
  await signAll(s.ctx)
}
const stamp = (timestampUrl: string | undefined = authority.url) =>
  stampTask.run({ database: s.ctx.database, settings: { ...s.ctx.settings, timestampUrl } })
const stamped = async () =>
  (await s.query<{ head: number }>('select head from audit_stamps order by head')).map((one) => one.head)
const newest = async () =>
  (await s.query<{ n: number }>('select max(n) as n from audit_heads'))[0]?.n ?? expect.fail('no head')

async function bundle() {
  const choice = {
    ...{ purpose: 'Court', transactions: ['sale-1'], listings: [], conversations: [] },
    ...{ reports: false, decisions: true, reads: true, staff_names: false, proof: true },
  }
  const { body } = await s.call('admin', api.caseFiles.make, { params: { uid: 'own' }, body: choice })
  return body.data
}
/** What `portreeve verify` prints about a bundle, and its exit code. */
async function verified(made: object) {
  const file = join(folder, 'bundle.json')
  writeFileSync(file, JSON.stringify(made))
  const printed: string[] = []
  const note = (text: string) => void printed.push(text)
  const spies = [
    vi.spyOn(console, 'info').mockImplementation(note),
    vi.spyOn(console, 'error').mockImplementation(note),
  ]
  const code = await verifyCommand([file])
  for (const spy of spies) spy.mockRestore()
  return { code, printed: printed.join('\n') }
}

test('without an authority there is no stamp, and a bundle has none', async () => {
  await head()
  await stampTask.run(s.ctx)
  expect([await stamped(), authority.asked]).toEqual([[], 0])
  const { code, printed } = await verified(await bundle())
  expect([code, printed.includes('stamp')]).toEqual([0, false])
})

test('an authority that fails holds nothing up: heads are signed, bundles are made, and a later head is stamped', async () => {
  for (const wrong of [{ status: 500 }, { status: 2 }, { foreign: true }, { text: 'another' }]) {
    authority.wrong = wrong
    await head()
    await expect(stamp()).rejects.toThrow()
  }
  await expect(stamp('http://127.0.0.1:1')).rejects.toThrow()
  expect(await stamped()).toEqual([])
  expect((await verified(await bundle())).code).toBe(0)
  authority.wrong = {}
  await stamp()
  expect(await stamped()).toEqual([await newest()])
})

test('the newest head is stamped once, also by two servers at once', async () => {
  await head()
  await Promise.all([stamp(), stamp()])
  const { asked } = authority
  await stamp()
  expect(authority.asked).toBe(asked)
  expect((await stamped()).at(-1)).toBe(await newest())
  expect(await stamped()).toHaveLength(2)
  for (const statement of [
    'update audit_stamps set at = now()',
    'delete from audit_stamps',
    'truncate audit_stamps',
  ])
    await expect(s.asOwner(statement)).rejects.toThrow()
})

test('a bundle has the first stamp after each of its heads; the command checks it, the page names it', async () => {
  await head()
  const made = await bundle()
  const [first, second] = await stamped()
  const heads = made.proof?.heads ?? []
  expect(heads.filter((one) => one.stamp !== undefined).map(({ n }) => n)).toEqual([first, second])
  expect(made.proof?.head.stamp).toBeUndefined()
  expect((await verifyProof(JSON.stringify(made))).lines).toContain(
    '2 time stamps (RFC 3161): “npx portreeve verify” checks them',
  )
  const { code, printed } = await verified(made)
  expect(code).toBe(0)
  expect(printed).toMatch(
    new RegExp(
      `head ${first}, with rows up to \\d+, existed at \\d{4}-.*Z: stamped by CN=Test time authority\\. COMPARE .* SHA-256 [0-9a-f]{64}`,
    ),
  )
})

test('a stamp of another head is found, although the bundle is sealed with the right key', async () => {
  await head()
  const n = await newest()
  const token = Buffer.from(tokenOf(Buffer.alloc(32, 1)).toBER()).toString('hex')
  await s.asOwner(`insert into audit_stamps (head, at, token) values (${n}, now(), '\\x${token}')`)
  await head()
  const made = await bundle()
  expect((await verifyProof(JSON.stringify(made))).faults).toEqual([])
  const { code, printed } = await verified(made)
  expect(code).toBe(1)
  expect(printed).toContain(`head ${n}: its time stamp is the time stamp of another text`)
  expect(printed).toContain('NOT genuine')
})
