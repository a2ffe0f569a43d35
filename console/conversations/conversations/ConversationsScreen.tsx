import { Navigate, useLocation, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useOwnUid } from '../../data/backend.tsx'
import { onDemand } from '../../shell/on-demand.tsx'
import { AsOf } from '../../shell/past/AsOf.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { LinesSkeleton } from '../../ui/skeletons.tsx'
import classes from '../inbox/inbox.module.css'
import { readInboxSearch } from '../inbox/search.ts'
import { ViewLinks } from '../inbox/ViewLinks.tsx'
import { Conversations } from './Conversations.tsx'

const TeamInbox = onDemand(
  async () => (await import('../inbox/TeamInbox.tsx')).TeamInbox,
  <LinesSkeleton lines={12} height={48} />,
)

/** The messaging centre: the caller's own inbox (MSG-01 to MSG-03), and the team's beside it. */
export function ConversationsScreen() {
  const uid = useOwnUid()
  // Without what is opened above the page, such as the desk's case: another conversation is not that case.
  const search = readInboxSearch(useSearch({ strict: false }))
  const { id = null } = useParams({ strict: false })
  const hash = useLocation({ select: (location) => location.hash })
  const navigate = useNavigate()
  const message = hash === '' || id === null ? null : hash
  const page = (
    <div className={classes.page}>
      <PageHead title="Messages">
        <ViewLinks search={search} />
      </PageHead>
      {uid !== null &&
        (search.view ? (
          <TeamInbox uid={uid} search={search} id={id} message={message} />
        ) : (
          <Conversations
            uid={uid}
            mode="normal"
            place={{
              id,
              message,
              elsewhere: (why) =>
                id === null || why === 'missing' ? (
                  // NAV-24: as for any other unknown address
                  <Navigate to="/dashboard/users" replace />
                ) : (
                  <Navigate
                    to="/dashboard/messages/$id"
                    params={{ id }}
                    search={{ view: 'all' }}
                    hash={hash}
                    replace
                  />
                ),
              go: (next, found) =>
                void navigate({
                  ...(next === null
                    ? { to: '/dashboard/messages' }
                    : { to: '/dashboard/messages/$id', params: { id: next } }),
                  ...(found !== null && { hash: found }),
                  resetScroll: false,
                }),
            }}
          />
        ))}
    </div>
  )
  // The open conversation, and the list beside it, as of the moment in the address.
  return search.view && id !== null ? (
    <AsOf kind="conversation" id={id}>
      {page}
    </AsOf>
  ) : (
    page
  )
}
