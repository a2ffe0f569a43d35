import { type BulkAction, type BulkJob, type BulkRow, bulkActions } from '@portreeve/contract/desk/bulk'
import { count } from '../../format/words.ts'

/** What a job does, as its title. */
export const jobTitle: Readonly<Record<BulkAction, string>> = {
  'userReports.resolve': 'Resolve the reports about people',
  'listingReports.ignore': 'Ignore the reports about listings',
  'posts.approve': 'Approve listings',
  'posts.deny': 'Deny listings',
  'posts.remove': 'Delete listings',
  'promotedPosts.approve': 'Approve promotions',
  'promotedPosts.deny': 'Deny promotions',
  'inbox.act': 'Change conversations',
  'inbox.answer': 'Answer conversations',
  'users.ban': 'Block accounts',
  'shipping.cancelLabel': 'Cancel shipping labels',
  'collections.addItem': 'Add listings to a collection',
  'transactions.cancel': 'Cancel sales of a blocked seller',
  'undoPlans.run': 'Undo by plan',
}

const stateWords: Readonly<Record<BulkJob['state'], string>> = {
  running: 'Running',
  stopped: 'Stopped',
  done: 'Finished',
  undoing: 'Undoing',
  undone: 'Undone',
}

const thousands = (rows: number) => rows.toLocaleString('en-US')

/** How far a job is: 'Running: 120 of 500 done, 3 refused' */
export function progressWords(job: BulkJob): string {
  const { action, state, total, done, refused, undone, pending, undo_left_ms } = job
  const waits = state === 'running' && bulkActions[action].canUndo === 'before' && undo_left_ms !== null
  const parts = [
    `${thousands(done)} of ${thousands(total)} done`,
    refused > 0 && `${thousands(refused)} refused`,
    undone > 0 && `${thousands(undone)} undone`,
    pending > 0 && state !== 'running' && state !== 'undoing' && `${thousands(pending)} not done`,
  ]
  return `${waits ? 'Not sent yet' : stateWords[state]}: ${parts.filter(Boolean).join(', ')}`
}

/** The share of a job's rows that no longer wait, in per cent. */
export const progressOf = ({ total, pending }: BulkJob) => Math.floor(((total - pending) / total) * 100)

/** The words of the states of a job's rows. */
export const rowWordsOf = ({
  state,
}: Pick<BulkJob, 'state'>): Readonly<Record<BulkRow['state'], string>> => ({
  pending: state === 'running' || state === 'undoing' ? 'Waits' : 'Not done',
  done: 'Done',
  refused: 'Refused',
  undone: 'Undone',
  kept: 'Not undone',
})

/** '12 chosen', or 'All 12,430 chosen'. */
export const chosenWords = (rows: number, all: number | null) =>
  all === null ? `${thousands(rows)} chosen` : `All ${thousands(all)} chosen`

/** '12,430 people' */
export const amountOf = (rows: number, [one, many]: readonly [string, string]) =>
  rows < 1000 ? count(rows, one, many) : `${thousands(rows)} ${many}`
