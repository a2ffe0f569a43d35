import type { RefundRow } from '@portreeve/contract/refunds'
import { shortLocal } from '../../format/dates.ts'
import { grouped } from '../../format/money.ts'
import { movementKindWords, movementStateWords } from '../../format/movement-words.ts'
import { DeskTable } from '../../parts/desk/DeskTable.tsx'
import classes from '../../parts/desk/desk.module.css'
import { ProviderId } from '../../parts/desk/ProviderId.tsx'
import { TransactionLine } from '../../parts/desk/TransactionLine.tsx'
import { UserLink } from '../../parts/UserLink.tsx'
import { Clamp } from '../../ui/Clamp.tsx'
import type { Column } from '../../ui/ColumnTable.tsx'
import { StateWord } from '../../ui/StateWord.tsx'
import { When } from '../../ui/When.tsx'

const columns: readonly Column<RefundRow>[] = [
  {
    name: 'Order',
    cell: ({ transaction_id, title, public_id }) => (
      <TransactionLine id={transaction_id} title={title} publicId={public_id} />
    ),
  },
  {
    name: 'Amount',
    width: 104,
    is: 'number',
    cell: ({ amount }) => <span className={classes.money}>{amount === null ? '–' : grouped(amount)}</span>,
  },
  {
    name: 'State',
    width: 116,
    cell: ({ state, failure }) => (
      <>
        <StateWord {...movementStateWords[state]} />
        {failure && (
          <span className={classes.bad}>
            <Clamp text={failure} lines={2} />
          </span>
        )}
      </>
    ),
  },
  {
    name: 'Reason',
    width: '17%',
    cell: ({ kind, reason }) => (
      <>
        {reason === null ? '–' : <Clamp text={reason} lines={2} />}
        <span className={classes.quiet}>{movementKindWords[kind]}</span>
      </>
    ),
  },
  { name: 'Buyer', width: '11%', cell: ({ buyer }) => <UserLink {...buyer} /> },
  {
    name: 'Requested by',
    width: '13%',
    cell: ({ requested_by, approved_by, provider }) => (
      <>
        <Clamp text={requested_by?.name ?? requested_by?.uid ?? provider ?? 'The provider'} />
        {approved_by && (
          <span className={classes.quiet}>
            <Clamp text={`approved by ${approved_by.name ?? approved_by.uid}`} />
          </span>
        )}
      </>
    ),
  },
  { name: 'At the provider', width: '13%', cell: ({ reference }) => <ProviderId id={reference} /> },
  {
    name: 'Time',
    width: 132,
    is: 'date',
    cell: ({ created_at }) => <When value={created_at} write={shortLocal} />,
  },
]

/** Refunds; a placeholder while `rows` is undefined. */
export const RefundsTable = ({ rows }: { rows: readonly RefundRow[] | undefined }) => (
  <DeskTable label="Refunds" columns={columns} rows={rows} keyOf={({ id }) => id} least={1080} />
)
