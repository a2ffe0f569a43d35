import type { UndoOf, UndoPlan, UndoStanding } from '@portreeve/contract/desk/undo-plans'
import { shortUtc } from '../../format/dates.ts'
import { kinds } from '../../format/record-kinds.ts'
import { orNull } from '../../format/words.ts'

export const standingWords: Readonly<Record<UndoStanding, string>> = {
  can: 'Can be undone',
  newer: 'Newer work',
  final: 'Final',
  undone: 'Undone already',
  nothing: 'Nothing to undo',
}

/** 'What Sam did' */
export function ofWords(of: UndoOf, name: string | null): string {
  switch (of.kind) {
    case 'staff':
      return `What ${name ?? of.id} did`
    case 'program':
      return `What ${of.id} did`
    case 'job':
      return 'What a bulk job did'
    case 'record':
      return `What was done to ${kinds[of.record]?.toLowerCase() ?? of.record} ${of.id}`
    case 'everyone':
      return 'What everyone did'
  }
}

/** 'from … to …', as far as the plan names them. */
export const spanWords = ({ from, to }: Pick<UndoPlan, 'from' | 'to'>) =>
  [from && `from ${shortUtc(from)}`, to && `to ${shortUtc(to)}`].filter(Boolean).join(' ') || 'at any time'

/** How far a plan is. */
export function stateOf({ job_id, needs_second, approved, counts }: UndoPlan) {
  if (job_id !== null) return { word: 'Started', tone: 'good' } as const
  if (counts.can === 0) return { word: 'Nothing to undo', tone: 'quiet' } as const
  if (needs_second && !approved) return { word: 'Waits for a second person', tone: 'caution' } as const
  return { word: approved ? `Approved by ${orNull(approved.name)}` : 'Ready', tone: 'quiet' } as const
}
