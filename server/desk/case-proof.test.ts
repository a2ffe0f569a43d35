import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@portreeve/contract'
import type { CaseChoice, SignedCaseFile } from '@portreeve/contract/desk/case-files'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { auditCommand } from '../commands/check-commands.ts'
import { verifyCommand } from '../commands/verify-command.ts'
import { writeAudits } from '../core/audit/audit.ts'
import { lockKey } from '../core/audit/audit-keys.ts'
import { signAll } from '../core/audit/heads.ts'
import { verifyProof } from '../core/audit/verify-proof.js'
import type { ServerSettings } from '../settings/settings.ts'
import { auditKey, useServer } from '../testing/harness.ts'

const s = useServer()
const choice: CaseChoice = {
  ...{ purpose: 'Court of Wrocław', transactions: ['sale-1'], listings: [], conversations: [] },
  ...{ reports: false, decisions: true, reads: true, staff_names: false, proof: true },
}
const make = (uid: string, changed: Partial<CaseChoice> = {}) =>
  s.call('admin', api.caseFiles.make, { params: { uid }, body: { ...choice, ...changed } })
async function bundleOf(uid: string, changed: Partial<CaseChoice> = {}) {
  const { status, body } = await make(uid, changed)
  expect([status, body.error_message]).toEqual([200, undefined])
  return body.data
}
const proofIn = ({ proof }: SignedCaseFile) => proof ?? expect.fail('no proof')
const verify = (bundle: unknown, trusted?: string[]) => verifyProof(JSON.stringify(bundle), trusted)
const faultsOf = async (bundle: unknown, trusted?: string[]) => (await verify(bundle, trusted)).faults
const rowsOf = (bundle: SignedCaseFile, kind: string) =>
  proofIn(bundle).records.find((one) => one.kind === kind)?.rows ?? []
const published = async () =>
  (await s.server.inject({ url: '/.well-known/portreeve-audit.json' })).json() as {
    keys: { id: string; x: string; until: string | null }[]
  }
const note = (subject: ['transaction' | 'user', string], count: number, after: object = {}) =>
  s.ctx.database.db.transaction((tx) =>
    writeAudits(
      tx,
      auditKey,
      { uid: 'staff-admin', role: 'admin', address: '127.0.0.1' },
      Array.from({ length: count }, (_, refund) => [
        'transactions.refund',
        { subject, reason: 'Asked by Petra Planted', after: { refund, ...after } },
      ]),
    ),
  )

beforeAll(async () => {
  await s.token('support')
  await s.token('admin')
  await s.addUser({ uid: 'own', displayName: 'Olga Own' })
  await s.addUser({ uid: 'other', displayName: 'Petra Planted', email: 'petra@mail.example' })
  await s.make.sale('sale-1', { seller_uid: 'other', purchaser_uid: 'own' })
  await note(['transaction', 'sale-1'], 2, { email: 'petra@mail.example' })
  await note(['user', 'other'], 1100)
  await note(['transaction', 'sale-1'], 1, { whole: true })
})

describe('the heads of the audit', () => {
  test('are signed over all rows, each once, and only over new ones', async () => {
    await signAll(s.ctx)
    await signAll(s.ctx)
    const heads = await s.query<{ n: number; first: string; last: string }>(
      'select n, first, last from audit_heads order by n',
    )
    expect(heads.length).toBeGreaterThan(2)
    expect(heads.map(({ first }) => Number(first))).toEqual([
      1,
      ...heads.slice(0, -1).map(({ last }) => Number(last) + 1),
    ])
    const [{ seq } = { seq: '' }] = await s.query<{ seq: string }>('select seq from audit_head')
    expect(heads.at(-1)?.last).toBe(seq)
    await Promise.all([note(['user', 'own'], 1), signAll(s.ctx), signAll(s.ctx), signAll(s.ctx)])
    const [{ rows } = { rows: 0 }] = await s.query<{ rows: number }>(
      'select sum(last - first + 1)::int - max(last)::int as rows from audit_heads',
    )
    expect(rows).toBe(0)
  })

  test('are changed and deleted by no one', async () => {
    for (const statement of [
      'update audit_heads set root = root || 1',
      'delete from audit_heads',
      'truncate audit_heads',
    ])
      await expect(s.asOwner(statement)).rejects.toThrow()
  })

  test('have a key that is published, and stored encrypted', async () => {
    const { keys } = await published()
    expect(keys).toMatchObject([{ kty: 'OKP', crv: 'Ed25519', until: null }])
    const [row] = await s.query<{ private_key: string }>('select private_key from audit_keys')
    expect(Buffer.from(row?.private_key ?? '', 'base64').toString('latin1')).not.toContain('PRIVATE KEY')
    await expect(
      s.ctx.database.db.transaction((tx) => lockKey(tx, { secret: 'another'.repeat(8), secretsBefore: [] })),
    ).rejects.toThrow('fits neither the secret nor an earlier one')
  })
})

