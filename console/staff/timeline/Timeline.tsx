import { Button, Drawer, SegmentedControl, Switch, Text } from '@mantine/core'
import { api } from '@portreeve/contract'
import { noteAction } from '@portreeve/contract/staff/notes'
import type { TimelineKind } from '@portreeve/contract/staff/timeline'
import { timelineKinds } from '@portreeve/contract/staff/timeline'
import { IconHistory } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { usePages } from '../../data/pages.ts'
import { useMe, useWhyNot } from '../../data/rights.ts'
import { usePending } from '../../data/use-action.ts'
import { count } from '../../format/words.ts'
import { GuardedButton } from '../../shell/GuardedButton.tsx'
import { LoadMore } from '../../shell/LoadMore.tsx'
import { useEscape } from '../../ui/browser/escape.ts'
import { FailedState } from '../../ui/FailedState.tsx'
import { LinesSkeleton } from '../../ui/skeletons.tsx'
import { Entry } from './Entry.tsx'
import { NoteForm } from './NoteForm.tsx'
import { useNotes } from './PinnedNote.tsx'
import { RecordChanges } from './RecordChanges.tsx'
import classes from './timeline.module.css'

interface TimelineProps {
  kind: TimelineKind
  id: string
  /** The record's name. */
  of: string | null
  /** False in a long list, where each count would be a call. */
  counted?: boolean
}

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

const nameOf = (kind: TimelineKind, id: string) => `${kind}:${id}`

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

/** Whether reads of these records are audited. */
const hasAuditedReads = (kind: TimelineKind) => kind === 'user' || kind === 'conversation'

interface DrawerProps extends TimelineProps {
  /** The entry that the address names: the list begins with it. */
  entry: string | undefined
  onClose: () => void
}

function TimelineDrawer({ kind, id, of, entry, onClose }: DrawerProps) {
  const [view, setView] = useState<'done' | 'changed'>('done')
  useEscape(onClose)
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={440}
      title={
        <span className={classes.title}>Timeline {of && <bdi className={classes.quiet}>{of}</bdi>}</span>
      }
      closeOnEscape={false}
      closeButtonProps={{ 'aria-label': 'Close timeline' }}
    >
      <SegmentedControl
        mb="md"
        aria-label="What the timeline lists"
        value={view}
        onChange={(next) => setView(next as typeof view)}
        data={[
          { value: 'done', label: 'What staff did' },
          { value: 'changed', label: 'What changed' },
        ]}
      />
      {view === 'done' ? (
        <Entries kind={kind} id={id} entry={entry} />
      ) : (
        <RecordChanges kind={kind} id={id} />
      )}
    </Drawer>
  )
}

/** What staff did to the record, with their notes. */
function Entries({ kind, id, entry }: Omit<DrawerProps, 'of' | 'onClose'>) {
  const [reads, setReads] = useState(false)
  const [from, setFrom] = useState(entry)
  const input = {
    params: { kind, id },
    query: {
      ...(reads && { reads: 'shown' as const }),
      ...(from && { cursor: String(Number(from) + 1) }),
    },
  }
  const pages = usePages(api.timeline.of, input)
  const { rows, failure, loading, reload } = pages
  // The live event of a note may come before the answer to its call: then the list has the note already.
  const isListed = (text: string) => rows?.some((row) => row.action === noteAction && row.reason === text)
  const sending = usePending(api.notes.create).filter(
    ({ body }) => body.kind === kind && body.id === id && !isListed(body.text),
  )
  return (
    <>
      <NoteForm kind={kind} id={id} />
      {hasAuditedReads(kind) && (
        <Switch
          size="xs"
          mt="lg"
          label="Also who looked"
          checked={reads}
          onChange={(event) => setReads(event.currentTarget.checked)}
        />
      )}
      <div className={classes.body} aria-busy={loading}>
        {from && (
          <Button variant="subtle" size="compact-xs" mb="xs" onClick={() => setFrom(undefined)}>
            Show newer entries
          </Button>
        )}
        {failure && <FailedState message="The timeline could not be loaded." onRetry={reload} />}
        {loading && <LinesSkeleton lines={6} height={48} />}
        {rows && (rows.length > 0 || sending.length > 0) && (
          <ol aria-label="Timeline">
            {sending.map(({ body }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: notes in flight have no other name and keep their order
              <li key={at} className={classes.entry} data-note>
                <Text size="sm" c="dimmed">
                  Saving…
                </Text>
                <div dir="auto">{body.text}</div>
              </li>
            ))}
            {rows.map((row) => (
              <Entry key={row.id} row={row} timeline={nameOf(kind, id)} marked={entry === String(row.id)} />
            ))}
          </ol>
        )}
        {rows?.length === 0 && sending.length === 0 && !failure && (
          <Text size="sm" c="dimmed">
            Nothing was done here yet.
          </Text>
        )}
        <LoadMore pages={pages} />
      </div>
    </>
  )
}
