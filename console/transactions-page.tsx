import { useParams } from '@tanstack/react-router'
import { SellersConversation } from './conversations/conversations/SellersConversation.tsx'
import { TransactionDetail } from './money/transactions/TransactionDetail.tsx'
import { TransactionList } from './money/transactions/TransactionList.tsx'
import { RecordActions, RecordPanels } from './record-extensions.tsx'

/** TXN-01, TXN-02: the list, or one transaction. The key remounts the page, so that no state of the previous one stays. */
export function TransactionsScreen() {
  const { id } = useParams({ from: '/shell/dashboard/txns/$id' })
  return id === 'overview' ? (
    <TransactionList />
  ) : (
    <TransactionDetail
      key={id}
      id={id}
      actions={(version) => <RecordActions kind="transaction" id={id} version={version} />}
      panels={<RecordPanels kind="transaction" id={id} />}
      conversation={(txn, talk) => <SellersConversation txn={txn} talk={talk} />}
    />
  )
}
