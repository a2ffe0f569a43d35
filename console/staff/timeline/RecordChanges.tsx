import { Text } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { RecordChange } from '@portreeve/contract/staff/history'
import type { TimelineKind } from '@portreeve/contract/staff/timeline'
import { usePages } from '../../data/pages.ts'
import { longLocal } from '../../format/dates.ts'
import { changedBy, changeWords } from '../../format/record-changes.ts'
import { LoadMore } from '../../shell/LoadMore.tsx'
import { AsThen } from '../../shell/records/RecordLink.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { LinesSkeleton } from '../../ui/skeletons.tsx'
import { When } from '../../ui/When.tsx'
import { Changes } from './Changes.tsx'
import classes from './timeline.module.css'

/** What changed of a record, field by field, with who or what changed it: staff, a program, an import or a provider. */
export function RecordChanges({ kind, id }: { kind: TimelineKind; id: string }) {
  const pages = usePages(api.history.of, { params: { kind, id }, query: {} })
  const { rows, failure, loading, reload } = pages
  return (
    <div className={classes.body} aria-busy={loading}>
      {failure && <FailedState message="What changed could not be loaded." onRetry={reload} />}
      {loading && <LinesSkeleton lines={6} height={48} />}
      {rows && rows.length > 0 && (
        <ol aria-label="What changed">
          {rows.map((change) => (
            <li key={`${change.at} ${change.gone}`} className={classes.entry}>
              <div className={classes.line}>
                <strong dir="auto">{changedBy(change.by)}</strong>
                <span className={classes.quiet}>
                  <When value={change.at} write={longLocal} />
                </span>
              </div>
              <Text size="sm">{changeWords(change)}</Text>
              {!change.made && <Changes before={side(change, 'before')} after={side(change, 'after')} />}
              <AsThen kind={kind} id={id} at={change.at} />
            </li>
          ))}
        </ol>
      )}
      {rows?.length === 0 && (
        <Text size="sm" c="dimmed">
          Nothing has changed since Portreeve remembers.
        </Text>
      )}
      <LoadMore pages={pages} />
    </div>
  )
}

const side = ({ fields }: RecordChange, which: 'before' | 'after') =>
  Object.fromEntries(fields.map((field) => [field.field, field[which]]))
