import { Text } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { Transaction } from '@portreeve/contract/transactions'
import { type Pages, usePages } from '../../data/pages.ts'
import { Cells, CellsSkeleton } from '../../parts/Cells.tsx'
import { LoadMore } from '../../parts/LoadMore.tsx'
import { TransactionCell } from '../../parts/TransactionCell.tsx'
import { UserLink } from '../../parts/UserLink.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { Empty, Section } from './Section.tsx'

/** ACC-07 to ACC-09: one call, split here by the side that the person was on. */
export function Trades({ uid }: { uid: string }) {
  const trades = usePages(
    api.transactions.ofUser,
    { params: { uid } },
    { failed: "There was an error loading this txn's details" },
  )
  return (
    <>
      <Side title="Purchases" trades={trades} isOfSide={(one) => one.purchaser_uid === uid}>
        {(one) => (
          <>
            From <UserLink uid={one.seller_uid} name={one.seller_display_name} />
          </>
        )}
      </Side>
      <Side title="Sales" trades={trades} isOfSide={(one) => one.seller_uid === uid}>
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
  trades: Pages<Transaction>
  isOfSide: (one: Transaction) => boolean
  children: (one: Transaction) => React.ReactNode
}

function Side({ title, trades, isOfSide, children }: SideProps) {
  const rows = trades.rows?.filter(isOfSide)
  const many = rows && rows.length > 0
  return (
    <Section
      title={title}
      beside={
        many && (
          <Text size="sm" c="dimmed">
            {rows.length}
            {trades.more && '+'}
          </Text>
        )
      }
    >
      {trades.failure && <FailedState message={`${title} could not be loaded.`} onRetry={trades.reload} />}
      {trades.loading && <CellsSkeleton height={90} />}
      {many && (
        <Cells label={title}>
          {rows.map((one) => (
            <TransactionCell key={one.id} transaction={one}>
              {children(one)}
            </TransactionCell>
          ))}
        </Cells>
      )}
      {rows && !many && !trades.failure && <Empty>No {title.toLowerCase()}.</Empty>}
      <LoadMore pages={trades} />
    </Section>
  )
}
