import type { Revealed, User } from '@portreeve/contract/people/users'
import { type ReactNode, useState } from 'react'
import { onDemand } from '../../shell/on-demand.tsx'
import { Measures } from '../measures/Measures.tsx'
import { BanReasons } from './BanReasons.tsx'
import { ContactFields } from './ContactFields.tsx'
import { DataProtection } from './DataProtection.tsx'
import { Details } from './Details.tsx'
import { GiftCard } from './GiftCard.tsx'
import { Moderation } from './Moderation.tsx'
import { PersonHead } from './PersonHead.tsx'
import { RevealButton } from './RevealButton.tsx'

const ExtraFields = onDemand(async () => (await import('../../shell/records/ExtraFields.tsx')).ExtraFields)

/** The side panel: a person's details and the actions on them. */
export function SidePanel(props: {
  user: User
  onRevealed: (values: Revealed) => void
  /** Further actions on the person. */
  actions: ReactNode
}) {
  const { user, onRevealed, actions } = props
  // D-032: the page stays after the deletion, with its actions disabled.
  const [deleted, setDeleted] = useState(false)
  const whyNot = deleted ? 'This account is deleted.' : null
  return (
    <>
      <PersonHead user={user} deleted={deleted} />
      <ContactFields user={user} disabledReason={whyNot} />
      <RevealButton user={user} onRevealed={onRevealed} />
      <hr />
      <Moderation user={user} disabledReason={whyNot} onDeleted={() => setDeleted(true)}>
        {!deleted && actions}
      </Moderation>
      <hr />
      <Details user={user} disabledReason={whyNot} />
      <hr />
      <BanReasons uid={user.uid} />
      <hr />
      <Measures uid={user.uid} disabledReason={whyNot} />
      <hr />
      <GiftCard uid={user.uid} disabledReason={whyNot} />
      <DataProtection uid={user.uid} />
      {/* Last: it comes later than the rest, and moves nothing. */}
      <ExtraFields kind="user" id={user.uid} />
    </>
  )
}
