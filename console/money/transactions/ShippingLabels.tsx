import { Button, Text, Title } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { Transaction } from '@portreeve/contract/money/transactions'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useBulkEnded } from '../../data/bulk.ts'
import { keyOf } from '../../data/queries.ts'
import { useMe } from '../../data/rights.ts'
import { PickBox } from '../../shell/bulk/PickBox.tsx'
import { useSelection } from '../../shell/bulk/useSelection.ts'
import { onDemand } from '../../shell/on-demand.tsx'
import { Cells } from '../../shell/records/Cells.tsx'
import { ShipLabelCell } from '../ShipLabelCell.tsx'

const LabelsBar = onDemand(async () => (await import('./LabelsBar.tsx')).LabelsBar)

/** TXN-11, TXN-12, TXN-81 */
export function ShippingLabels({ txn }: { txn: Transaction }) {
  // SHP-12: shown as cancelled without a refetch, until one brings a newer version.
  const [cancelled, setCancelled] = useState<Readonly<Record<string, object & { of: unknown }>>>({})
  const labels = (txn.ship_labels ?? []).map((label) => {
    const now = cancelled[label.id]
    return now?.of === txn.version ? { ...label, ...now } : label
  })
  const paid = labels.filter(({ status }) => status === 1)
  const selection = useSelection(paid.map(({ id }) => id))
  const hasJobs = useMe() !== null
  const queries = useQueryClient()
  useBulkEnded((action) => {
    if (action === 'shipping.cancelLabel')
      void queries.invalidateQueries({ queryKey: keyOf(api.transactions.get) })
  })
  return (
    <section aria-labelledby="shipping-labels">
      <Title order={2} id="shipping-labels" mb="sm">
        Shipping labels
      </Title>
      {selection.on ? (
        <LabelsBar selection={selection} inSight={paid.length} />
      ) : (
        hasJobs &&
        paid.length > 1 && (
          <Button variant="subtle" size="compact-sm" mb="xs" onClick={selection.start}>
            Select
          </Button>
        )
      )}
      {labels.length === 0 ? (
        <Text size="sm">No shipping labels.</Text>
      ) : (
        <Cells label="Shipping labels">
          {labels.map((label) => (
            <ShipLabelCell
              key={label.id}
              pick={
                selection.on &&
                paid.includes(label) && (
                  <PickBox
                    of={`label ${label.tracking_number ?? label.id}`}
                    checked={selection.has(label.id)}
                    onPick={(range) => selection.pick(label.id, range)}
                  />
                )
              }
              label={label}
              transaction={txn.id}
              onCancelled={(now) => {
                if (now) setCancelled((all) => ({ ...all, [label.id]: { ...now, of: txn.version } }))
              }}
            />
          ))}
        </Cells>
      )}
    </section>
  )
}
