import { Button, Drawer, SegmentedControl, Switch, Text } from '@mantine/core'
import { api } from '@portreeve/contract'
import { noteAction } from '@portreeve/contract/staff/notes'
import type { TimelineKind } from '@portreeve/contract/staff/timeline'
import { useState } from 'react'
import { usePages } from '../../data/pages.ts'
import { usePending } from '../../data/use-action.ts'
import { LoadMore } from '../../shell/LoadMore.tsx'
import { useEscape } from '../../ui/browser/escape.ts'
import { FailedState } from '../../ui/FailedState.tsx'
import { LinesSkeleton } from '../../ui/skeletons.tsx'
import { Entry } from './Entry.tsx'
import { NoteForm } from './NoteForm.tsx'
import { type DrawerProps, nameOf } from './place.ts'
import { RecordChanges } from './RecordChanges.tsx'
import classes from './timeline.module.css'

/** Whether reads of these records are audited. */
const hasAuditedReads = (kind: TimelineKind) => kind === 'user' || kind === 'conversation'

/** What staff did to a record and what changed in it, beside the page. */
export function TimelineDrawer({ kind, id, of, entry, onClose }: DrawerProps) {
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
