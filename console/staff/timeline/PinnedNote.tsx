import { api } from '@portreeve/contract'
import type { Notes } from '@portreeve/contract/staff/notes'
import { type TimelineKind, timelineKinds } from '@portreeve/contract/staff/timeline'
import { useMe, useWhyNot } from '../../data/rights.ts'
import { useData } from '../../data/use-data.ts'
import { actorName } from '../../format/actor.ts'
import { ago } from '../../format/dates.ts'
import { count } from '../../format/words.ts'
import { LongText } from '../../ui/LongText.tsx'
import { When } from '../../ui/When.tsx'
import classes from './timeline.module.css'

/** The notes of a record; undefined until they are known, for a record that the caller may not see, and without an id. */
export const useNotes = (kind: TimelineKind, id: string | null): Notes | undefined =>
  useLoadedNotes(kind, id).data

/** The same, with whether they are loading. */
export function useLoadedNotes(kind: TimelineKind, id: string | null) {
  const isMine = useMe() !== null
  const whyNot = useWhyNot(timelineKinds[kind])
  const when = isMine && whyNot === null && id !== null
  return useData(api.notes.of, { params: { kind, id: id ?? '' } }, { when })
}

/** The newest note of a record, where every colleague sees it. */
export function PinnedNote({
  note,
  role,
}: {
  note: NonNullable<Notes['newest']>
  role?: 'note' | undefined
}) {
  return (
    <aside className={classes.pinned} role={role} aria-label="Newest note">
      <strong dir="auto">{actorName(note.by)}</strong>, <When value={note.at} write={ago} />:
      <LongText text={note.text} lines={3} />
      {note.files && <small>{count(note.files.length, 'file', 'files')}, in its timeline</small>}
    </aside>
  )
}

/**
 * The newest note of a record. Renders nothing without one.
 * @param props.role 'note' inside of another landmark
 */
export function NewestNote({ kind, id, role }: { kind: TimelineKind; id: string; role?: 'note' }) {
  const newest = useNotes(kind, id)?.newest
  return newest ? <PinnedNote note={newest} role={role} /> : null
}
