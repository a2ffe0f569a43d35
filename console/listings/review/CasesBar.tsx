import { BulkBar, type BulkDialog } from '../../shell/bulk/BulkBar.tsx'
import { BulkConfirm } from '../../shell/bulk/BulkConfirm.tsx'
import type { Selection } from '../../shell/bulk/useSelection.ts'
import { DenyDialog, useCanned } from './DenyDialog.tsx'
import { caseOf, type Item, versionOf } from './items.ts'

interface CasesBarProps {
  selection: Selection
  inSight: number
  /** The chosen cases of those in sight. */
  items: readonly Item[]
}

/** Decides many cases: the listings in one job, the requests in another. Each as it was seen. */
export function CasesBar({ selection, inSight, items }: CasesBarProps) {
  const choose = (model: Item['model']) => () =>
    items
      .filter((item) => item.model === model)
      .map((item) => {
        const version = versionOf(item)
        return { id: caseOf(item).id, ...(version !== undefined && { version }) }
      })
  return (
    <BulkBar
      selection={selection}
      inSight={inSight}
      words={['case', 'cases']}
      parts={[
        { filter: {}, choose: choose('listing') },
        { filter: {}, choose: choose('promoted_post_request') },
      ]}
      buttons={[
        { label: 'Approve', actions: ['posts.approve', 'promotedPosts.approve'], Dialog: ApproveMany },
        { label: 'Deny', actions: ['posts.deny', 'promotedPosts.deny'], Dialog: DenyMany },
      ]}
    />
  )
}

export const ApproveMany = ({ start, ...dialog }: BulkDialog) => (
  <BulkConfirm
    {...dialog}
    title={`Approve ${dialog.amount}`}
    subtitle="Each seller is mailed when it can no longer be undone: ten seconds after the end."
    confirmText="Approve"
    onConfirm={() => start({})}
  />
)

export function DenyMany({ amount, start, busy, problem, onClose }: BulkDialog) {
  const canned = useCanned()
  return (
    <DenyDialog
      of={amount}
      model="listing"
      problem={problem}
      canned={canned}
      onChoose={(message) => !busy && start({ message })}
      onClose={onClose}
    />
  )
}
