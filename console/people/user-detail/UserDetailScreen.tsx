import { Title } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { Revealed } from '@portreeve/contract/people/users'
import { useLocation, useNavigate, useParams, useRouter } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useRecentRecord } from '../../data/recent.ts'
import { useIsUnanswered } from '../../data/unanswered.ts'
import { useData } from '../../data/use-data.ts'
import { AsOf } from '../../shell/past/AsOf.tsx'
import { ToolsTitle } from '../../shell/ToolsTitle.tsx'
import { useEscape } from '../../ui/browser/escape.ts'
import { FailedState } from '../../ui/FailedState.tsx'
import { HashTabs } from '../../ui/HashTabs.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { LinesSkeleton } from '../../ui/skeletons.tsx'
import { AccountTab } from './AccountTab.tsx'
import { BackLink } from './BackLink.tsx'
import { DataProtection } from './DataProtection.tsx'
import { DevicesTab } from './DevicesTab.tsx'
import { PostsTab } from './PostsTab.tsx'
import { PromotedPostsTab } from './PromotedPostsTab.tsx'
import { withRevealed } from './RevealButton.tsx'
import { SidePanel } from './SidePanel.tsx'
import { StatusBand } from './StatusBand.tsx'
import classes from './user-detail.module.css'

interface Slots {
  /** The person's conversations; person-page.tsx gives them. */
  conversations: (uid: string) => ReactNode
  /** The actions of apps on the person, and their panels. */
  actions: (uid: string, version: number | undefined) => ReactNode
  panels: (uid: string) => ReactNode
}

export function UserDetailScreen(slots: Slots) {
  const { uid } = useParams({ from: '/user-detail/$uid' })
  // UDT-91, UDT-92: the key remounts the page, so that no state of the previous person stays.
  return (
    <AsOf kind="user" id={uid}>
      <UserDetail key={uid} uid={uid} {...slots} />
    </AsOf>
  )
}

function UserDetail({ uid, conversations, actions, panels }: Slots & { uid: string }) {
  const { hash, state } = useLocation()
  const navigate = useNavigate()
  const { history } = useRouter()
  const user = useData(
    api.users.get,
    { params: { uid } },
    // UDT-02
    { failed: { title: 'Request Status', message: "There was an error loading this user's details" } },
  )
  // A deleted person must not be shown from the cache; after any other failure the cached one stays.
  const found = user.failure?.status === 404 ? undefined : user.data
  const overview = useData(api.users.overview, { params: { uid } }, { when: found !== undefined })
  const [revealed, setRevealed] = useState<Revealed>({})
  const person = found && withRevealed(found, revealed)
  useRecentRecord('Person', `/user-detail/${encodeURIComponent(uid)}`, person?.displayName ?? null)

  // UDT-04, UDT-11. Going back in the history restores the results and their scroll position.
  const back = () => (state.fromUsers ? history.back() : void navigate({ to: '/dashboard/users' }))
  useEscape(back, true, 'page')

  return (
    <div className={classes.page}>
      {/* UDT-12 */}
      {person?.displayName ? <PageTitle>{person.displayName}</PageTitle> : <ToolsTitle />}
      <aside className={classes.side} aria-label="Person">
        <BackLink onBack={back} />
        {/* UDT-94: the sections below fetch their data only after the person is loaded. */}
        {person ? (
          <SidePanel user={person} onRevealed={setRevealed} actions={actions(uid, person.version)} />
        ) : user.failure ? (
          // D-118
          <>
            <Title order={1} className={classes.name} my="lg">
              {uid}
            </Title>
            <FailedState message="This user's details could not be loaded." onRetry={user.reload} />
            {/* The stored data of a deleted account can still be exported or erased. */}
            {user.failure.status === 404 && <DataProtection uid={uid} />}
          </>
        ) : (
          <LinesSkeleton lines={14} height={28} />
        )}
      </aside>
      {person && <StatusBand uid={uid} atTop />}
      <Main waits={overview.loading} key={person ? 'sections' : 'none'}>
        {person && (
          <HashTabs
            label="Sections"
            hash={hash}
            // UDT-88
            tabs={[
              { hash: 'account', label: 'Account', panel: <AccountTab user={person} panels={panels(uid)} /> },
              { hash: 'messages', label: 'Messages', panel: conversations(uid) },
              { hash: 'devices', label: 'Devices', panel: <DevicesTab uid={uid} /> },
              { hash: 'listings', label: 'Listings', panel: <PostsTab uid={uid} /> },
              {
                hash: 'promoted_posts',
                label: 'Promoted Posts',
                panel: <PromotedPostsTab uid={uid} charges={revealed.charges} />,
              },
            ]}
          />
        )}
      </Main>
    </div>
  )
}

/** The sections of a person. They appear together, or after a moment: an answer that comes later would move those below it. */
function Main({ waits, children }: { waits: boolean; children: ReactNode }) {
  const isUnanswered = useIsUnanswered()
  return (
    <main className={classes.main} data-waiting={waits || isUnanswered || undefined}>
      {children}
    </main>
  )
}
