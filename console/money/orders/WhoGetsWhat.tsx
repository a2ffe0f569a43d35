import type { OrderItem } from '@portreeve/contract/money/orders'
import type { PayoutRow } from '@portreeve/contract/money/payouts'
import type { Transaction } from '@portreeve/contract/money/transactions'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { grouped } from '../../format/money.ts'
import { payoutStateWords } from '../../format/movement-words.ts'
import { orNull } from '../../format/words.ts'
import { DeskTable } from '../../shell/lists/DeskTable.tsx'
import desk from '../../shell/lists/desk.module.css'
import { Clamp } from '../../ui/Clamp.tsx'
import type { Column } from '../../ui/ColumnTable.tsx'
import { StateWord } from '../../ui/StateWord.tsx'
import { type HoldAction, HoldDialog } from '../payouts/HoldDialog.tsx'
import { PayoutButton } from '../payouts/PayoutButton.tsx'
import { Panel } from '../transactions/Panel.tsx'
import { PartyName } from './PartyName.tsx'

interface Row extends OrderItem {
  readonly txn: Transaction | undefined
}

const amount = (name: string, of: (row: Row) => number): Column<Row> => ({
  name,
  width: 104,
  is: 'number',
  cell: (row) => <span className={desk.money}>{grouped(of(row), row.money.currency)}</span>,
})

const columns = (onAction: (action: HoldAction, payout: PayoutRow) => void): readonly Column<Row>[] => [
  {
    name: 'Item',
    cell: ({ id, txn }) => (
      <>
        <Link to="/dashboard/txns/$id" params={{ id }} className={desk.title}>
          <Clamp text={orNull(txn?.product_title)} />
        </Link>
        <span className={desk.quiet}>{txn?.public_id ?? id}</span>
      </>
    ),
  },
  { name: 'Seller', width: '14%', cell: ({ seller }) => <PartyName {...seller} /> },
  amount('Buyer paid', ({ money }) => -money.captured),
  amount('Given back', ({ money }) => money.refunded + money.charged_back),
  amount('Seller was paid', ({ money }) => money.paid_out),
  amount('Seller waits for', ({ money }) => money.pending + money.held + money.disputed),
  {
    name: 'Marketplace',
    width: 112,
    is: 'number',
    cell: ({ money: { fee, label, currency } }) => (
      <>
        <span className={desk.money}>{fee < 0 ? `−${grouped(-fee, currency)}` : grouped(fee, currency)}</span>
        {label > 0 && <span className={desk.quiet}>label {grouped(label, currency)}</span>}
      </>
    ),
  },
  {
    name: 'Payout',
    width: '18%',
    cell: ({ payout, money: { paid_out, pending, held, disputed } }) => {
      if (!payout)
        return (
          <span className={desk.quiet}>
            {paid_out > 0 ? 'Sent' : pending + held + disputed > 0 ? 'Not due yet' : '–'}
          </span>
        )
      return (
        <>
          <StateWord {...payoutStateWords[payout.state]} />
          {payout.held_by.length > 0 && <span className={desk.quiet}>{payout.held_by.join(', ')}</span>}
          <PayoutButton payout={payout} onAction={onAction} />
        </>
      )
    },
  },
]

/** The money of each item: what the buyer paid, and who has it. */
export function WhoGetsWhat({ items, txns }: { items: readonly OrderItem[]; txns: readonly Transaction[] }) {
  const [dialog, setDialog] = useState<{ action: HoldAction; payout: PayoutRow } | null>(null)
  const rows = items.map((item) => ({ ...item, txn: txns.find(({ id }) => id === item.id) }))
  return (
    <Panel title="Who was paid" flush>
      <DeskTable
        fixed
        label="Who was paid"
        columns={columns((action, payout) => setDialog({ action, payout }))}
        rows={rows}
        keyOf={({ id }) => id}
        least={980}
      />
      {dialog && <HoldDialog {...dialog} onClose={() => setDialog(null)} />}
    </Panel>
  )
}
