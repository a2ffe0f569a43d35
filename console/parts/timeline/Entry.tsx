import { Text } from '@mantine/core'
import type { TimelineEntry } from '@portreeve/contract/audit'
import { noteAction } from '@portreeve/contract/notes'
import { actionWords, actorName } from '../../format/actions.ts'
import { longLocal } from '../../format/dates.ts'
import { LongText } from '../../ui/LongText.tsx'
import { When } from '../../ui/When.tsx'
import { Changes } from './Changes.tsx'
import classes from './timeline.module.css'

const leftOut = {
  private: 'You may not see what it was about.',
  erased: 'What it was about was erased with a person.',
  long: 'Too long to be shown here: it is in the export of the audit log.',
} as const

/** One thing that was done: who, what, when, why, and what it changed. */
export function Entry({ deed }: { deed: TimelineEntry }) {
  const isNote = deed.action === noteAction
  return (
    <li className={classes.entry} data-note={isNote || undefined}>
      <div className={classes.line}>
        <span>
          <strong dir="auto">{actorName(deed.by)}</strong>{' '}
          <span className={classes.quiet}>{deed.by.role}</span>
        </span>
        <span className={classes.quiet}>
          <When value={deed.at} write={longLocal} />
        </span>
      </div>
      <Text size="sm" fw={isNote ? 600 : 400}>
        {isNote ? 'Note' : actionWords(deed.action, deed.after)}
      </Text>
      {deed.left_out && (
        <Text size="sm" c="dimmed">
          {leftOut[deed.left_out]}
        </Text>
      )}
      {deed.reason && <LongText text={isNote ? deed.reason : `Reason: ${deed.reason}`} lines={8} />}
      <Changes before={deed.before} after={deed.after} />
    </li>
  )
}
