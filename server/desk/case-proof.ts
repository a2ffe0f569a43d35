import type { CaseChoice, CaseFile, SignedCaseFile } from '@portreeve/contract/desk/case-files'
import { providerActions } from '@portreeve/contract/staff/audit'
import { noteAction } from '@portreeve/contract/staff/notes'
import type { Proof } from '@portreeve/contract/staff/proof'
import { type ProvenRecord, prove, type Shows } from '../core/audit/prove.ts'
import type { Settings } from '../core/call/context.ts'
import type { Db } from '../core/database/db.ts'
import { decisions, looks } from '../staff/audit-rows.ts'
import type { CaseRows } from './case-rows.ts'
import { versionsOf } from './case-versions.ts'

/** The proof of a case file: all audit rows about its person and its records, showing no more of them than the file does. */
export async function proofOf(
  db: Db,
  settings: Settings,
  {
    choice,
    rows,
    signed,
    most,
  }: { choice: CaseChoice; rows: CaseRows; signed: Omit<SignedCaseFile, 'proof'>; most: number },
): Promise<Proof> {
  const records = recordsOf(signed.file, rows)
  return prove(db, settings, {
    ...{ records, most, shows: showing(choice, signed.file, records), parts: { ...signed } },
    versions: await versionsOf(db, choice, signed.file, most),
  })
}

/** The records under the ids that the file has: a conversation's may hide the uid of another person. */
const recordsOf = (file: CaseFile, rows: CaseRows): ProvenRecord[] => [
  { kind: 'user', id: file.person.uid, called: file.person.uid },
  ...rows.transactions.map(({ id }) => ({ kind: 'transaction', id, called: id })),
  ...rows.listings.map(({ id }) => ({ kind: 'listing', id, called: id })),
  ...rows.conversations.map(({ id }, at) => ({
    kind: 'conversation',
    id,
    called: file.conversations[at]?.id ?? '',
  })),
]

const chosen = 'Not chosen for this purpose.'
/** The ground of the fields that a case file never has. */
const never: Readonly<Record<string, string>> = {
  address: 'The address from which staff worked.',
  request_id: 'A number of the server’s log.',
}

/** What the rows show: numbers and switches, and words only where the file has them without a bar. */
function showing(choice: CaseChoice, file: CaseFile, records: readonly ProvenRecord[]): Shows {
  const [isDecision, isLook] = [new Set<string>([...decisions, ...providerActions]), new Set<string>(looks)]
  const words = new Set(file.decisions.map(({ at, reason }) => `${at} ${reason}`))
  const ids = new Set(records.filter(({ id, called }) => id === called).map(({ id }) => id))
  return (row) => {
    if (row.action === noteAction) return 'Internal words of staff.'
    if (!isLook.has(row.action) && !isDecision.has(row.action)) return 'Neither a decision nor a read.'
    if (!(isLook.has(row.action) ? choice.reads : choice.decisions)) return chosen
    return (field, value) => {
      if (value === null || typeof value === 'number' || typeof value === 'boolean') return null
      if (field === 'subject_id') return ids.has(String(value)) ? null : 'Names another person.'
      if (field === 'actor_uid')
        return choice.staff_names || value === file.person.uid ? null : 'Staff are named by their role.'
      if (field === 'reason' && words.has(`${row.at} ${value}`)) return null
      return never[field] ?? 'May name another person. The case file has its words, with bars.'
    }
  }
}
