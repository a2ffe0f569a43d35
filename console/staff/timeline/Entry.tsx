import { Text } from '@mantine/core'
import type { TimelineEntry } from '@portreeve/contract/staff/audit'
import type { TakeBack as Held } from '@portreeve/contract/staff/held'
import { noteAction } from '@portreeve/contract/staff/notes'
import { Link } from '@tanstack/react-router'
import { actorName, actorRole } from '../../format/actor.ts'
import { longLocal } from '../../format/dates.ts'
import { sentenceOf } from '../../format/sentences.ts'
import { AsThen } from '../../shell/records/RecordLink.tsx'
import { UserLink } from '../../shell/records/UserLink.tsx'
import { LongText } from '../../ui/LongText.tsx'
import { When } from '../../ui/When.tsx'
import { Files, filesIn } from '../files/Files.tsx'
import { Changes } from './Changes.tsx'
import { TakeBack } from './TakeBack.tsx'
import classes from './timeline.module.css'

const leftOut = {
  private: 'You may not see what it was about.',
  erased: 'What it was about was erased with a person.',
  long: 'Too long to be shown here: it is in the export of the audit log.',
} as const

interface EntryProps {
  row: TimelineEntry
  /** The record's timeline, as its address names it. */
  timeline: string
  /** The address names this entry. */
  marked: boolean
}

/** One audit row: actor, action, time, reason and changed fields. Its time is a link to it. */
export function Entry({ row, timeline, marked }: EntryProps) {
  const isNote = row.action === noteAction
  const [kind = '', ...id] = timeline.split(':')
  const { words, complete } = sentenceOf(row, row.names)
  return (
    <li className={classes.entry} data-note={isNote || undefined} aria-current={marked || undefined}>
      <div className={classes.line}>
        <span>
          <strong dir="auto">{actorName(row.by)}</strong>{' '}
          <span className={classes.quiet}>{actorRole(row.by)}</span>
        </span>
        <Link
          to="."
          hash
          search={(now: object) => ({ ...now, timeline, entry: String(row.id) })}
          className={`${classes.quiet} ${classes.anchor}`}
        >
          <When value={row.at} write={longLocal} />
        </Link>
      </div>
      <Text size="sm" fw={isNote ? 600 : 400}>
        {isNote ? 'Note' : words}
      </Text>
      {row.left_out && (
        <Text size="sm" c="dimmed">
          {leftOut[row.left_out]}
        </Text>
      )}
      {isNote && <Others row={row} />}
      {row.reason && <LongText text={isNote ? row.reason : `Reason: ${row.reason}`} lines={8} />}
      {isNote && <Files files={filesIn(row.after)} />}
      {row.take_back && <TakeBack held={row.take_back} action={row.action as Held['action']} />}
      {!complete && !isNote && <Changes {...row} />}
      {!isNote && <AsThen kind={kind} id={id.join(':')} at={row.at} />}
    </li>
  )
}

/** The further people whom a note is about. */
function Others({ row: { after, names = {} } }: { row: TimelineEntry }) {
  const about = typeof after === 'object' && after !== null && 'about' in after ? after.about : []
  const uids = Array.isArray(about) ? about.filter((uid) => typeof uid === 'string') : []
  if (uids.length === 0) return null
  return (
    <Text size="sm" c="dimmed">
      Also about{' '}
      {uids.map((uid, at) => (
        <span key={uid}>
          {at > 0 && ', '}
          <UserLink uid={uid} name={names[uid] ?? null} />
        </span>
      ))}
    </Text>
  )
}
