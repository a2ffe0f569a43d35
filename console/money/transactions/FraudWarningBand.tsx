import { api } from '@portreeve/contract'
import { useData } from '../../data/use-data.ts'
import { shortUtc } from '../../format/dates.ts'
import { grouped } from '../../format/money.ts'
import { useCaseMark } from '../../shell/lists/opened-case.ts'
import { FailedState } from '../../ui/FailedState.tsx'
import { When } from '../../ui/When.tsx'
import { fraudWords } from '../chargeback-words.ts'
import classes from './case.module.css'

/** The fraud warning with which the desk opened its transaction. */
export function FraudWarningBand({ transaction, id }: { transaction: string; id: string }) {
  const mark = useCaseMark('fraud_warning')
  const found = useData(api.chargebacks.warnings, { query: { transaction } })
  const warning = found.data?.find((one) => one.id === id)
  if (found.failure)
    return <FailedState message="The fraud warning could not be loaded." onRetry={found.reload} />
  return (
    warning && (
      <section {...mark(id)} className={classes.band} aria-label="Fraud warning">
        <span>
          A chargeback is likely: {fraudWords(warning.fraud_type)}. The provider warned on{' '}
          <When value={warning.created_at} write={shortUtc} />.
          {warning.actionable &&
            warning.left > 0 &&
            ` A refund of ${grouped(warning.left, warning.currency)} now saves the fee of ${grouped(warning.fee_saved)} that a chargeback costs.`}
        </span>
      </section>
    )
  )
}
