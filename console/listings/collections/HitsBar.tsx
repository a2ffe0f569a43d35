import { BulkBar, type BulkDialog } from '../../shell/bulk/BulkBar.tsx'
import { BulkConfirm } from '../../shell/bulk/BulkConfirm.tsx'
import type { Selection } from '../../shell/bulk/useSelection.ts'

interface HitsBarProps {
  selection: Selection
  inSight: number
  collection: string
}

/** Adds the chosen hits to a collection. */
export const HitsBar = ({ selection, inSight, collection }: HitsBarProps) => (
  <BulkBar
    selection={selection}
    inSight={inSight}
    words={['listing', 'listings']}
    parts={[{ filter: null, choose: (keys) => keys.map((id) => ({ id })) }]}
    buttons={[
      {
        label: 'Add chosen',
        actions: ['collections.addItem'],
        input: { collection },
        Dialog: AddMany,
      },
    ]}
  />
)

const AddMany = ({ start, ...dialog }: BulkDialog) => (
  <BulkConfirm
    {...dialog}
    title={`Add ${dialog.amount}`}
    subtitle="A listing that the collection has already is refused."
    confirmText="Add listings"
    onConfirm={() => start()}
  />
)
