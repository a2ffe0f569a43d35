import { namesOf } from '@portreeve/contract/base/own'
import {
  type Evidence,
  type EvidenceFile,
  evidenceFiles,
  evidenceTooLarge,
} from '@portreeve/contract/money/chargebacks'
import type { StoredFile } from '@portreeve/contract/staff/files'
import { eq, sql } from 'drizzle-orm'
import type { Payments } from '../../adapters/payments.ts'
import type { Context, Operation } from '../../core/call/context.ts'
import type { Db } from '../../core/database/db.ts'
import { VendorRefusal } from '../../core/operations/operations.ts'
import { refuse } from '../../core/refuse.ts'
import { operations } from '../../db/system-tables.ts'
import { asStored, mediaTypes, readyFiles, replaceFiles } from '../../staff/files/stored-files.ts'

type Kinds<Value> = Partial<Record<EvidenceFile, Value>>

/** The files that evidence names. */
export const filesOf = async (db: Db, ...all: (Evidence | null | undefined)[]): Promise<StoredFile[]> =>
  (await readyFiles(db, all.flatMap(idsOf))).flatMap((row) => asStored(row) ?? [])

const idsOf = (evidence: Evidence | null | undefined): string[] => Object.values(evidence?.files ?? {})

/**
 * The files of a draft that replaces another one: new ones become the transaction's, and those that it names no more end. Refuses
 * with refused a file twice, one that is not the caller's, and more than the provider takes.
 */
export async function keepFiles(
  db: Db,
  drafts: { before: Evidence | null; after: Evidence },
  transaction: string,
  by: string,
): Promise<Evidence['files']> {
  const { before, after } = drafts
  if (after.files === undefined) return before?.files
  const [had, wanted] = [idsOf(before), idsOf(after)]
  if (new Set(wanted).size < wanted.length)
    refuse('refused', 'One file twice', 'Each kind of evidence has a file of its own.')
  await replaceFiles(db, { had, wanted }, ['transaction', transaction], by)
  const tooLarge = evidenceTooLarge(await filesOf(db, after))
  if (tooLarge) refuse('refused', 'Too large', tooLarge)
  return after.files
}

/**
 * Gives the provider the files of the evidence that an operation sends. The reference of each is stored before the next one: after a
 * kill the operation goes on with the first that has none.
 */
export async function uploadFiles(
  operation: Operation,
  { database: { db }, files: store }: Context,
  provider: Payments,
  wanted: Evidence['files'] = {},
): Promise<Kinds<string>> {
  const uploaded: Kinds<string> = { ...(operation.details.uploaded as Kinds<string> | undefined) }
  for (const kind of namesOf(evidenceFiles)) {
    const id = wanted[kind]
    if (id === undefined || uploaded[kind] !== undefined) continue
    const [row] = await readyFiles(db, [id])
    const bytes = row?.stored ? await store.get(row.stored) : undefined
    if (!row?.kind || !bytes)
      throw new VendorRefusal(`The file "${evidenceFiles[kind]}" is not in the store any more.`)
    const sent = {
      ...{ key: `${operation.id}-${kind}`, name: row.name, type: mediaTypes[row.kind] },
      bytes: Buffer.concat((await bytes.toArray()) as Buffer[]),
    }
    uploaded[kind] = (await provider.uploadEvidence(sent)).reference
    await db
      .update(operations)
      .set({ details: sql`${operations.details} || ${JSON.stringify({ uploaded })}::jsonb` })
      .where(eq(operations.id, operation.id))
  }
  return uploaded
}
