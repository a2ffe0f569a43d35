import { api } from '@portreeve/contract'
import type { User } from '@portreeve/contract/people/users'
import type { ReactNode } from 'react'
import { type CallFailure, detailOf } from '../../data/failure.ts'
import { useAction } from '../../data/use-action.ts'
import { orNull } from '../../format/words.ts'
import { ProductionNote } from '../../shell/EnvironmentMark.tsx'
import { ConfirmModal } from '../../ui/ConfirmModal.tsx'
import { Effect, seenOf, useEffectOf } from './Effect.tsx'
import classes from './user-detail.module.css'

interface Deletion {
  user: User
  opened: boolean
  onClose: () => void
}

// UDT-64, UDT-67
const warning = 'WARNING! This action cannot be reversed and should only be used on rare occasions.'

/** UDT-60, UDT-61 */
export function DeleteAccount({ onDeleted, ...props }: Deletion & { onDeleted: () => void }) {
  const remove = useAction(api.users.remove, {
    done: 'Account deleted',
    failed: 'Account delete failed',
    refetch: [api.users.search],
    refetchOnConflict: [api.users.effect],
  })
  const effect = useEffectOf(props.user.uid, props.opened)
  const action = {
    ...remove,
    run: (input: { params: { uid: string } }) => remove.run({ ...input, query: seenOf(effect) }),
  }
  return (
    <DeletionModal
      {...props}
      title="Delete account"
      action={action}
      onDone={onDeleted}
      below={<Effect effect={effect} />}
    >
      The account of <bdi>{orNull(props.user.displayName)}</bdi> is deleted. This cannot be undone.
    </DeletionModal>
  )
}

/** '3 Posts Deleted!'; without the number if another server does not return it. */
const counted = (data: { deleted_count?: number } | null, words: string) =>
  data?.deleted_count === undefined ? words : `${data.deleted_count} ${words}`

/** UDT-62, UDT-63 */
export function DeletePosts(props: Deletion) {
  const remove = useAction(api.userContent.deletePosts, {
    done: ({ data }) => counted(data, 'Posts Deleted!'),
    failed: 'Delete posts failed',
    refetch: [api.posts.ofUser, api.posts.deniedOfUser],
  })
  return (
    <DeletionModal {...props} title="Delete posts" action={remove}>
      All posts of <bdi>{orNull(props.user.displayName)}</bdi> are deleted. This cannot be undone.
    </DeletionModal>
  )
}

/** UDT-64 to UDT-66 */
export function DeleteConversations(props: Deletion) {
  const remove = useAction(api.userContent.deleteConversations, {
    done: ({ data }) => counted(data, 'Conversations Deleted'),
    failed: 'Delete conversations failed',
    refetch: [api.conversations.ofUser],
  })
  return (
    <DeletionModal {...props} title="Delete conversations" action={remove}>
      <p className={classes.paragraph}>
        All conversations of <bdi>{orNull(props.user.displayName)}</bdi> are deleted, for the other side too.
      </p>
      <p className={classes.paragraph}>{warning}</p>
    </DeletionModal>
  )
}

/** UDT-67 to UDT-70 */
export function DeleteCommunityContent(props: Deletion) {
  const remove = useAction(api.userContent.deleteCommunityContent, {
    done: 'Deleted community content',
    failed: 'Delete community content failed',
  })
  return (
    <DeletionModal {...props} title="Delete community content" action={remove}>
      <p className={classes.paragraph}>
        All community content of <bdi>{orNull(props.user.displayName)}</bdi> is deleted. This is permanent.
      </p>
      <p className={classes.paragraph}>{warning}</p>
    </DeletionModal>
  )
}

interface DeletionModalProps extends Deletion {
  title: string
  action: {
    run: (input: { params: { uid: string } }) => Promise<{ done: boolean }>
    busy: boolean
    failure: CallFailure | null
  }
  onDone?: () => void
  children: ReactNode
  /** Below the words. */
  below?: ReactNode
}

/** UDT-58, UDT-59, D-034: the confirm button has the action's name. */
function DeletionModal({
  user,
  opened,
  onClose,
  title,
  action,
  onDone,
  children,
  below,
}: DeletionModalProps) {
  const confirm = async () => {
    const { done } = await action.run({ params: { uid: user.uid } })
    if (!done) return
    onClose()
    onDone?.()
  }
  return (
    <ConfirmModal
      opened={opened}
      onClose={onClose}
      title={title}
      subtitle={children}
      note={<ProductionNote />}
      confirmText={title}
      danger
      onConfirm={() => void confirm()}
      busy={action.busy}
      problem={detailOf(action.failure)}
    >
      {below}
    </ConfirmModal>
  )
}
