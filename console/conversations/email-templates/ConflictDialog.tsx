import { ConfirmModal } from '../../ui/ConfirmModal.tsx'
import { Differences } from './Differences.tsx'
import type { Typed } from './draft.ts'

interface ConflictDialogProps {
  theirs: Typed
  mine: Typed
  busy: boolean
  problem: string | null
  onClose: () => void
  onTakeTheirs: () => void
  onKeepMine: () => void
}

/** Resolves a conflicting edit: shows both texts and lets the caller choose. Only a text that was shown is overwritten. */
export function ConflictDialog(props: ConflictDialogProps) {
  const { theirs, mine, busy, problem, onClose, onTakeTheirs, onKeepMine } = props
  return (
    <ConfirmModal
      opened
      onClose={onClose}
      title="Changed meanwhile"
      subtitle="A colleague has saved this template since you opened it. Saving yours takes the place of theirs, which stays in the history."
      width={860}
      cancelText="Go on writing"
      extraText="Take theirs"
      confirmText="Save mine"
      danger
      busy={busy}
      problem={problem}
      onExtra={onTakeTheirs}
      onConfirm={onKeepMine}
    >
      <Differences left={theirs} right={mine} sides={['Theirs, saved', 'Yours']} />
    </ConfirmModal>
  )
}
