import type { TimelineKind } from '@portreeve/contract/staff/timeline'
import { timelineKinds } from '@portreeve/contract/staff/timeline'
import { IconHistory } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useMe, useWhyNot } from '../../data/rights.ts'
import { count } from '../../format/words.ts'
import { GuardedButton } from '../../shell/GuardedButton.tsx'
import { onDemand } from '../../shell/on-demand.tsx'
import { useNotes } from './PinnedNote.tsx'
import { nameOf, type TimelineProps } from './place.ts'

const TimelineDrawer = onDemand(async () => (await import('./TimelineDrawer.tsx')).TimelineDrawer)

/** The timeline that the address names, as `?timeline=user:{uid}`, and the entry in it as `&entry={id}`. */
function usePlace({ kind, id }: TimelineProps) {
  const navigate = useNavigate()
  const { timeline, entry } = useSearch({ strict: false })
  const named = timeline === nameOf(kind, id)
  return {
    named,
    entry: named ? entry : undefined,
    leave: () => {
      if (!named) return
      void navigate({
        to: '.',
        hash: true,
        state: true,
        replace: true,
        resetScroll: false,
        search: (now: object) => ({ ...now, timeline: undefined, entry: undefined }),
      })
    },
  }
}

/** Opens a record's timeline. Renders nothing without a known caller: a server without `staff.me` has no timelines. */
export function TimelineButton(props: TimelineProps) {
  const [pressed, setPressed] = useState(false)
  const place = usePlace(props)
  const me = useMe()
  const notes = useNotes(props.kind, props.counted === false ? null : props.id)?.count ?? 0
  if (!me) return null
  const opened = pressed || place.named
  const words = notes > 0 ? `Timeline · ${count(notes, 'note', 'notes')}` : 'Timeline'
  return (
    <>
      <GuardedButton
        may={timelineKinds[props.kind]}
        variant="subtle"
        size="compact-xs"
        leftSection={<IconHistory size={14} aria-hidden />}
        aria-label={props.of ? `Timeline of ${props.of}` : 'Timeline'}
        {...(notes > 0 && { 'aria-description': count(notes, 'note', 'notes') })}
        onClick={() => setPressed(true)}
      >
        {words}
      </GuardedButton>
      {opened && (
        <TimelineDrawer
          key={place.entry}
          {...props}
          entry={place.entry}
          onClose={() => {
            setPressed(false)
            place.leave()
          }}
        />
      )}
    </>
  )
}

/**
 * Opens the timeline that the address names, on a page that lists some of its kind of record.
 * @param isShown whether the page shows the record: its own button then opens the timeline
 */
export function NamedTimeline({ kind, isShown }: { kind: TimelineKind; isShown: (id: string) => boolean }) {
  const { timeline = '' } = useSearch({ strict: false })
  const id = timeline.startsWith(nameOf(kind, '')) ? timeline.slice(nameOf(kind, '').length) : ''
  const props = { kind, id, of: null }
  const place = usePlace(props)
  const may = useWhyNot(timelineKinds[kind]) === null
  if (!may || id === '' || isShown(id)) return null
  return <TimelineDrawer key={place.entry} {...props} entry={place.entry} onClose={place.leave} />
}
