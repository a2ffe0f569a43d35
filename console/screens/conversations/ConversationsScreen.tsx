import { VisuallyHidden } from '@mantine/core'
import { useOwnUid } from '../../data/backend.tsx'
import { Conversations } from '../../parts/conversations/Conversations.tsx'

/** The messaging centre: the caller's own inbox (MSG-01 to MSG-03). */
export function ConversationsScreen() {
  const uid = useOwnUid()
  return (
    <>
      <VisuallyHidden component="h1">Messages</VisuallyHidden>
      {uid !== null && <Conversations uid={uid} mode="normal" />}
    </>
  )
}
