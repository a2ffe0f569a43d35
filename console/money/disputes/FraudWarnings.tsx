import { Button } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { FraudWarning } from '@portreeve/contract/money/chargebacks'
import { Link } from '@tanstack/react-router'
import { usePages } from '../../data/pages.ts'
import { ageWords } from '../../format/deadline.ts'
import { grouped } from '../../format/money.ts'
import { orNull } from '../../format/words.ts'
import { DeskTable } from '../../shell/lists/DeskTable.tsx'
import classes from '../../shell/lists/desk.module.css'
import { PagedList } from '../../shell/PagedList.tsx'
import { Clamp } from '../../ui/Clamp.tsx'
import type { Column } from '../../ui/ColumnTable.tsx'
import { StateWord } from '../../ui/StateWord.tsx'
import { When } from '../../ui/When.tsx'
import { fraudWords } from '../chargeback-words.ts'
import { TransactionLine } from '../TransactionLine.tsx'

/** Whether a refund now is cheaper than the chargeback that the warning announces. */
const isWorthRefunding = ({ actionable, left }: FraudWarning) => actionable && left > 0

const columns: readonly Column<FraudWarning>[] = [
  {
    name: 'Order',
    cell: ({ transaction_id, title }) => (
      <TransactionLine id={transaction_id} title={title} publicId={null} />
    ),
  },
  {
    name: 'Payment',
    width: 112,
    is: 'number',
    cell: ({ amount, currency }) => <span className={classes.money}>{grouped(amount, currency)}</span>,
  },
  {
    name: 'Warning',
    width: '22%',
    cell: ({ fraud_type }) => <Clamp text={fraudWords(fraud_type)} lines={2} />,
  },
  {
    name: 'Age',
    width: 88,
    cell: ({ created_at }) => (
      <When value={created_at} write={(value, now) => ageWords(value, now) ?? orNull(value)} />
    ),
  },
  {
    name: 'Advice',
    width: '26%',
    cell: (warning) =>
      isWorthRefunding(warning) ? (
        <>
          <StateWord word={`Refund ${grouped(warning.left, warning.currency)}`} tone="caution" />
          <span className={classes.quiet}>
            saves the fee of {grouped(warning.fee_saved)} that a chargeback costs
          </span>
        </>
      ) : (
        <span className={classes.quiet}>
          {warning.left === 0 ? 'Everything is refunded' : 'A refund prevents nothing any more'}
        </span>
      ),
  },
  {
    name: 'Action',
    width: 92,
    cell: (warning) =>
      warning.transaction_id !== null &&
      isWorthRefunding(warning) && (
        <Button
          size="compact-sm"
          variant="default"
          renderRoot={(props) => (
            <Link
              to="/dashboard/txns/$id"
              params={{ id: warning.transaction_id ?? '' }}
              search={{ dialog: 'refund' }}
              aria-label={`Refund ${orNull(warning.title)}`}
              {...props}
            />
          )}
        >
          Refund…
        </Button>
      ),
  },
]

/** Early fraud warnings, newest first, each with the refund that costs less than a chargeback. */
export function FraudWarnings() {
  const pages = usePages(api.chargebacks.warnings, { query: {} })
  return (
    <PagedList
      pages={pages}
      what="fraud warnings"
      empty="No fraud warnings. The provider sends one when a chargeback is likely; a refund then costs less."
    >
      {(loaded) => (
        <DeskTable
          label="Fraud warnings"
          columns={columns}
          rows={loaded}
          keyOf={({ id }) => id}
          least={900}
        />
      )}
    </PagedList>
  )
}
