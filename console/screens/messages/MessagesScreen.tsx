import { VisuallyHidden } from '@mantine/core'
import { useOwnUid } from '../../data/backend.tsx'
import { Messenger } from '../../parts/messenger/Messenger.tsx'

/** The messaging centre: one's own inbox (MSG-01 to MSG-03). */
export function MessagesScreen() {
  const uid = useOwnUid()
  return (
    <>
      <VisuallyHidden component="h1">Messages</VisuallyHidden>
      {uid !== null && <Messenger uid={uid} mode="normal" />}
    </>
  )
}
