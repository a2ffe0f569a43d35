import { Title } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { User } from '@portreeve/contract/people/users'
import { type ReactNode, useState } from 'react'
import { useOwnUid } from '../../data/backend.tsx'
import { blockQueries } from '../../data/blocking.ts'
import { useAction } from '../../data/use-action.ts'
import { GuardedButton } from '../../shell/GuardedButton.tsx'
import { toastFailed } from '../../ui/toast.ts'
import { BlockModal } from './BlockModal.tsx'
import { DeleteAccount, DeleteCommunityContent, DeleteConversations, DeletePosts } from './deletions.tsx'
import classes from './user-detail.module.css'

type Open = 'block' | 'account' | 'posts' | 'conversations' | 'community' | null

/** The moderation actions (UDT-46). */
export function Moderation({
  user,
  disabledReason,
  onDeleted,
  children,
}: {
  user: User
  disabledReason: string | null
  onDeleted: () => void
  /** Further actions. */
  children: ReactNode
}) {
  const [open, setOpen] = useState<Open>(null)
  const ownUid = useOwnUid()
  const { uid } = user
  const close = () => setOpen(null)

  const unban = useAction(api.users.unban, {
    done: 'Account unblocked',
    // D-031: a refusal is UDT-55, a call without a response UDT-56.
    failed: ({ failure }) => (failure.noAnswer ? 'Unblock account failed' : 'Failed to unblock account'),
    // D-033: it acts at once. What was just done is undone, and asked for its reason, in `HeldActions`.
    refetch: [...blockQueries, api.held.mine],
    // A colleague has unblocked it first: refetch the account.
    refetchOnConflict: blockQueries,
  })
  const sendCode = useAction(api.verification.sendSupportCode, {
    done: 'Verification code sent',
    failed: () => 'Failed to send verification code',
    refetch: [api.verification.list],
  })

  const block = () => {
    // UDT-51 to UDT-53, D-030
    if (ownUid === uid) toastFailed("Nice try, but you can't block yourself!")
    else setOpen('block')
  }

  const ofContent = {
    may: 'users.delete_content',
    whyNot: disabledReason,
    variant: 'subtle',
    color: 'gray',
    c: 'red',
    size: 'compact-xs',
  } as const
  return (
    <section aria-labelledby="moderation">
      <Title order={2} id="moderation" mb="sm">
        Moderation
      </Title>
      <div className={classes.actions} data-record-actions>
        {/* D-033: Block or Unblock, by the account's state */}
        {user.isBanned ? (
          <GuardedButton
            may="users.block"
            whyNot={disabledReason}
            variant="default"
            loading={unban.busy}
            onClick={() => void unban.run({ params: { uid } })}
          >
            Unblock account
          </GuardedButton>
        ) : (
          <GuardedButton may="users.block" whyNot={disabledReason} variant="default" onClick={block}>
            Block account
          </GuardedButton>
        )}
        <GuardedButton
          may="verification.send"
          whyNot={disabledReason}
          variant="default"
          loading={sendCode.busy}
          onClick={() => void sendCode.run({ query: { uid } })}
        >
          Send verification code
        </GuardedButton>
        <GuardedButton {...ofContent} onClick={() => setOpen('posts')}>
          Delete posts
        </GuardedButton>
        <GuardedButton {...ofContent} onClick={() => setOpen('conversations')}>
          Delete conversations
        </GuardedButton>
        <GuardedButton {...ofContent} onClick={() => setOpen('community')}>
          Delete community content
        </GuardedButton>
        <GuardedButton {...ofContent} may="users.delete" onClick={() => setOpen('account')}>
          Delete account
        </GuardedButton>
        {children}
      </div>
      <BlockModal user={user} opened={open === 'block'} onClose={close} />
      <DeletePosts user={user} opened={open === 'posts'} onClose={close} />
      <DeleteConversations user={user} opened={open === 'conversations'} onClose={close} />
      <DeleteCommunityContent user={user} opened={open === 'community'} onClose={close} />
      <DeleteAccount user={user} opened={open === 'account'} onClose={close} onDeleted={onDeleted} />
    </section>
  )
}
