import { Button } from '@mantine/core'
import type { UserReport } from '@portreeve/contract/user-reports'
import { daysAgo } from '../../format/days-ago.ts'
import { orNull } from '../../format/words.ts'
import { UserLink } from '../../parts/UserLink.tsx'
import { LongText } from '../../ui/LongText.tsx'
import { When } from '../../ui/When.tsx'
import classes from './reports.module.css'

/** One report about a person (URP-13 to URP-18). */
export function Report({ report, onTransactions }: { report: UserReport; onTransactions: () => void }) {
  const { created_at, report_reason_id, reporter_uid, reporter, input } = report
  return (
    <li className={classes.report}>
      <div className={classes.facts}>
        <span>
          Reported <When value={created_at} write={(value) => daysAgo(value, new Date())} />
        </span>
        {/* URP-14, D-020 */}
        <strong dir="auto">{orNull(report_reason_id)}</strong>
        <span>
          Reported by{' '}
          {reporter_uid ? (
            <UserLink uid={reporter_uid} name={reporter?.displayName ?? null} newTab />
          ) : (
            <bdi>{orNull(reporter?.displayName)}</bdi>
          )}
        </span>
        <Button variant="default" size="compact-xs" onClick={onTransactions}>
          Txns
        </Button>
      </div>
      {input && <LongText text={input} lines={4} />}
    </li>
  )
}
