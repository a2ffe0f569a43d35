import { api } from '@portreeve/contract'
import { type DeskCounts, maxDeskCount } from '@portreeve/contract/desk/desk'
import type { DeskKind } from '@portreeve/contract/desk/desk-ranking'
import { useMe } from '../../data/rights.ts'
import { useData } from '../../data/use-data.ts'
import classes from './Shell.module.css'

/** The kinds of cases that an entry of the navigation leads to. */
const kinds: Record<string, readonly DeskKind[]> = {
  Users: ['user_reports', 'listing_reports'],
  'Pending Review': ['listing', 'promotion'],
  Orders: ['chargeback', 'dispute', 'fraud_warning', 'approval'],
}

const openOf = (label: string, counts: DeskCounts): number =>
  label === 'Desk'
    ? counts.views.all
    : (kinds[label] ?? []).reduce((sum, kind) => sum + (counts.kinds[kind] ?? 0), 0)

/** The number of open cases behind an entry, beside its link: the label itself is fixed by the spec. */
export function CaseCount({ label }: { label: string }) {
  const known = useMe() !== null
  const { data } = useData(api.desk.counts, {}, { when: known })
  const open = known && data ? openOf(label, data) : 0
  if (open === 0) return null
  const count = open >= maxDeskCount ? `${maxDeskCount - 1}+` : String(open)
  return (
    <span className={classes.count} role="img" aria-label={`${count} open`}>
      {count}
    </span>
  )
}
