import { ConfirmModal } from '../../ui/ConfirmModal.tsx'
import { RecoveryCodeList, recoveryCodeWords } from '../sign-in/RecoveryCodeList.tsx'

/** The recovery codes, shown only once. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  return (
    <ConfirmModal
      opened
      onClose={onClose}
      title="Recovery codes"
      width={460}
      subtitle={recoveryCodeWords}
      cancelText="Close"
      confirmText="I have kept them"
      onConfirm={onClose}
    >
      <RecoveryCodeList codes={codes} />
    </ConfirmModal>
  )
}
