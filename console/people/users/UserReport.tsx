import { Button } from '@mantine/core'
import type { UserReport } from '@portreeve/contract/people/user-reports'
import { reasonName, recordWords } from '../../format/reports.ts'
import { orNull } from '../../format/words.ts'
import { UserLink } from '../../shell/records/UserLink.tsx'
import { LongText } from '../../ui/LongText.tsx'
import { Day } from './Day.tsx'
import classes from './reports.module.css'

interface ReportProps {
  report: Pick<UserReport, 'created_at' | 'report_reason_id' | 'reporter_uid' | 'reporter' | 'input'>
  /** How many of the reporter's reports were upheld; null until it is loaded. */
  record: { made: number; handled: number; upheld: number } | null
  onTransactions: () => void
}

/** One report about a person (URP-13 to URP-18). */
export function Report({ report, record, onTransactions }: ReportProps) {
  const { created_at, report_reason_id, reporter_uid, reporter, input } = report
  return (
    <li className={classes.report}>
      <div className={classes.facts}>
        <span>
          Reported <Day value={created_at} />
        </span>
        {/* URP-14, D-020 */}
        <strong dir="auto">{orNull(report_reason_id && reasonName(report_reason_id))}</strong>
        <span>
          Reported by{' '}
          {reporter_uid ? (
            <UserLink uid={reporter_uid} name={reporter?.displayName ?? null} newTab />
          ) : (
            <bdi>{orNull(reporter?.displayName)}</bdi>
          )}
        </span>
        {record && <span className={classes.quiet}>{recordWords(record)}</span>}
        <Button variant="default" size="compact-xs" onClick={onTransactions}>
          Txns
        </Button>
      </div>
      {input && <LongText text={input} lines={4} />}
    </li>
  )
}
