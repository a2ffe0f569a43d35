import { Divider } from '@mantine/core'
import type { Revealed, User } from '@portreeve/contract/users'
import { useState } from 'react'
import { BanReasons } from './BanReasons.tsx'
import { ContactFields } from './ContactFields.tsx'
import { DataProtection } from './DataProtection.tsx'
import { Details } from './Details.tsx'
import { GiftCard } from './GiftCard.tsx'
import { Moderation } from './Moderation.tsx'
import { PersonHead } from './PersonHead.tsx'
import { RevealButton } from './RevealButton.tsx'

/** Everything that the side panel shows of a person and lets be done to them. */
export function SidePanel({ user, onRevealed }: { user: User; onRevealed: (values: Revealed) => void }) {
  // D-032: the page stays after the account is gone, with nothing left to do on it.
  const [deleted, setDeleted] = useState(false)
  const whyNot = deleted ? 'This account is deleted.' : null
  return (
    <>
      <PersonHead user={user} deleted={deleted} />
      <ContactFields user={user} gone={whyNot} />
      <RevealButton user={user} onRevealed={onRevealed} />
      <Divider my="md" />
      <Details user={user} gone={whyNot} />
      <Divider my="md" />
      <Moderation user={user} gone={whyNot} onDeleted={() => setDeleted(true)} />
      <Divider my="md" />
      <BanReasons uid={user.uid} />
      <Divider my="md" />
      <GiftCard uid={user.uid} gone={whyNot} />
      <DataProtection uid={user.uid} />
    </>
  )
}
