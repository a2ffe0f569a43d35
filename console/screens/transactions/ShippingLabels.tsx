import { Text, Title } from '@mantine/core'
import type { Transaction } from '@portreeve/contract/transactions'
import { useState } from 'react'
import { Cells } from '../../parts/Cells.tsx'
import { ShipLabelCell } from '../../parts/ShipLabelCell.tsx'

/** TXN-11, TXN-12, TXN-81 */
export function ShippingLabels({ txn }: { txn: Transaction }) {
  // SHP-12: shown as cancelled without a refetch.
  const [cancelled, setCancelled] = useState<readonly string[]>([])
  const labels = txn.ship_labels ?? []
  return (
    <section aria-labelledby="shipping-labels">
      <Title order={2} id="shipping-labels" mb="sm">
        Shipping labels
      </Title>
      {labels.length === 0 ? (
        <Text size="sm">No shipping labels.</Text>
      ) : (
        <Cells label="Shipping labels">
          {labels.map((label) => (
            <ShipLabelCell
              key={label.id}
              label={cancelled.includes(label.id) ? { ...label, status: 3 } : label}
              onCancelled={(state) => {
                if (state === 'done') setCancelled((all) => [...all, label.id])
              }}
            />
          ))}
        </Cells>
      )}
    </section>
  )
}
