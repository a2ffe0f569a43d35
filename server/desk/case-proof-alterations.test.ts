import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { api } from '@portreeve/contract'
import type { SignedCaseFile } from '@portreeve/contract/desk/case-files'
import { beforeAll, describe, expect, test } from 'vitest'
import { writeAudits } from '../core/audit/audit.ts'
import { lockKey } from '../core/audit/audit-keys.ts'
import { signAll } from '../core/audit/heads.ts'
import { canonical, headText, sealText, verifyProof } from '../core/audit/verify-proof.js'
import { auditKey, useServer } from '../testing/harness.ts'

const s = useServer()
type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
type Bundle = SignedCaseFile & { proof: NonNullable<SignedCaseFile['proof']> }
type Signer = { id: string; x: string; sign: (text: string) => string }

let genuine: Bundle
let another: Bundle
let own: Signer
let foreign: Signer

/** Random numbers of a seed (mulberry32): a failing alteration can be made again. */
function dice(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (count: number) => Math.floor(next() * count)
  return {
    below,
    of: <One>(list: readonly One[]): One => list[below(list.length)] ?? expect.fail('nothing to choose'),
  }
}
type Dice = ReturnType<typeof dice>

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const copy = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value))

/** Signs all of a bundle again, as who has a key could. */
function resign(bundle: Bundle, by: Signer) {
  const { proof, ...beside } = bundle
  proof.key = { id: by.id, x: by.x }
  proof.head.key = by.id
  const { signature: _signature, ...head } = proof.head
  proof.head.signature = by.sign(headText(head))
  reseal(bundle, beside, by)
}
function reseal({ proof }: Bundle, beside: Omit<Bundle, 'proof'>, by: Signer) {
  const { head, heads, records, versions } = proof
  const parts = Object.entries({ ...beside, head, heads, records, versions })
  proof.parts = Object.fromEntries(parts.map(([name, part]) => [name, sha256(canonical(part))]))
  proof.seal = by.sign(sealText(proof.made_at, proof.parts))
}

const rowsOf = (bundle: Bundle, { of }: Dice) =>
  of(bundle.proof.records.filter(({ rows }) => rows.length > 2)).rows

/** Alterations of the rows of a record. */
const ofRows = {
  drops: (bundle, dice) => {
    const rows = rowsOf(bundle, dice)
    rows.splice(dice.below(rows.length - 1), 1)
  },
  doubles: (bundle, dice) => {
    const rows = rowsOf(bundle, dice)
    rows.splice(dice.below(rows.length + 1), 0, copy(dice.of(rows)))
  },
  'adds of another bundle': (bundle, dice) => {
    const rows = rowsOf(bundle, dice)
    rows.splice(dice.below(rows.length + 1), 0, copy(dice.of(rowsOf(another, dice))))
  },
  swaps: (bundle, dice) => {
    const rows = rowsOf(bundle, dice)
    const at = dice.below(rows.length - 1)
    const to = at + 1 + dice.below(rows.length - 1 - at)
    const [one, two] = [rows[at], rows[to]]
    if (one && two) Object.assign(rows, { [at]: two, [to]: one })
  },
  'says something else': (bundle, dice) => {
    const row = dice.of(rowsOf(bundle, dice))
    const inside = leaves(row as unknown as Json).filter(({ key }) => key !== 'why')
    const { holder, key } = dice.of(inside)
    holder[key] = other(holder[key] ?? null, dice)
  },
} satisfies Record<string, (bundle: Bundle, dice: Dice) => void>

