import type { BulkDialog } from '../../shell/bulk/BulkBar.tsx'
import { BulkConfirm } from '../../shell/bulk/BulkConfirm.tsx'

const later = 'Reports that come later stay open. It can be undone until ten seconds after its end.'

export const ResolveMany = ({ start, ...dialog }: BulkDialog) => (
  <BulkConfirm
    {...dialog}
    title={`Resolve the reports about ${dialog.amount}`}
    subtitle={later}
    confirmText="Resolve"
    onConfirm={() => start({})}
  />
)

export const IgnoreMany = ({ start, ...dialog }: BulkDialog) => (
  <BulkConfirm
    {...dialog}
    title={`Ignore the reports about ${dialog.amount}`}
    subtitle={later}
    confirmText="Ignore"
    onConfirm={() => start({})}
  />
)
