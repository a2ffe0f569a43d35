import type { Proof, ProofRow, Version } from '@portreeve/contract/staff/proof'
import { asc, eq } from 'drizzle-orm'
import { auditHeads } from '../../db/proof-tables.ts'
import type { Settings } from '../call/context.ts'
import type { Db } from '../database/db.ts'
import { refuse } from '../refuse.ts'
import { digestsOf, headColumns, signHeads } from './heads.ts'
import { digestOf, pathOf, treeOf } from './merkle.ts'
import { countAbout, deedOf, fieldsOf, type ProvenRow, rowsAbout } from './proven-rows.ts'
import { stampsFor } from './stamps.ts'
import { canonical, format, sealText } from './verify-proof.js'

/** Heads that a bundle signs by itself at most: 5,120 rows. */
const maxHeads = 20

/** A record of a bundle. */
export interface ProvenRecord {
  kind: string
  id: string
  /** Its id as the bundle names it. */
  called: string
}

/** The ground on which a whole row is hidden, or for each of its fields the ground or null. */
export type Shows = (row: ProvenRow) => string | ((field: string, value: unknown) => string | null)

interface Proving {
  records: readonly ProvenRecord[]
  shows: Shows
  versions: Version[]
  /** What the bundle has beside the proof. */
  parts: Record<string, unknown>
  /** The most rows. */
  most: number
}

/**
 * Proves some records: signs a head up to now, and gives all their audit rows with paths to it. Refuses too many rows, a log that is
 * not signed yet, and a row that is not as its head has it.
 */
export async function prove(db: Db, settings: Settings, { records, shows, versions, parts, most }: Proving) {
  const count = await countAbout(db, records)
  if (count > most)
    refuse(
      'refused',
      'Too much',
      `${count} rows of the audit log are about these records. A proof has ${most} at most: choose fewer records, or no proof.`,
    )
  const { key, isWhole } = await signHeads(db, settings, maxHeads)
  const all = await db
    .select({
      ...headColumns,
      signature: auditHeads.signature,
      digest: auditHeads.digest,
    })
    .from(auditHeads)
    .orderBy(asc(auditHeads.n))
  const newest = all.at(-1)
  if (!newest || !isWhole || newest.key !== key.id)
    refuse(
      'conflict',
      'Not signed yet',
      'The audit log is being signed for the first time. Try again in some minutes, or make the file without a proof.',
    )
  const used = new Map<number, { path: (row: ProvenRow) => string[]; kept: (row: ProvenRow) => Buffer }>()
  const proven: Proof['records'] = []
  for (const { kind, id, called } of records) {
    const rows = await rowsAbout(db, { kind, id }, newest.last)
    const shown: ProofRow[] = []
    for (const row of rows) {
      const head = headOf(all, row.id)
      const tree = used.get(head.n) ?? (await openHead(db, head))
      used.set(head.n, tree)
      shown.push({ ...showRow(row, shows(row), tree.kept(row)), head: head.n, path: tree.path(row) })
    }
    proven.push({ kind, id: called, rows: shown })
  }
  const stamps = await stampsFor(db, [...used.keys()])
  const stamped = <One extends { n: number }>(one: One) => ({
    ...one,
    ...(stamps.has(one.n) && { stamp: stamps.get(one.n) }),
  })
  const before = treeOf(all.slice(0, -1).map(({ digest }) => Buffer.from(digest, 'hex')))
  const { digest: _digest, ...head } = newest
  const parted = {
    head: stamped(head),
    heads: all.flatMap(({ signature: _signature, digest: _digest, ...one }) =>
      (used.has(one.n) || stamps.has(one.n)) && one.n !== newest.n
        ? [{ ...stamped(one), path: pathOf(before, one.n - 1) }]
        : [],
    ),
    records: proven,
    versions,
  }
  const digests = Object.fromEntries(
    Object.entries({ ...parts, ...parted }).map(([name, part]) => [
      name,
      digestOf(canonical(part)).toString('hex'),
    ]),
  )
  const made_at = new Date().toISOString()
  return {
    ...{ format, made_at, key: { id: key.id, x: key.x }, ...parted, parts: digests },
    seal: key.sign(sealText(made_at, digests)),
  } satisfies Proof
}

/** The head whose rows include a number. */
function headOf<Head extends { first: number; last: number }>(heads: readonly Head[], id: number): Head {
  let [low, high] = [0, heads.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((heads[middle]?.last ?? 0) < id) low = middle + 1
    else high = middle
  }
  return heads[low] ?? changed(id)
}

/** The tree of a head's rows. */
async function openHead(db: Db, { n, first }: { n: number; first: number }) {
  const [found] = await db.select({ leaves: auditHeads.leaves }).from(auditHeads).where(eq(auditHeads.n, n))
  const bytes = found?.leaves ?? Buffer.alloc(0)
  const slice = (at: number, part: 0 | 32) => bytes.subarray(64 * at + part, 64 * at + part + 32)
  const tree = treeOf(Array.from({ length: bytes.length / 64 }, (_, at) => slice(at, 0)))
  return {
    path: (row: ProvenRow) => pathOf(tree, row.id - first),
    kept: (row: ProvenRow) => {
      const kept = slice(row.id - first, 32)
      if (!digestsOf(row, kept).leaf.equals(slice(row.id - first, 0))) changed(row.id)
      return kept
    },
  }
}

const changed = (id: number): never =>
  refuse(
    'conflict',
    'Not provable',
    `Row ${id} of the audit log is not as its signed head has it. An operator finds out more with “audit verify”.`,
  )

/** A row with what is hidden behind digests. @param kept the digest of its fields */
function showRow(row: ProvenRow, shown: ReturnType<Shows>, kept: Buffer): Omit<ProofRow, 'head' | 'path'> {
  const { id, prior } = row
  const fields = { digest: kept.toString('hex') }
  if (typeof shown === 'string')
    return {
      id,
      prior,
      deed: { digest: digestsOf(row, kept).deed, why: shown },
      fields: { ...fields, why: shown },
    }
  if (row.erased !== null)
    return { id, prior, deed: deedOf(row), fields: { ...fields, why: 'Emptied when a person was erased.' } }
  const list = fieldsOf(row).map(({ name, salt, value, digest }) => {
    const why = shown(name, value)
    return why === null ? { name, salt, value } : { digest, why }
  })
  return { id, prior, deed: deedOf(row), fields: { list } }
}
