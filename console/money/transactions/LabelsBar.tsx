import { BulkBar, type BulkDialog } from '../../shell/bulk/BulkBar.tsx'
import { BulkConfirm } from '../../shell/bulk/BulkConfirm.tsx'
import type { Selection } from '../../shell/bulk/useSelection.ts'

/** Cancels the chosen labels of a transaction. */
export const LabelsBar = ({ selection, inSight }: { selection: Selection; inSight: number }) => (
  <BulkBar
    selection={selection}
    inSight={inSight}
    words={['label', 'labels']}
    parts={[{ filter: null, choose: (keys) => keys.map((id) => ({ id })) }]}
    buttons={[
      {
        label: 'Cancel and refund',
        actions: ['shipping.cancelLabel'],
        danger: true,
        Dialog: CancelMany,
      },
    ]}
  />
)

const CancelMany = ({ start, ...dialog }: BulkDialog) => (
  <BulkConfirm
    {...dialog}
    title={`Cancel ${dialog.amount}`}
    subtitle="The shipping provider voids each and refunds it. This cannot be undone."
    confirmText="Cancel labels"
    cancelText="Close"
    danger
    onConfirm={() => start()}
  />
)
