import { Text, Title } from '@mantine/core'
import { api } from '@portreeve/contract'
import { useEffect, useId } from 'react'
import { detailOf } from '../../data/failure.ts'
import { useData } from '../../data/use-data.ts'
import { orNull } from '../../format/words.ts'
import { FailedState } from '../../ui/FailedState.tsx'
import { Cells, CellsSkeleton } from './Cells.tsx'
import { TransactionCell } from './TransactionCell.tsx'

/** The transactions between two people, newest first. */
export function TransactionsBetween({ party1, party2 }: { party1: string; party2: string }) {
  const heading = useId()
  const list = useData(api.transactions.between, { query: { party1, party2 } })
  const { failure } = list
  // DLG-14: `alert` is a side effect, so it is called in an effect.
  useEffect(() => {
    if (failure && !failure.signedOut) window.alert(detailOf(failure) ?? failure.message)
  }, [failure])
  return (
    <section aria-labelledby={heading} aria-busy={list.loading}>
      <Title order={3} id={heading} mb="sm">
        Transactions Between Accounts
      </Title>
      {list.loading ? (
        <div role="status" aria-label="Loading">
          <CellsSkeleton cells={2} height={90} />
        </div>
      ) : failure ? (
        <FailedState message="The transactions could not be loaded." onRetry={list.reload} />
      ) : list.data?.length ? (
        <Cells label="Transactions">
          {list.data.map((transaction) => (
            <TransactionCell key={transaction.id} transaction={transaction} newTab>
              Sold by <bdi>{orNull(transaction.seller_display_name)}</bdi>
            </TransactionCell>
          ))}
        </Cells>
      ) : (
        // D-022
        <Text size="sm">No items.</Text>
      )}
      {list.more && (
        <Text size="sm" c="dimmed" mt="sm">
          Showing the newest {list.data?.length}.
        </Text>
      )}
    </section>
  )
}
