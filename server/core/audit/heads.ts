import { asc, desc } from 'drizzle-orm'
import { auditHeads } from '../../db/proof-tables.ts'
import type { Context, Settings } from '../call/context.ts'
import type { Db } from '../database/db.ts'
import type { Task } from '../operations/schedule.ts'
import { lockKey, type SigningKey } from './audit-keys.ts'
import { digestOf, leafOf, rootOf, treeOf } from './merkle.ts'
import { deedOf, fieldsOf, type ProvenRow, rowsAfter } from './proven-rows.ts'
import { deedText, fieldsText, headText, rowText } from './verify-proof.js'

/** Rows of one head at most: the cost of a path is that of one head's tree. */
const maxRows = 256

/** A head as it is signed and published. */
export interface Head {
  n: number
  /** The numbers of its first and last row. */
  first: number
  last: number
  /** The root of the tree of its rows. */
  root: string
  /** The root of the tree of the heads before it. */
  heads: string
  at: string
  /** The fingerprint of the key that signed it. */
  key: string
}

/** The digests of a row: its leaf, of which that of its fields is a part. @param kept the fields' digest of an emptied row */
export function digestsOf(row: ProvenRow, kept?: Buffer): { leaf: Buffer; deed: string; fields: Buffer } {
  const { salt, value } = deedOf(row)
  const deed = digestOf(deedText(salt, value)).toString('hex')
  // Of a row that was emptied before its head, the chain's keyed digest stands for the fields.
  const emptied = () => kept ?? Buffer.from((row.content ?? '').padEnd(64, '0').slice(0, 64), 'hex')
  const fields =
    row.erased === null ? digestOf(fieldsText(fieldsOf(row).map(({ digest }) => digest))) : emptied()
  return { leaf: leafOf(rowText(row.id, row.prior, deed, fields.toString('hex'))), deed, fields }
}

/**
 * Signs heads over the rows since the newest head, in the caller's transaction.
 * @param most the most heads; where more rows are left, `isWhole` is false
 * @returns the key, which stays locked, and the newest head; null while there is no row
 */
export async function signHeads(db: Db, settings: Settings, most: number) {
  const key = await lockKey(db, settings)
  const digests: Buffer[] = (
    await db.select({ digest: auditHeads.digest }).from(auditHeads).orderBy(asc(auditHeads.n))
  ).map(({ digest }) => Buffer.from(digest, 'hex'))
  for (let made = 0; made < most; made++) {
    const [before] = await db
      .select({ last: auditHeads.last })
      .from(auditHeads)
      .orderBy(desc(auditHeads.n))
      .limit(1)
    const rows = await rowsAfter(db, before?.last ?? 0, maxRows)
    if (rows.length === 0) return { key, isWhole: true }
    digests.push(await signHead(db, key, rows, digests))
  }
  return { key, isWhole: false }
}

async function signHead(db: Db, key: SigningKey, rows: readonly ProvenRow[], before: readonly Buffer[]) {
  const leaves = rows.map((row) => digestsOf(row))
  const head: Head = {
    n: before.length + 1,
    first: rows[0]?.id ?? 0,
    last: rows.at(-1)?.id ?? 0,
    root: rootOf(treeOf(leaves.map(({ leaf }) => leaf))),
    heads: rootOf(treeOf(before)),
    at: new Date().toISOString(),
    key: key.id,
  }
  const digest = leafOf(headText(head))
  await db.insert(auditHeads).values({
    ...{ ...head, signature: key.sign(headText(head)), digest: digest.toString('hex') },
    leaves: Buffer.concat(leaves.flatMap(({ leaf, fields }) => [leaf, fields])),
  })
  return digest
}

/** Signs the rows since the newest head, a transaction for each head, so that the first start with a long log holds no lock for long. */
export async function signAll(
  { database, settings }: Pick<Context, 'database' | 'settings'>,
  stop?: AbortSignal,
) {
  while (!stop?.aborted)
    if ((await database.db.transaction((tx) => signHeads(tx, settings, 1))).isWhole) return
}

/** Makes the key at the first start, and a head every hour when there are new rows. */
export const signTask = {
  name: 'audit heads could not be signed',
  every: 3_600_000,
  run: signAll,
} satisfies Task

export const headColumns = {
  n: auditHeads.n,
  first: auditHeads.first,
  last: auditHeads.last,
  root: auditHeads.root,
  heads: auditHeads.heads,
  at: auditHeads.at,
  key: auditHeads.key,
}
