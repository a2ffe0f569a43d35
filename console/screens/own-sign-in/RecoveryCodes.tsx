import { Stack } from '@mantine/core'
import { ConfirmModal } from '../../ui/ConfirmModal.tsx'
import { CopyText } from '../../ui/CopyText.tsx'
import classes from './own-sign-in.module.css'

/** The recovery codes, shown only once. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  return (
    <ConfirmModal
      opened
      onClose={onClose}
      title="Recovery codes"
      width={460}
      subtitle="Keep these safe, away from your phone: each signs you in once when the app is not there. They are not shown again."
      cancelText="Close"
      confirmText="I have kept them"
      onConfirm={onClose}
    >
      <Stack gap="sm">
        <ul className={classes.codes} aria-label="Recovery codes">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <CopyText text={codes.join(' ')} />
      </Stack>
    </ConfirmModal>
  )
}
