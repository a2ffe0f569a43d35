import type { Endpoint } from '@portreeve/contract/base/endpoint'
import { ReasonDialog, type ReasonDialogProps } from '../ReasonDialog.tsx'

type RevealDialogProps<E extends Endpoint> = Pick<
  ReasonDialogProps<E>,
  'call' | 'input' | 'onDone' | 'onClose'
>

/** Requires a reason before personal data is revealed. Mounted for one opening. */
export const RevealDialog = <E extends Endpoint>(props: RevealDialogProps<E>) => (
  <ReasonDialog
    {...props}
    title="Reveal personal data"
    subtitle="It is shown until you leave this page. Who looked, when and why is put on record."
    note={null}
    confirmText="Reveal"
    failed="Error revealing personal data."
  />
)