describe('a proof bundle', () => {
  test('is genuine by the published key, and names its rows and what it leaves out', async () => {
    const bundle = await bundleOf('own')
    const { keys } = await published()
    const { faults, lines } = await verify(
      bundle,
      keys.map(({ id }) => id),
    )
    expect(faults).toEqual([])
    expect(lines).toEqual(
      expect.arrayContaining([
        'user own: 1 rows of the audit log',
        'transaction sale-1: 3 rows of the audit log',
        '2 versions of records',
        expect.stringMatching(
          /^left out: Parts of rows of the audit log \(\d+\): Staff are named by their role\.$/,
        ),
      ]),
    )
    expect(JSON.stringify(bundle.proof)).not.toMatch(/petra|planted|staff-admin|127\.0\.0\.1/i)
    const [row] = rowsOf(bundle, 'transaction')
    expect(row).toMatchObject({
      prior: null,
      deed: { value: { action: 'transactions.refund', role: 'admin' } },
    })
    const shown = row && 'list' in row.fields ? row.fields.list : []
    expect(shown).toContainEqual({ name: 'after.refund', salt: expect.any(String), value: 0 })
  })

  test('hides whole rows that are not chosen, and counts them', async () => {
    await s.call('support', api.users.effect, { params: { uid: 'own' } })
    const bundle = await bundleOf('own', { decisions: false })
    expect(rowsOf(bundle, 'transaction').map(({ deed }) => 'why' in deed && deed.why)).toEqual(
      Array(3).fill('Not chosen for this purpose.'),
    )
    expect(await faultsOf(bundle)).toEqual([])
  })

  test('has the versions of its records, which show no more than the file', async () => {
    const past = 'past.address@planted.example'
    await s.addUser({ uid: 'much', displayName: 'Mia Much', email: past, post_ability: 1 })
    await s.make.sale('sale-5', { seller_uid: 'other', purchaser_uid: 'much', status: 2 })
    await s.call('admin', api.users.update, { params: { uid: 'much' }, body: { post_ability: 7 } })
    await s.call('admin', api.users.update, { params: { uid: 'much' }, body: { email: 'mia@mail.example' } })
    await s.query(`do $$ begin perform set_config('portreeve.by', 'provider stripe evt_planted', true);
      update transactions set status = 1, seller_display_name = 'Petra Past' where id = 'sale-5'; end $$`)
    const bundle = await bundleOf('much', { transactions: ['sale-5'] })
    const { versions } = proofIn(bundle)
    expect(versions.map(({ kind, by, values }) => [kind, by, values.post_ability ?? values.status])).toEqual([
      ['user', null, 1],
      ['user', 'staff', 7],
      ['user', 'staff', 7],
      ['transaction', null, 2],
      ['transaction', 'provider stripe', 1],
    ])
    expect(versions[0]?.until).toBe(versions[1]?.since)
    expect(versions[1]?.values).not.toHaveProperty('email')
    expect(versions[2]).toMatchObject({ until: null, values: { email: 'mia@mail.example' } })
    expect(versions[4]?.values).toMatchObject({ price: expect.any(Number), purchaser_display_name: null })
    expect(JSON.stringify(versions)).not.toMatch(/planted|petra|staff-admin|"other"/i)
    expect(await faultsOf(bundle)).toEqual([])
    expect(proofIn(await bundleOf('much', { transactions: [], decisions: false })).versions).toEqual([])
    const named = await bundleOf('much', { transactions: [], staff_names: true })
    expect(proofIn(named).versions[1]?.by).toBe('staff staff-admin')
  })

  test('is made without a proof where none is asked for', async () => {
    expect((await bundleOf('own', { proof: false })).proof).toBeNull()
  })

  test('survives an erasure: an emptied row keeps its deed and place', async () => {
    await s.addUser({ uid: 'gone', displayName: 'Gretel Gone' })
    await s.make.sale('sale-2', { seller_uid: 'gone', purchaser_uid: 'own', status: 3 })
    await note(['transaction', 'sale-2'], 2, { words: 'by gone' })
    const before = await bundleOf('own', { transactions: ['sale-2'] })
    const erased = await s.call('admin', api.users.erase, {
      params: { uid: 'gone' },
      body: { reason: 'Asked' },
    })
    expect([erased.status, erased.body.error_message]).toEqual([200, undefined])
    const after = await bundleOf('own', { transactions: ['sale-2'] })
    expect(await faultsOf(after)).toEqual([])
    expect(await faultsOf(before)).toEqual([])
    const [was, now] = [before, after].map((one) => rowsOf(one, 'transaction'))
    expect(now?.map(({ id, deed }) => [id, deed])).toEqual(was?.map(({ id, deed }) => [id, deed]))
    expect(now?.map(({ fields }) => 'why' in fields && fields.why)).toEqual(
      Array(2).fill('Emptied when a person was erased.'),
    )
  })

  test('is refused where a row is not as its head has it', async () => {
    await s.make.sale('sale-3', { seller_uid: 'other', purchaser_uid: 'own' })
    await note(['transaction', 'sale-3'], 1)
    await signAll(s.ctx)
    const change = (reason: string) =>
      s.asOwner(`alter table audit disable trigger audit_no_update;
        update audit set reason = '${reason}' where subject_id = 'sale-3';
        alter table audit enable always trigger audit_no_update`)
    await change('Forged')
    const { status, body } = await make('own', { transactions: ['sale-3'] })
    expect([status, body.error_title]).toEqual([409, 'Not provable'])
    await change('Asked by Petra Planted')
    expect((await make('own', { transactions: ['sale-3'] })).status).toBe(200)
  })

  test('is refused for more rows than a bundle has', async () => {
    await note(['user', 'own'], 2001)
    const { status, body } = await make('own', { decisions: false, reads: false })
    expect([status, body.error_title]).toEqual([422, 'Too much'])
  })
})

