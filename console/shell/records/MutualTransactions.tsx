import { Button, Group, Modal, Stack } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useEscape } from '../../ui/browser/escape.ts'
import { onDemand } from '../on-demand.tsx'
import { CellsSkeleton } from './Cells.tsx'

const TransactionsBetween = onDemand(
  async () => (await import('./TransactionsBetween.tsx')).TransactionsBetween,
  <CellsSkeleton cells={2} height={90} />,
)

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
      // `useEscape` closes one layer per Escape (ui/browser/escape.ts).
      closeOnEscape={false}
    >
      <Stack gap="lg">
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
