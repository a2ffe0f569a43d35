import { useParams } from '@tanstack/react-router'
import { TransactionDetail } from './TransactionDetail.tsx'
import { TransactionList } from './TransactionList.tsx'

/** TXN-01, TXN-02: the list, or one transaction. Another transaction is another page; nothing of the one before stays. */
export function TransactionsScreen() {
  const { id } = useParams({ from: '/shell/dashboard/txns/$id' })
  return id === 'overview' ? <TransactionList /> : <TransactionDetail key={id} id={id} />
}
