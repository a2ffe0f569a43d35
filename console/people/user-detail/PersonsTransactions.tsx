import { Text } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { Transaction } from '@portreeve/contract/money/transactions'
import { type Pages, usePages } from '../../data/pages.ts'
import { LoadMore } from '../../shell/LoadMore.tsx'
import { Cells, CellsSkeleton } from '../../shell/records/Cells.tsx'
import { type Marks, useMarks } from '../../shell/records/order-marks.ts'
import { TransactionCell } from '../../shell/records/TransactionCell.tsx'
import { UserLink } from '../../shell/records/UserLink.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { Empty, Section } from './Section.tsx'

/** ACC-07 to ACC-09: one call, split into purchases and sales. */
export function PersonsTransactions({ uid }: { uid: string }) {
  const transactions = usePages(
    api.transactions.ofUser,
    { params: { uid } },
    { failed: "There was an error loading this txn's details" },
  )
  const marks = useMarks((transactions.rows ?? []).map(({ id }) => id))
  const shared = { transactions, marks }
  return (
    <>
      <Side title="Purchases" {...shared} isOfSide={(one) => one.purchaser_uid === uid}>
        {(one) => (
          <>
            From <UserLink uid={one.seller_uid} name={one.seller_display_name} />
          </>
        )}
      </Side>
      <Side title="Sales" {...shared} isOfSide={(one) => one.seller_uid === uid}>
        {(one) => (
          <>
            To <UserLink uid={one.purchaser_uid} name={one.purchaser_display_name} />
          </>
        )}
      </Side>
    </>
  )
}

interface SideProps {
  title: string
  transactions: Pages<Transaction>
  marks: Marks
  isOfSide: (one: Transaction) => boolean
  children: (one: Transaction) => React.ReactNode
}

function Side({ title, transactions, marks, isOfSide, children }: SideProps) {
  const rows = transactions.rows?.filter(isOfSide)
  const hasRows = rows && rows.length > 0
  return (
    <Section
      title={title}
      beside={
        hasRows && (
          <Text size="sm" c="dimmed">
            {rows.length}
            {transactions.more && '+'}
          </Text>
        )
      }
    >
      {transactions.failure && (
        <FailedState message={`${title} could not be loaded.`} onRetry={transactions.reload} />
      )}
      {transactions.loading && <CellsSkeleton height={90} />}
      {hasRows && (
        <Cells label={title}>
          {rows.map((one) => (
            <TransactionCell key={one.id} transaction={one} refunded={marks.get(one.id)?.refunded}>
              {children(one)}
            </TransactionCell>
          ))}
        </Cells>
      )}
      {rows && !hasRows && !transactions.failure && <Empty>No {title.toLowerCase()}.</Empty>}
      <LoadMore pages={transactions} />
    </Section>
  )
}
