import { Button, Text } from '@mantine/core'
import type { Movement } from '@portreeve/contract/money/refunds'
import type { Transaction } from '@portreeve/contract/money/transactions'
import { useState } from 'react'
import type { Loaded } from '../../data/use-data.ts'
import { shortUtc } from '../../format/dates.ts'
import { grouped } from '../../format/money.ts'
import { movementKindWords, movementStateWords } from '../../format/movement-words.ts'
import { DeskTable } from '../../shell/lists/DeskTable.tsx'
import { onDemand } from '../../shell/on-demand.tsx'
import type { Column } from '../../ui/ColumnTable.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { StateWord } from '../../ui/StateWord.tsx'
import { When } from '../../ui/When.tsx'
import { ProviderId } from '../ProviderId.tsx'
import classes from './case.module.css'
import { Panel } from './Panel.tsx'
import { refundsOf } from './receipt.ts'

const Receipt = onDemand(async () => (await import('./Receipt.tsx')).default)

const nameOf = (person: Movement['requested_by']) => <bdi>{person ? (person.name ?? person.uid) : '–'}</bdi>

/** Whether a movement was settled in a later minute than it began, so that its time says more. */
const isLater = (settled: string, began: string) => Date.parse(settled) - Date.parse(began) > 60_000

const columns: readonly Column<Movement>[] = [
  {
    name: 'When',
    width: 172,
    cell: ({ created_at, settled_at }) => (
      <>
        <When value={created_at} write={shortUtc} />
        {settled_at && isLater(settled_at, created_at) && (
          <span className={classes.quiet}>
            settled <When value={settled_at} write={shortUtc} />
          </span>
        )}
      </>
    ),
  },
  {
    name: 'What',
    cell: ({ kind, reason, failure }) => (
      <>
        {movementKindWords[kind]}
        {reason !== null && (
          <span className={classes.quiet}>
            Reason: {kind.startsWith('chargeback') ? reason.replaceAll('_', ' ') : reason}
          </span>
        )}
        {failure !== null && <span className={classes.failure}>{failure}</span>}
      </>
    ),
  },
  {
    name: 'Amount',
    width: 92,
    is: 'number',
    cell: ({ amount, currency }) => (amount === null ? '–' : grouped(amount, currency)),
  },
  {
    name: 'State',
    width: 108,
    cell: ({ state }) => <StateWord {...movementStateWords[state]} />,
  },
  {
    name: 'Requested by',
    width: '16%',
    cell: ({ requested_by, approved_by }) => (
      <>
        {nameOf(requested_by)}
        {approved_by && <span className={classes.quiet}>decided by {nameOf(approved_by)}</span>}
      </>
    ),
  },
  { name: 'At the provider', width: '16%', cell: ({ reference }) => <ProviderId id={reference} /> },
]

interface MovementsProps {
  txn: Transaction
  loaded: Pick<Loaded<Movement[]>, 'data' | 'failure' | 'loading' | 'reload'>
}

/** Every movement of a transaction's money, newest first, and the receipt of its refunds. Another server lacks the call. */
export function Movements({ txn, loaded }: MovementsProps) {
  const [receipt, setReceipt] = useState(false)
  const { data, failure, loading, reload } = loaded
  if (!data && !loading && (failure?.status ?? 0) < 500) return null
  const refunds = refundsOf(data ?? [])
  return (
    <Panel
      title="Movements"
      flush
      beside={
        refunds.length > 0 && (
          <Button variant="default" size="compact-sm" onClick={() => setReceipt(true)}>
            Refund receipt…
          </Button>
        )
      }
    >
      {failure && !loading && <FailedState message="The movements could not be loaded." onRetry={reload} />}
      {data?.length === 0 ? (
        <Text size="sm" c="dimmed">
          Nothing has moved since the payment. Refunds, payouts and charges appear here.
        </Text>
      ) : (
        (data || loading) && (
          <DeskTable
            fixed
            label="Movements"
            columns={columns}
            rows={data}
            keyOf={({ id }) => id}
            least={740}
            loadingRows={2}
          />
        )
      )}
      {receipt && <Receipt txn={txn} refunds={refunds} onClose={() => setReceipt(false)} />}
    </Panel>
  )
}
