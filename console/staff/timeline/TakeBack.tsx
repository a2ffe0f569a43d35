import { Text } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { TakeBack as Held } from '@portreeve/contract/staff/held'
import { useState } from 'react'
import { blockQueries } from '../../data/blocking.ts'
import { useData } from '../../data/use-data.ts'
import { actionWords } from '../../format/actions.ts'
import { longLocal } from '../../format/dates.ts'
import { count } from '../../format/words.ts'
import { GuardedButton } from '../../shell/GuardedButton.tsx'
import { ReasonDialog } from '../../shell/ReasonDialog.tsx'
import { When } from '../../ui/When.tsx'
import classes from './take-back.module.css'

/** What an action that was taken back changes. */
const shownBy = [
  ...blockQueries,
  ...[
    api.audit.list,
    api.held.mine,
    api.held.of,
    api.listings.get,
    api.listings.search,
    api.listings.reports,
  ],
  ...[
    api.posts.ofUser,
    api.posts.deniedOfUser,
    api.conversations.ofUser,
    api.questions.get,
    api.questions.list,
  ],
  ...[api.userReports.ofUser, api.userReports.list, api.listingReports.list],
]

const effects: Readonly<Record<Held['action'], string>> = {
  'posts.remove': 'The listing is as it was before, for everybody.',
  'questions.remove': 'The community post is as it was before, for everybody.',
  'userContent.deletePosts':
    'All listings that were deleted with this action are as they were, for everybody.',
  'userContent.deleteConversations':
    'All conversations that were deleted with this action are as they were, with their messages, for both sides.',
  'userContent.deleteCommunityContent':
    'All community posts that were deleted with this action are as they were, for everybody.',
  'listingReports.ignore': 'The reports that were ignored with this action are open again.',
  'userReports.resolve': 'The reports that were resolved with this action are open again.',
  'users.unban': 'The account is blocked again, with the reason that it had.',
}

const isDeletion = (action: Held['action']) => /[rR]emove|delete/.test(action)

/** Orders name listings: they stay, hidden. */
const isOfListings = (action: Held['action']) => /posts/i.test(action)

interface TakeBackProps {
  held: Pick<Held, 'id' | 'until' | 'undone_at'>
  action: Held['action']
  onDone?: () => void
}

/** Until when a past action can be taken back, and the button for it; or when that was done. */
export function TakeBack({ held: { id, until, undone_at }, action, onDone }: TakeBackProps) {
  const [open, setOpen] = useState(false)
  const verb = isDeletion(action) ? 'Restore' : 'Take back'
  if (undone_at !== null)
    return (
      <Text size="sm" c="dimmed">
        {isDeletion(action) ? 'Restored' : 'Taken back'} <When value={undone_at} write={longLocal} />.
      </Text>
    )
  return (
    <div className={classes.back}>
      <Text size="sm" c="dimmed" component="span">
        {isDeletion(action) ? 'Can be restored' : 'Can be taken back'} until{' '}
        <When value={until} write={longLocal} />
        {isDeletion(action) && (isOfListings(action) ? ', then it is final' : ', then it is erased')}.
      </Text>
      <GuardedButton may="staff" variant="default" size="compact-xs" onClick={() => setOpen(true)}>
        {verb}
      </GuardedButton>
      {open && (
        <ReasonDialog
          call={api.held.takeBack}
          input={(reason) => ({ params: { id }, body: { reason } })}
          done={({ data }) => doneWords(data)}
          failed={isDeletion(action) ? 'It could not be restored' : 'It could not be taken back'}
          refetch={shownBy}
          refetchOnConflict={shownBy}
          title={verb}
          subtitle={
            <>
              {actionWords(action)}. {effects[action]}
            </>
          }
          confirmText={verb}
          onDone={onDone}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  )
}

/** What could not be restored is said as well. */
const doneWords = (data: { restored?: number; left?: number } | null) =>
  [
    count(data?.restored ?? 1, 'record is as it was.', 'records are as they were.'),
    data?.left &&
      `${count(data.left, 'other exists again or was erased, and stays as it is.', 'others exist again or were erased, and stay as they are.')}`,
  ]
    .filter(Boolean)
    .join(' ')

/** How a deleted record can be restored, on its page. Renders nothing when it cannot. */
export function Restorable({
  kind,
  id,
  onDone,
}: {
  kind: 'listing' | 'question'
  id: string
  onDone?: () => void
}) {
  const { data } = useData(api.held.of, { params: { kind, id } })
  const deletion = data?.find(({ action }) => isDeletion(action))
  return deletion ? <TakeBack held={deletion} action={deletion.action} {...(onDone && { onDone })} /> : null
}
