import { useEnvironment } from '../../data/backend.tsx'
import { pictureAddress } from '../../format/address.ts'
import { orNull } from '../../format/words.ts'
import { PhotoViewer } from '../../ui/PhotoViewer.tsx'
import { DenyDialog, type useCanned } from './DenyDialog.tsx'
import { type Item, type Row, titleOf } from './items.ts'
import { KeysHelp } from './KeysHelp.tsx'

/** The open dialog. */
export type ReviewDialog =
  | { is: 'deny'; row: Row }
  | { is: 'photos'; item: Item; at: number }
  | { is: 'keys' }

interface ReviewDialogsProps {
  dialog: ReviewDialog | null
  canned: ReturnType<typeof useCanned>
  onDeny: (row: Row, message: string, writes: boolean) => void
  keysOn: boolean
  onKeysOn: (on: boolean) => void
  onClose: () => void
}

export function ReviewDialogs(props: ReviewDialogsProps) {
  const { dialog, canned, onDeny, keysOn, onKeysOn, onClose } = props
  switch (dialog?.is) {
    case 'deny':
      return (
        <DenyDialog
          of={orNull(titleOf(dialog.row.item))}
          model={dialog.row.item.model}
          canned={canned}
          offersWriting
          onChoose={(message, writes) => onDeny(dialog.row, message, writes)}
          onClose={onClose}
        />
      )
    case 'photos':
      return <Photos item={dialog.item} at={dialog.at} onClose={onClose} />
    case 'keys':
      return <KeysHelp on={keysOn} onSwitch={onKeysOn} onClose={onClose} />
    default:
      return null
  }
}

export function Photos({ item, at, onClose }: { item: Item; at: number; onClose: () => void }) {
  const { links } = useEnvironment()
  const photos = (item.record.photosURL ?? []).map((path) => pictureAddress(links.storage, path) ?? path)
  return <PhotoViewer title={orNull(titleOf(item))} photos={photos} start={at} onClose={onClose} />
}
