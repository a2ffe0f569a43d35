import { Group, Title } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { DisputeCase } from '@portreeve/contract/money/disputes'
import { noteAction } from '@portreeve/contract/staff/notes'
import { useData } from '../../data/use-data.ts'
import { actorName } from '../../format/actor.ts'
import { shortLocal } from '../../format/dates.ts'
import { Files, filesIn } from '../../staff/files/Files.tsx'
import { TimelineButton } from '../../staff/timeline/Timeline.tsx'
import { LongText } from '../../ui/LongText.tsx'
import { When } from '../../ui/When.tsx'
import classes from './dispute-panel.module.css'

/** The newest notes of staff about the transaction. All of them, and the form for a new one, are in its timeline. */
export function Notes({ dispute }: { dispute: DisputeCase }) {
  const input = { params: { kind: 'transaction', id: dispute.transaction_id }, query: {} }
  const { data = [] } = useData(api.timeline.of, input)
  const notes = data.filter(({ action }) => action === noteAction).slice(0, 3)
  return (
    <section className={classes.notes} aria-label="Staff notes">
      <Group justify="space-between">
        <Title order={3}>Staff notes</Title>
        <TimelineButton kind="transaction" id={dispute.transaction_id} of={dispute.title} />
      </Group>
      {notes.map(({ id, by, at, reason, after }) => (
        <div key={id} className={classes.note}>
          <LongText text={reason ?? ''} lines={4} />
          <Files files={filesIn(after)} />
          <span className={classes.by}>
            {actorName(by)}, <When value={at} write={shortLocal} />
          </span>
        </div>
      ))}
      {notes.length === 0 && <span className={classes.by}>No notes yet.</span>}
    </section>
  )
}
