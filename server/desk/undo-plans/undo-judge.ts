import type { UndoStanding } from '@portreeve/contract/desk/undo-plans'
import type { TimelineEntry } from '@portreeve/contract/staff/audit'
import type { Me } from '@portreeve/contract/staff/staff'
import { same } from '../../core/call/whole-record.ts'
import type { Db } from '../../core/database/db.ts'
import { withTakeBacks } from '../../staff/take-back.ts'
import type { SingleCall } from '../bulk-calls.ts'
import {
  type Changes,
  changesOf,
  type Done,
  isMaking,
  isRemoving,
  overlap,
  targetOf,
  type Values,
  valuesOf,
  whole,
} from './undo-changes.ts'
import { type Inverse, inverses } from './undo-inverses.ts'
import { denialsOf, hasPlace, laterWork, present, undoneBefore } from './undo-reading.ts'

/** How an action stands, and the calls that undo it. */
export interface Judged {
  standing: UndoStanding
  words: string
  instead?: string
  /** The audit entry of the newer work that keeps it. */
  newer?: Done
  calls?: SingleCall[]
}

const newerWords = 'Newer work keeps it.'

/**
 * Judges actions, newest first: an action counts as newer work unless it can be undone itself.
 * @param lock locks their records, and is of the transaction that undoes
 */
export async function judge(
  db: Db,
  reader: Me,
  all: readonly Done[],
  reason: string,
  lock = false,
): Promise<Judged[]> {
  if (all.length === 0) return []
  const targets = [...new Set(all.flatMap((done) => targetOf(done) ?? []))]
  const now = await present(db, targets, lock)
  const later = await laterWork(db, all)
  const held = await withTakeBacks<TimelineEntry & { done: Done }>(
    db,
    reader,
    all.map((done) => ({ ...entryOf(done), done })),
    ({ done: { kind, subject } }) => (kind === null ? null : { kind, id: subject ?? '' }),
  )
  const denials = await denialsOf(db, all)
  const before = await undoneBefore(db, all)
  const undone = new Set<number>()
  return all.map((done, n) => {
    const target = targetOf(done) ?? ''
    const isAfter = ({ id }: Done) => id > done.id && !undone.has(id)
    const found = {
      changes: changesOf(done),
      now: now.get(target),
      held: held[n]?.take_back,
      newer: (changes: Changes) =>
        later
          .get(target)
          ?.find(
            (one) =>
              isAfter(one.done) &&
              overlap(changes, one.done.uid === done.uid ? changesOf(one.done) : one.changes),
          )?.done,
      denial: denials.get(done.id),
      wasUndone: before.has(done.id),
      reason,
    }
    const judged = judgeOne(done, inverses[done.action], found)
    if (judged.standing === 'can') {
      undone.add(done.id)
      // The next older action finds the record as this undo leaves it.
      if (isMaking(done)) now.delete(target)
      else if (isRemoving(done)) now.set(target, valuesOf(done.before))
      else if (found.now)
        now.set(target, {
          ...found.now,
          ...Object.fromEntries(fieldsIn(found.now, found.changes).map(([f, [was]]) => [f, was])),
        })
    }
    return judged
  })
}

/** The parts of a change that are fields of the record. */
const fieldsIn = (now: Values, changes: Changes) =>
  Object.entries(changes).filter(([field]) => Object.hasOwn(now, field))

const entryOf = ({ id, at, uid, action }: Done): TimelineEntry => ({
  ...{ id, at, action, by: { uid, name: null, role: '' } },
  ...{ reason: null, before: null, after: null, left_out: null },
})

interface Looked {
  changes: Changes
  now: Values | undefined
  held: { id: string; until: string; undone_at: string | null } | undefined
  newer: (changes: Changes) => Done | undefined
  denial: string | null | undefined
  /** A plan has undone it before. */
  wasUndone: boolean
  reason: string
}

function judgeOne(done: Done, inverse: Inverse | undefined, found: Looked): Judged {
  if (!inverse) return { standing: 'nothing', words: 'Nobody of the staff did it: nothing undoes it.' }
  if ('nothing' in inverse) return { standing: 'nothing', words: inverse.nothing }
  if ('final' in inverse) return { standing: 'final', words: inverse.final, instead: inverse.instead }
  if (done.erased)
    return {
      standing: 'final',
      words: 'It was erased with its person.',
      instead: 'There is nothing left to change.',
    }
  const can = (): Judged => ({
    standing: 'can',
    words: inverse.words,
    calls: inverse.calls(done, { ...found, now: found.now ?? {} }),
  })
  const { changes, now, held, newer } = found
  if (inverse === inverses['posts.remove']) {
    // Before `held`, which may be that of a call a moment before.
    if (!hasRows(done)) return { standing: 'nothing', words: 'It changed nothing.' }
    if (held?.undone_at) return { standing: 'undone', words: 'It was taken back.' }
    const since = /^users\.unban$/.test(done.action) ? newer(changes) : undefined
    if (since) return { standing: 'newer', words: newerWords, newer: since }
    if (held) return can()
    return {
      standing: 'final',
      words: 'It is too old, or of a deleted record.',
      instead: 'Do the opposite on the page of the record.',
    }
  }
  if (Object.keys(changes).length === 0) return { standing: 'nothing', words: 'It changed nothing.' }
  const fields = now ? fieldsIn(now, changes) : []
  const isBack =
    whole in changes
      ? isMaking(done) === (now === undefined) && hasPlace(done)
      : fields.length > 0 && fields.every(([field, [before]]) => same(json(now?.[field]), json(before)))
  const isAfter = fields.every(([field, [, after]]) => same(json(now?.[field]), json(after)))
  if (isBack || (found.wasUndone && !isAfter))
    return {
      standing: 'undone',
      words: 'The record is as it was before, or has changed since it was undone.',
    }
  const since = newer(changes)
  if (since) return { standing: 'newer', words: newerWords, newer: since }
  const moved = isMaking(done)
    ? Object.entries(valuesOf(done.after))
        .filter(([field]) => now && field in now)
        .map(([field, after]) => [field, [null, after]] as const)
    : fields
  if (!now && hasPlace(done) && !isRemoving(done))
    return { standing: 'newer', words: 'The record does not exist any more.' }
  if (moved.some(([field, [, after]]) => !same(json(now?.[field]), json(after))))
    return { standing: 'newer', words: 'The marketplace or the server has changed the record since.' }
  return can()
}

/** Whether a held action has changed any rows: the audit names them. */
const hasRows = ({ after, action }: Done) =>
  !/Reports\.|userContent/.test(action) ||
  Object.values(valuesOf(after)).some((rows) => Array.isArray(rows) && rows.length > 0)

/** As the audit has it. */
const json = (value: unknown): unknown => (value === undefined ? null : JSON.parse(JSON.stringify(value)))
