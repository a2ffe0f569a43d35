import type { ListingRow } from '@portreeve/contract/listings/listings'
import { BulkBar, type BulkDialog } from '../../shell/bulk/BulkBar.tsx'
import { BulkConfirm } from '../../shell/bulk/BulkConfirm.tsx'
import type { Selection } from '../../shell/bulk/useSelection.ts'
import { ApproveMany, DenyMany } from '../review/CasesBar.tsx'

interface ListingsBarProps {
  selection: Selection
  rows: readonly ListingRow[]
  /** The query of the list, of which all can be chosen. */
  query: string
}

/** Decides or deletes the chosen listings, each as it was seen. */
export const ListingsBar = ({ selection, rows, query }: ListingsBarProps) => (
  <BulkBar
    selection={selection}
    inSight={rows.length}
    words={['listing', 'listings']}
    parts={[
      {
        filter: { listings: query },
        choose: (keys) =>
          rows
            .filter(({ key }) => keys.includes(key))
            .map(({ key, version }) => ({ id: key, ...(version !== undefined && { version }) })),
      },
    ]}
    buttons={[
      { label: 'Approve', actions: ['posts.approve'], Dialog: ApproveMany },
      { label: 'Deny', actions: ['posts.deny'], Dialog: DenyMany },
      { label: 'Delete', actions: ['posts.remove'], danger: true, Dialog: DeleteMany },
    ]}
  />
)

const DeleteMany = ({ start, ...dialog }: BulkDialog) => (
  <BulkConfirm
    {...dialog}
    title={`Delete ${dialog.amount}`}
    subtitle="Each is deleted for everybody. The job can be undone until ten seconds after its end."
    confirmText="Delete"
    danger
    onConfirm={() => start({})}
  />
)
