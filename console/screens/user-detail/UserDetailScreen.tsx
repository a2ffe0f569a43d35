import { Title } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { Revealed } from '@portreeve/contract/users'
import { useLocation, useNavigate, useParams, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useData } from '../../data/hooks.ts'
import { Messenger } from '../../parts/messenger/Messenger.tsx'
import { ToolsTitle } from '../../parts/ToolsTitle.tsx'
import { useEscape } from '../../ui/escape.ts'
import { FailedState } from '../../ui/FailedState.tsx'
import { HashTabs } from '../../ui/HashTabs.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { LinesSkeleton } from '../../ui/skeletons.tsx'
import { AccountTab } from './AccountTab.tsx'
import { BackLink } from './BackLink.tsx'
import { DataProtection } from './DataProtection.tsx'
import { DevicesTab } from './DevicesTab.tsx'
import { ListingsTab } from './ListingsTab.tsx'
import { PromotedPostsTab } from './PromotedPostsTab.tsx'
import { withRevealed } from './RevealButton.tsx'
import { SidePanel } from './SidePanel.tsx'
import classes from './user-detail.module.css'

export function UserDetailScreen() {
  const { uid } = useParams({ from: '/user-detail/$uid' })
  // UDT-91, UDT-92: another person is another page; nothing of the one before stays.
  return <UserDetail key={uid} uid={uid} />
}

function UserDetail({ uid }: { uid: string }) {
  const { hash, state } = useLocation()
  const navigate = useNavigate()
  const { history } = useRouter()
  const user = useData(
    api.users.get,
    { params: { uid } },
    // UDT-02
    { failed: { title: 'Request Status', message: "There was an error loading this user's details" } },
  )
  // A person who is gone must not be shown from memory; for any other failure what was loaded stays.
  const found = user.failure?.status === 404 ? undefined : user.data
  const [revealed, setRevealed] = useState<Revealed>({})
  const person = found && withRevealed(found, revealed)

  // UDT-04, UDT-11. Coming from the results, going back brings them back with their place.
  const back = () => (state.fromUsers ? history.back() : void navigate({ to: '/dashboard/users' }))
  useEscape(back, true, 'page')

  return (
    <div className={classes.page}>
      {/* UDT-12 */}
      {person?.displayName ? <PageTitle>{person.displayName}</PageTitle> : <ToolsTitle />}
      <aside className={classes.side} aria-label="Person">
        <BackLink onBack={back} />
        {/* UDT-94: everything below asks for its own data only when the person is there. */}
        {person ? (
          <SidePanel user={person} onRevealed={setRevealed} />
        ) : user.failure ? (
          // D-118
          <>
            <Title order={1} className={classes.name} my="md">
              {uid}
            </Title>
            <FailedState message="This user's details could not be loaded." onRetry={user.reload} />
            {/* What is kept of a deleted account is still theirs to ask for. */}
            {user.failure.status === 404 && <DataProtection uid={uid} />}
          </>
        ) : (
          <LinesSkeleton lines={14} height={28} />
        )}
      </aside>
      <main className={classes.main}>
        {person && (
          <HashTabs
            label="Sections"
            hash={hash}
            // UDT-88
            tabs={[
              { hash: 'account', label: 'Account', panel: <AccountTab user={person} /> },
              { hash: 'messages', label: 'Messages', panel: <Messenger uid={uid} mode="admin" /> },
              { hash: 'devices', label: 'Devices', panel: <DevicesTab uid={uid} /> },
              { hash: 'listings', label: 'Listings', panel: <ListingsTab uid={uid} /> },
              {
                hash: 'promoted_posts',
                label: 'Promoted Posts',
                panel: <PromotedPostsTab uid={uid} charges={revealed.charges} />,
              },
            ]}
          />
        )}
      </main>
    </div>
  )
}
