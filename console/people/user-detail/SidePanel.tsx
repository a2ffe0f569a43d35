import '@mantine/core/styles/Divider.layer.css'
import { Divider } from '@mantine/core'
import type { Revealed, User } from '@portreeve/contract/people/users'
import { useState } from 'react'
import { Measures } from '../measures/Measures.tsx'
import { BanReasons } from './BanReasons.tsx'
import { ContactFields } from './ContactFields.tsx'
import { DataProtection } from './DataProtection.tsx'
import { Details } from './Details.tsx'
import { GiftCard } from './GiftCard.tsx'
import { Moderation } from './Moderation.tsx'
import { PersonHead } from './PersonHead.tsx'
import { RevealButton } from './RevealButton.tsx'

/** The side panel: a person's details and the actions on them. */
export function SidePanel({ user, onRevealed }: { user: User; onRevealed: (values: Revealed) => void }) {
  // D-032: the page stays after the deletion, with its actions disabled.
  const [deleted, setDeleted] = useState(false)
  const whyNot = deleted ? 'This account is deleted.' : null
  return (
    <>
      <PersonHead user={user} deleted={deleted} />
      <ContactFields user={user} disabledReason={whyNot} />
      <RevealButton user={user} onRevealed={onRevealed} />
      <Divider my="lg" />
      <Moderation user={user} disabledReason={whyNot} onDeleted={() => setDeleted(true)} />
      <Divider my="lg" />
      <Details user={user} disabledReason={whyNot} />
      <Divider my="lg" />
      <BanReasons uid={user.uid} />
      <Divider my="lg" />
      <Measures uid={user.uid} disabledReason={whyNot} />
      <Divider my="lg" />
      <GiftCard uid={user.uid} disabledReason={whyNot} />
      <DataProtection uid={user.uid} />
    </>
  )
}
