import { api } from '@portreeve/contract'
import { maxNoted, type Notes } from '@portreeve/contract/staff/notes'
import { type TimelineKind, timelineKinds } from '@portreeve/contract/staff/timeline'
import { useMe, useWhyNot } from '../../data/rights.ts'
import { useData } from '../../data/use-data.ts'
import { actorName } from '../../format/actor.ts'
import { count } from '../../format/words.ts'
import { Clamp } from '../../ui/Clamp.tsx'

/** The notes of the records of a list, by id; of the first 200. */
export function useNotesOf(kind: TimelineKind, ids: readonly string[]): ReadonlyMap<string, Notes> {
  const isMine = useMe() !== null
  const whyNot = useWhyNot(timelineKinds[kind])
  // Sorted, so that a list in another order is the same query.
  const named = ids.slice(0, maxNoted).toSorted().join(',')
  const when = isMine && whyNot === null && named !== ''
  const { data } = useData(api.notes.ofMany, { params: { kind }, query: { ids: named } }, { when })
  return new Map(data?.map((of) => [of.id, of]))
}

/** The number of a record's notes and the newest one, in a row of a list. Renders nothing without any. */
export function NotesLine({ notes }: { notes: Notes | undefined }) {
  if (!notes?.newest) return null
  const { by, text } = notes.newest
  return <Clamp text={`${count(notes.count, 'note', 'notes')} · ${actorName(by)}: ${text}`} />
}