describe('the commands', () => {
  const info = vi.spyOn(console, 'info').mockReturnValue(undefined)
  const error = vi.spyOn(console, 'error').mockReturnValue(undefined)
  const said = () => [...info.mock.calls.splice(0), ...error.mock.calls.splice(0)].flat()

  test('verify a bundle by a saved list of keys, before and after the key changes', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'proof-'))
    const save = (name: string, value: unknown) => {
      writeFileSync(join(folder, name), JSON.stringify(value))
      return join(folder, name)
    }
    const settings = s.ctx.settings as ServerSettings
    await s.addUser({ uid: 'third', displayName: 'Third' })
    await s.make.sale('sale-4', { seller_uid: 'other', purchaser_uid: 'third' })
    const old = await bundleOf('third', { transactions: ['sale-4'] })
    const first = save('first.json', await published())
    expect(await verifyCommand([save('old.json', old), first])).toBe(0)
    expect(said().at(-1)).toBe('genuine')
    expect(await verifyCommand([join(folder, 'old.json')])).toBe(0)
    expect(said()).toContainEqual(expect.stringMatching(/^COMPARE this key/))
    expect(await auditCommand(s.ctx.database, settings, ['rotate'], undefined)).toBe(0)
    const { keys } = await published()
    expect(keys.map(({ until }) => until === null)).toEqual([true, false])
    expect(await s.query('select private_key from audit_keys where retired_at is not null')).toEqual([
      { private_key: null },
    ])
    const fresh = await bundleOf('third', { transactions: ['sale-4'] })
    expect(proofIn(fresh).key.id).toBe(keys[0]?.id)
    const both = save('both.json', { keys })
    expect(await verifyCommand([save('fresh.json', fresh), both])).toBe(0)
    expect(await verifyCommand([join(folder, 'old.json'), both])).toBe(0)
    said()
    expect(await verifyCommand([join(folder, 'fresh.json'), first])).toBe(1)
    expect(said()).toContain('the key: is none of those that you trust')
    expect(await verifyCommand([])).toBe(2)
    expect(
      await auditCommand(s.ctx.database, { ...settings, auditKeysBefore: [] }, ['verify'], undefined),
    ).toBe(0)
    rmSync(folder, { recursive: true })
  })
})
