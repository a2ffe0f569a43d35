import { Button, Group, Modal, Stack, Text, Title } from '@mantine/core'
import { api } from '@portreeve/contract'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { detailOf } from '../data/failure.ts'
import { useData } from '../data/use-data.ts'
import { orNull } from '../format/words.ts'
import { useEscape } from '../ui/escape.ts'
import { FailedState } from '../ui/FailedState.tsx'
import { Cells, CellsSkeleton } from './Cells.tsx'
import { TransactionCell } from './TransactionCell.tsx'

interface Parties {
  /** DLG-10 */
  readonly title: ReactNode
  readonly party1: string
  readonly party2: string
}

type PartialParties = { readonly [Name in keyof Parties]: Parties[Name] | null | undefined }

/** The dialog with the transactions between two people (DLG-10 to DLG-14), and the function that opens it. */
export function useMutualTransactions(): { dialog: ReactNode; open: (parties: PartialParties) => void } {
  const [parties, setParties] = useState<Parties | null>(null)
  const [opened, setOpened] = useState(false)
  return {
    // Mounted before it is opened, so that it returns the focus on close.
    dialog: <MutualTransactionsDialog parties={parties} opened={opened} onClose={() => setOpened(false)} />,
    open: ({ title, party1, party2 }) => {
      // DLG-13, D-111
      if (!party1 || !party2) return window.alert('Missing parties to get transactions between')
      setParties({ title, party1, party2 })
      setOpened(true)
    },
  }
}

interface DialogProps {
  parties: Parties | null
  opened: boolean
  onClose: () => void
}

function MutualTransactionsDialog({ parties, opened, onClose }: DialogProps) {
  useEscape(onClose, opened)
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={<span style={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{parties?.title}</span>}
      size="xl"
      // `useEscape` closes one layer per Escape (ui/escape.ts).
      closeOnEscape={false}
    >
      <Stack gap="md">
        {parties && <TransactionsBetween party1={parties.party1} party2={parties.party2} />}
        <Group justify="flex-end">
          {/* DLG-12 */}
          <Button variant="default" onClick={onClose} data-autofocus>
            Cancel
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

function TransactionsBetween({ party1, party2 }: { party1: string; party2: string }) {
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
