import type { ComponentProps } from 'react'
import { ReasonDialog } from '../ReasonDialog.tsx'

type RevealDialogProps = Omit<ComponentProps<typeof ReasonDialog>, 'title' | 'subtitle' | 'confirmText'>

/** Requires a reason before personal data is revealed. Mounted for one opening. */
export const RevealDialog = (props: RevealDialogProps) => (
  <ReasonDialog
    title="Reveal personal data"
    subtitle="It is shown until you leave this page. Who looked, when and why is put on record."
    confirmText="Reveal"
    {...props}
  />
)
