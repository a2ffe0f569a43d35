import { changesOf } from '../../format/changes.ts'
import { LongText } from '../../ui/LongText.tsx'
import classes from './timeline.module.css'

interface ChangesProps {
  before: unknown
  after: unknown
  /** Of the record's amounts. */
  currency?: string | undefined
}

/** The changed fields of an audit row: before → after. Renders nothing without changes. */
export function Changes({ before, after, currency }: ChangesProps) {
  const changes = changesOf(before, after, currency)
  if (changes.length === 0) return null
  return (
    <dl className={classes.changes}>
      {changes.map((change) => (
        <div key={change.field}>
          <dt dir="auto">{change.field}</dt>
          <dd>
            {change.before !== null && <LongText text={change.before} lines={4} />}
            {change.before !== null && change.after !== null && (
              <span className={classes.arrow}>
                <span aria-hidden>↓</span> became
              </span>
            )}
            {change.before !== null && change.after === null && <span className={classes.arrow}>before</span>}
            {change.after !== null && <LongText text={change.after} lines={4} />}
          </dd>
        </div>
      ))}
    </dl>
  )
}
