import { api } from '@portreeve/contract'
import type { User } from '@portreeve/contract/people/users'
import { takeBackDays } from '@portreeve/contract/staff/held'
import { orNull } from '../../format/words.ts'
import { ActionDialog } from '../../shell/ActionDialog.tsx'
import { Effect, seenOf, useEffectOf } from './Effect.tsx'
import classes from './user-detail.module.css'

interface Deletion {
  user: User
  opened: boolean
  onClose: () => void
}

// UDT-64, UDT-67
const warning = 'WARNING! This action cannot be reversed and should only be used on rare occasions.'

/** The warning is about the people; the rows are kept. */
const restorable = `Staff can restore them for ${takeBackDays} days.`

/** UDT-58, UDT-59, D-034: the confirm button has the action's name. */
const named = (title: string) => ({ title, confirmText: title, danger: true })

/** UDT-60, UDT-61 */
export function DeleteAccount({ user, onDeleted, ...props }: Deletion & { onDeleted: () => void }) {
  const effect = useEffectOf(user.uid, props.opened)
  return (
    <ActionDialog
      {...props}
      {...named('Delete account')}
      call={api.users.remove}
      input={() => ({ params: { uid: user.uid }, query: seenOf(effect) })}
      done="Account deleted"
      failed="Account delete failed"
      refetch={[api.users.search]}
      refetchOnConflict={[api.users.effect]}
      onDone={onDeleted}
      subtitle={
        <>
          The account of <bdi>{orNull(user.displayName)}</bdi> is deleted. This cannot be undone.
        </>
      }
    >
      <Effect effect={effect} />
    </ActionDialog>
  )
}

/** '3 Posts Deleted!'; without the number if another server does not return it. */
const counted = (data: { deleted_count?: number } | null, words: string) =>
  data?.deleted_count === undefined ? words : `${data.deleted_count} ${words}`

/** UDT-62, UDT-63 */
export const DeletePosts = ({ user, ...props }: Deletion) => (
  <ActionDialog
    {...props}
    {...named('Delete posts')}
    call={api.userContent.deletePosts}
    input={() => ({ params: { uid: user.uid } })}
    done={({ data }) => counted(data, 'Posts Deleted!')}
    failed="Delete posts failed"
    refetch={[api.posts.ofUser, api.posts.deniedOfUser, api.held.mine]}
    subtitle={
      <>
        All posts of <bdi>{orNull(user.displayName)}</bdi> are deleted. {restorable}
      </>
    }
  />
)

/** UDT-64 to UDT-66 */
export const DeleteConversations = ({ user, ...props }: Deletion) => (
  <ActionDialog
    {...props}
    {...named('Delete conversations')}
    call={api.userContent.deleteConversations}
    input={() => ({ params: { uid: user.uid } })}
    done={({ data }) => counted(data, 'Conversations Deleted')}
    failed="Delete conversations failed"
    refetch={[api.conversations.ofUser, api.held.mine]}
    subtitle={
      <>
        <p className={classes.paragraph}>
          All conversations of <bdi>{orNull(user.displayName)}</bdi> are deleted, for the other side too.
        </p>
        <p className={classes.paragraph}>{warning}</p>
        <p className={classes.paragraph}>{restorable}</p>
      </>
    }
  />
)

/** UDT-67 to UDT-70 */
export const DeleteCommunityContent = ({ user, ...props }: Deletion) => (
  <ActionDialog
    {...props}
    {...named('Delete community content')}
    call={api.userContent.deleteCommunityContent}
    input={() => ({ params: { uid: user.uid } })}
    done="Deleted community content"
    failed="Delete community content failed"
    refetch={[api.held.mine]}
    subtitle={
      <>
        <p className={classes.paragraph}>
          All community content of <bdi>{orNull(user.displayName)}</bdi> is deleted. This is permanent.
        </p>
        <p className={classes.paragraph}>{warning}</p>
        <p className={classes.paragraph}>{restorable}</p>
      </>
    }
  />
)
