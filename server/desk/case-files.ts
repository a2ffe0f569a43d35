import { createHash } from 'node:crypto'
import {
  type CaseChoice,
  type CaseFile,
  caseFiles as contract,
  maxCaseMessages,
  maxCaseRecords,
} from '@portreeve/contract/desk/case-files'
import { eq } from 'drizzle-orm'
import { canonical } from '../core/audit/verify-proof.js'
import { implement } from '../core/call/implement.ts'
import type { Db } from '../core/database/db.ts'
import { refuse } from '../core/refuse.ts'
import { users } from '../people/people-tables.ts'
import { asUser, userColumns } from '../people/user-records.ts'
import { fileOf } from './case-content.ts'
import { proofOf } from './case-proof.ts'
import { type CaseRows, readCase, sizeOfMessages } from './case-rows.ts'

/** Characters of messages in one file, and rows of the audit log. */
const maxCharacters = 1_000_000
const maxEntries = 5000
/** Audit rows of a proof: a call has four seconds. */
const maxProven = 2000

export const caseFiles = implement('caseFiles', contract, {
  make: async ({ params, body }, call) => {
    const { db, ctx, staff } = call
    const person = await lockPerson(db, params.uid)
    await refuseTooMuch(db, body)
    const rows = await readCase(db, person.uid, body, maxEntries)
    refuseMissing(body, rows)
    if (rows.entries.length > maxEntries)
      refuse(
        'refused',
        'Too much',
        `More than ${maxEntries} decisions and reads are on record. Choose fewer records, or only one of the two.`,
      )
    const file = fileOf(person, body, rows, staff)
    const digest = createHash('sha256').update(canonical(file)).digest('hex')
    const signature = await ctx.identity.sign({ sha256: digest }, db)
    const signed = { file, digest, signature }
    const proof = body.proof
      ? await proofOf(db, ctx.settings, { choice: body, rows, signed, most: maxProven })
      : null
    const counts = {
      transactions: file.transactions.length,
      listings: file.listings.length,
      conversations: file.conversations.length,
      messages: file.conversations.reduce((sum, { messages }) => sum + messages.length, 0),
    }
    call.did(
      person.uid,
      { after: { digest, ...counts, ...(proof && { head: proof.head.n }) } },
      { reason: body.purpose.trim() },
    )
    return { ...signed, proof }
  },
})

/** The person, also of a deleted account, locked: an erasure waits until the file is made, or is over. */
async function lockPerson(db: Db, uid: string): Promise<CaseFile['person']> {
  const [row] = await db
    .select({ ...userColumns, deleted_at: users.deleted_at })
    .from(users)
    .where(eq(users.uid, uid))
    .for('share')
  if (!row) refuse('not_found', 'No such person', 'There is no person with this uid.')
  return { ...asUser(row), deleted_at: row.deleted_at }
}

async function refuseTooMuch(db: Db, choice: CaseChoice): Promise<void> {
  const records = choice.transactions.length + choice.listings.length + choice.conversations.length
  if (records > maxCaseRecords)
    refuse('refused', 'Too much', `${records} records are chosen. A file has ${maxCaseRecords} at most.`)
  const { messages, characters } = await sizeOfMessages(db, choice)
  if (messages > maxCaseMessages || characters > maxCharacters)
    refuse(
      'refused',
      'Too much',
      `The conversations have ${messages} messages of ${characters} characters in the chosen ranges. A file has ${maxCaseMessages} messages of ${maxCharacters} characters at most: narrow the ranges, or make two files.`,
    )
}

/** Refuses records that are gone, or never were the person's, and names them. */
function refuseMissing(choice: CaseChoice, rows: CaseRows): void {
  const found = new Set([rows.transactions, rows.listings, rows.conversations].flat().map(({ id }) => id))
  const chosen = [...choice.transactions, ...choice.listings, ...choice.conversations.map(({ id }) => id)]
  const missing = chosen.filter((id) => !found.has(id))
  if (missing.length > 0)
    refuse(
      'refused',
      'Not there',
      `These records are gone, or are not of this person: ${missing.slice(0, 5).join(', ')}${missing.length > 5 ? ' and others' : ''}.`,
    )
}
