import { grouped } from '../format/money.ts'
import classes from '../shell/lists/desk.module.css'
import type { Column } from '../ui/ColumnTable.tsx'
import { ProviderId } from './ProviderId.tsx'
import { TransactionLine } from './TransactionLine.tsx'

interface MoneyRow {
  id: string
  transaction_id: string
  title: string | null
  public_id: string | null
  amount: number | null
  currency?: string | undefined
  reference: string | null
}

/** The columns that all lists of money have. */
export const orderColumn: Column<MoneyRow> = {
  name: 'Order',
  cell: ({ id, transaction_id, title, public_id }) => (
    <TransactionLine row={id} id={transaction_id} title={title} publicId={public_id} />
  ),
}
export const amountColumn: Column<MoneyRow> = {
  name: 'Amount',
  width: 92,
  is: 'number',
  cell: ({ amount, currency }) => (
    <span className={classes.money}>{amount === null ? '–' : grouped(amount, currency)}</span>
  ),
}
export const providerColumn: Column<MoneyRow> = {
  name: 'At the provider',
  width: 112,
  cell: ({ reference }) => <ProviderId id={reference} />,
}
