import { api } from '@portreeve/contract'
import type { DeskCase } from '@portreeve/contract/desk/desk'
import { useData } from '../../data/use-data.ts'
import { DenyDialog, useCanned } from '../../listings/review/DenyDialog.tsx'
import { DecideDialog } from '../../money/disputes/DecideDialog.tsx'
import { SnoozeModal } from '../../shell/SnoozeModal.tsx'
import type { CaseDialog } from './useDecisions.ts'
import { nameOf } from './words.ts'

interface DecisionDialogsProps {
  dialog: CaseDialog
  onSnooze: (row: DeskCase, until: Date) => void
  onDeny: (row: DeskCase, message: string) => void
  onClose: () => void
}

/** The dialog of a decision that needs an answer first: until when, why, or how much. */
export function DecisionDialogs({ dialog: { is, row }, onSnooze, onDeny, onClose }: DecisionDialogsProps) {
  if (is === 'snooze')
    return (
      <SnoozeModal
        opened
        title="Snooze the case"
        subtitle="It is on the desk again at this time. Your claim ends."
        busy={false}
        failure={null}
        onSnooze={(until) => onSnooze(row, until)}
        onClose={onClose}
      />
    )
  if (is === 'deny') return <Deny row={row} onDeny={onDeny} onClose={onClose} />
  return <Decide row={row} side={is} onClose={onClose} />
}

function Deny({
  row,
  onDeny,
  onClose,
}: { row: DeskCase } & Pick<DecisionDialogsProps, 'onDeny' | 'onClose'>) {
  const canned = useCanned()
  return (
    <DenyDialog
      of={nameOf(row)}
      model={row.kind === 'promotion' ? 'promoted_post_request' : 'listing'}
      canned={canned}
      onChoose={(message) => onDeny(row, message)}
      onClose={onClose}
    />
  )
}

/** The dialog of the transaction's page. It opens when the dispute and the money are known. */
function Decide({ row, side, onClose }: { row: DeskCase; side: 'buyer' | 'seller'; onClose: () => void }) {
  const dispute = useData(api.disputes.get, { params: { disputeId: row.id } })
  const money = useData(api.transactions.money, { params: { id: row.transaction ?? '' } })
  if (!dispute.data || money.loading) return null
  return <DecideDialog dispute={dispute.data} money={money.data} side={side} onClose={onClose} />
}
