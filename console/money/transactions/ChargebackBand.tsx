import { api } from '@portreeve/contract'
import { openChargebacks } from '@portreeve/contract/money/chargebacks'
import { Link } from '@tanstack/react-router'
import { useData } from '../../data/use-data.ts'
import { shortUtc } from '../../format/dates.ts'
import { grouped } from '../../format/money.ts'
import { When } from '../../ui/When.tsx'
import classes from './case.module.css'

/** The open chargebacks of a transaction: the amount, by when evidence is due, and the link to the evidence. */
export function ChargebackBand({ id }: { id: string }) {
  const found = useData(api.chargebacks.list, { query: { transaction: id } })
  const open = (found.data ?? []).filter(({ state }) =>
    (openChargebacks as readonly string[]).includes(state),
  )
  return open.map((one) => (
    <section key={one.id} className={classes.band} aria-label="Chargeback">
      <span>
        The buyer’s bank {one.state === 'inquiry' ? 'asks about' : 'has taken back'}{' '}
        {grouped(one.amount, one.currency)} ({one.reason.replaceAll('_', ' ')}).
        {one.submitted_at ? (
          ' Evidence was sent.'
        ) : one.evidence_due_at === null ? (
          ' No deadline for evidence.'
        ) : (
          <>
            {' '}
            Evidence is due <When value={one.evidence_due_at} write={shortUtc} />.
          </>
        )}
      </span>
      <Link to="/dashboard/chargebacks/$id" params={{ id: one.id }}>
        {one.submitted_at ? 'Open the chargeback' : 'Answer the chargeback'}
      </Link>
    </section>
  ))
}
