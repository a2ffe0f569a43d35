import type { ComponentProps } from 'react'
import { ReasonDialog } from './ReasonDialog.tsx'

type RevealDialogProps = Omit<ComponentProps<typeof ReasonDialog>, 'title' | 'subtitle' | 'confirmText'>

/** Asks why personal data is to be shown. Mounted for one opening. */
export const RevealDialog = (props: RevealDialogProps) => (
  <ReasonDialog
    title="Reveal personal data"
    subtitle="It is shown until you leave this page. Who looked, when and why is put on record."
    confirmText="Reveal"
    {...props}
  />
)
