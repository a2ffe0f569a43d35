import { Drawer, Switch, Text } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { TimelineKind } from '@portreeve/contract/timeline'
import { timelineKinds } from '@portreeve/contract/timeline'
import { IconHistory } from '@tabler/icons-react'
import { useState } from 'react'
import { usePending } from '../../data/hooks.ts'
import { usePages } from '../../data/pages.ts'
import { useMe } from '../../data/rights.ts'
import { useEscape } from '../../ui/escape.ts'
import { FailedState } from '../../ui/FailedState.tsx'
import { LinesSkeleton } from '../../ui/skeletons.tsx'
import { GuardedButton } from '../GuardedButton.tsx'
import { LoadMore } from '../LoadMore.tsx'
import { Entry } from './Entry.tsx'
import { NoteForm } from './NoteForm.tsx'
import classes from './timeline.module.css'

interface TimelineProps {
  kind: TimelineKind
  id: string
  /** What the record is called. */
  of: string | null
}

/** Opens what was done with a record. Nothing where nobody knows who is signed in: such a server has no timelines. */
export function TimelineButton(props: TimelineProps) {
  const [opened, setOpened] = useState(false)
  const me = useMe()
  if (!me) return null
  return (
    <>
      <GuardedButton
        may={timelineKinds[props.kind]}
        variant="subtle"
        size="compact-xs"
        leftSection={<IconHistory size={14} aria-hidden />}
        aria-label={props.of ? `Timeline of ${props.of}` : 'Timeline'}
        onClick={() => setOpened(true)}
      >
        Timeline
      </GuardedButton>
      {opened && <TimelineDrawer {...props} onClose={() => setOpened(false)} />}
    </>
  )
}

/** Calls that only look are on record for these. */
const isLookedAt = (kind: TimelineKind) => kind === 'user' || kind === 'conversation'

function TimelineDrawer({ kind, id, of, onClose }: TimelineProps & { onClose: () => void }) {
  const [reads, setReads] = useState(false)
  const input = { params: { kind, id }, query: reads ? { reads: 'shown' as const } : {} }
  const pages = usePages(api.timeline.of, input)
  const { rows, failure, loading, reload } = pages
  const sending = usePending(api.notes.create).filter(({ body }) => body.kind === kind && body.id === id)
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
      <NoteForm kind={kind} id={id} />
      {isLookedAt(kind) && (
        <Switch
          size="xs"
          mt="md"
          label="Also who looked"
          checked={reads}
          onChange={(event) => setReads(event.currentTarget.checked)}
        />
      )}
      <div className={classes.body} aria-busy={loading}>
        {failure && <FailedState message="The timeline could not be loaded." onRetry={reload} />}
        {loading && <LinesSkeleton lines={6} height={48} />}
        {rows && (rows.length > 0 || sending.length > 0) && (
          <ol className={classes.entries} aria-label="Timeline">
            {sending.map(({ body }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: notes in flight have no other name and keep their order
              <li key={at} className={classes.entry} data-note>
                <Text size="sm" c="dimmed">
                  Saving…
                </Text>
                <div dir="auto">{body.text}</div>
              </li>
            ))}
            {rows.map((deed) => (
              <Entry key={deed.id} deed={deed} />
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
    </Drawer>
  )
}
