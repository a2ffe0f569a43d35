import type { ReactNode } from 'react'
import { orNull } from '../../format/words.ts'
import { LongText } from '../../ui/LongText.tsx'
import classes from './reports.module.css'

interface SameReportsProps<Report> {
  /** In groups (`alike`). */
  groups: readonly (readonly Report[])[]
  /** One report, as a list item. */
  children: (report: Report) => ReactNode
}

/** Reports that say the same as one entry, which opens to the single ones. */
export const SameReports = <
  Report extends { id: string; report_reason_id: string | null; input: string | null },
>({
  groups,
  children,
}: SameReportsProps<Report>) =>
  groups.map((group) => {
    const [first] = group
    if (!first || group.length === 1) return first && children(first)
    return (
      <li key={first.id} className={classes.same}>
        <details>
          <summary>
            <strong>{group.length} reports say the same</strong>
            <bdi>{orNull(first.report_reason_id)}</bdi>
          </summary>
          <ul aria-label="The single reports">{group.map(children)}</ul>
        </details>
        {first.input && <LongText text={first.input} lines={3} />}
      </li>
    )
  })