/** Alterations of any place of a bundle. */
const anywhere: Record<string, (bundle: Bundle, dice: Dice) => unknown> = {
  ...ofRows,
  'drops the last row': (bundle, dice) => void rowsOf(bundle, dice).pop(),
  'changes a value': (bundle, dice) => {
    const { holder, key } = dice.of(leaves(bundle as unknown as Json))
    holder[key] = other(holder[key] ?? null, dice)
  },
  'removes a field': (bundle, dice) => {
    const { holder, key } = dice.of(leaves(bundle as unknown as Json))
    if (Array.isArray(holder)) holder.splice(Number(key), 1)
    else delete holder[key]
  },
  'adds a field': (bundle, dice) => {
    const { holder } = dice.of(leaves(bundle as unknown as Json))
    if (Array.isArray(holder)) holder.push(0)
    else holder[`added${dice.below(9)}`] = 'x'
  },
  'swaps a part': (bundle, dice) => {
    const name = dice.of(['head', 'heads', 'records', 'parts', 'seal', 'made_at'] as const)
    Object.assign(bundle.proof, { [name]: copy(another.proof[name]) })
  },
  'swaps the file': (bundle) =>
    void Object.assign(bundle, { file: copy(another.file), digest: another.digest }),
  'signs with a foreign key': (bundle) => resign(bundle, foreign),
  'changes a row and signs with a foreign key': (bundle, dice) => {
    ofRows[dice.of(Object.keys(ofRows) as (keyof typeof ofRows)[])](bundle, dice)
    resign(bundle, foreign)
  },
  'puts a foreign signature under the own key': (bundle, dice) => {
    const text = sealText(bundle.proof.made_at, bundle.proof.parts)
    if (dice.below(2) === 0) bundle.proof.seal = foreign.sign(text)
    else bundle.proof.head.signature = foreign.sign(text)
  },
  'says a field twice': (bundle, dice) => {
    const text = JSON.stringify(bundle)
    const keys = [...text.matchAll(/"(\w+)":(?="|\d)/g)]
    const found = dice.of(keys)
    return `${text.slice(0, found.index)}"${found[1]}":"first",${text.slice(found.index)}`
  },
}

interface Place {
  holder: Record<string, Json>
  key: string
}
/** Each place of a value that is no object. */
const leaves = (value: Json): Place[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, one]) =>
        typeof one === 'object' && one !== null ? leaves(one) : [{ holder: value as Place['holder'], key }],
      )
    : []

function other(value: Json, { below, of }: Dice): Json {
  if (typeof value === 'boolean') return !value
  if (typeof value === 'number') return value + of([1, -1, 0.5, 1000])
  if (typeof value !== 'string' || value === '') return 'x'
  const at = below(value.length)
  const letter = of([...'0123456789abcdefXYZ_'].filter((one) => one !== value[at]))
  return value.slice(0, at) + letter + value.slice(at + 1)
}

beforeAll(async () => {
  await s.token('admin')
  for (const uid of ['one', 'two']) await s.addUser({ uid, displayName: `Person ${uid}` })
  const subjects = ['sale-1', 'sale-2', 'sale-3'].map((id) => ['transaction', id] as const)
  for (const [, id] of subjects) await s.make.sale(id, { seller_uid: 'two', purchaser_uid: 'one' })
  const write = (count: number) =>
    s.ctx.database.db.transaction((tx) =>
      writeAudits(
        tx,
        auditKey,
        { uid: 'staff-admin', role: 'admin' },
        Array.from({ length: count }, (_, at) => [
          'transactions.refund',
          {
            subject: subjects[at % 3] ?? expect.fail(),
            reason: `Reason ${at}`,
            after: { refund: at, whole: true },
          },
        ]),
      ),
    )
  for (const count of [5, 3, 4]) {
    await write(count)
    await signAll(s.ctx)
  }
  const bundleOf = async (transactions: string[], staff_names: boolean) => {
    const body = {
      ...{ purpose: 'Court', transactions, listings: [], conversations: [], reports: true },
      ...{ decisions: true, reads: true, staff_names, proof: true },
    }
    const made = await s.call('admin', api.caseFiles.make, { params: { uid: 'one' }, body })
    expect([made.status, made.body.error_message]).toEqual([200, undefined])
    return made.body.data as Bundle
  }
  another = await bundleOf(['sale-2', 'sale-3'], false)
  genuine = await bundleOf(['sale-1', 'sale-2'], true)
  own = await s.ctx.database.db.transaction((tx) => lockKey(tx, s.ctx.settings))
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const x = publicKey.export({ format: 'jwk' }).x ?? ''
  foreign = {
    ...{ x, id: createHash('sha256').update(Buffer.from(x, 'base64url')).digest('hex') },
    sign: (text) => sign(null, Buffer.from(text), privateKey).toString('base64url'),
  }
})

interface Alteration {
  name: string
  seed: number
  text: string
}

/** Alterations of the genuine bundle, of seeds from 0. One that by chance changes nothing, such as a swap of equals, does not count. */
function alterations(of: typeof anywhere, count: number): Alteration[] {
  const made: Alteration[] = []
  for (let seed = 0; made.length < count; seed++) {
    const random = dice(seed)
    const name = random.of(Object.keys(of))
    const bundle = copy(genuine)
    const text = String(of[name]?.(bundle, random) ?? JSON.stringify(bundle))
    if (text !== JSON.stringify(genuine)) made.push({ name, seed, text })
  }
  return made
}

/** Those that the verifier does not find. */
async function missedOf(altered: Alteration[], isFound: (answer: { faults: string[] }) => boolean) {
  const missed: string[] = []
  for (let at = 0; at < altered.length; at += 50)
    await Promise.all(
      altered.slice(at, at + 50).map(async ({ name, seed, text }) => {
        if (!isFound(await verifyProof(text, [own.id]))) missed.push(`${seed}: ${name}`)
      }),
    )
  return missed
}

const faultsOf = async (text: string) => (await verifyProof(text, [own.id])).faults

describe('of the alterations of a bundle', () => {
  test('1,000 of 1,000 are found, and the bundle without one is genuine', async () => {
    expect(await faultsOf(JSON.stringify(genuine, null, 2))).toEqual([])
    expect(await faultsOf(JSON.stringify(another))).toEqual([])
    expect(genuine.proof.heads.length).toBeGreaterThan(1)
    const altered = alterations(anywhere, 1000)
    expect(new Set(altered.map(({ name }) => name))).toEqual(new Set(Object.keys(anywhere)))
    const missed = await missedOf(altered, ({ faults }) => faults.length > 0)
    expect(missed).toEqual([])
  }, 120_000)

  test('each of 500 of rows is found by the head alone, when who has the key seals the bundle again', async () => {
    const sealed = alterations(ofRows, 500).map(({ text, ...alteration }) => {
      const bundle = JSON.parse(text) as Bundle
      const { proof: _proof, ...beside } = bundle
      reseal(bundle, beside, own)
      return { ...alteration, text: JSON.stringify(bundle) }
    })
    const missed = await missedOf(sealed, ({ faults }) => faults.some((one) => /^(row|head) \d/.test(one)))
    expect(missed).toEqual([])
  }, 120_000)
})
