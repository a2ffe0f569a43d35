import { Textarea } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { User } from '@portreeve/contract/people/users'
import { useState } from 'react'
import { blockQueries } from '../../data/blocking.ts'
import { orNull } from '../../format/words.ts'
import { ActionDialog } from '../../shell/ActionDialog.tsx'
import { Effect, seenOf, useEffectOf } from './Effect.tsx'

/** UDT-47 to UDT-50: blocks an account with an optional reason. The draft stays until the call succeeds. */
export function BlockModal({ user, opened, onClose }: { user: User; opened: boolean; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const effect = useEffectOf(user.uid, opened)
  return (
    <ActionDialog
      opened={opened}
      onClose={onClose}
      call={api.users.ban}
      input={() => ({
        params: { uid: user.uid },
        query: seenOf(effect),
        body: { ban_reason: reason },
      })}
      done="Account blocked"
      // UDT-50: the same text as for an unblock.
      failed="Failed to unblock account"
      refetch={blockQueries}
      // A colleague has blocked it first: refetch the account.
      refetchOnConflict={[...blockQueries, api.users.effect]}
      onDone={() => setReason('')}
      title="Block account"
      subtitle={<bdi>{orNull(user.displayName)}</bdi>}
      confirmText="Block"
    >
      <Textarea
        label="Reason"
        autosize
        minRows={3}
        maxRows={10}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        data-autofocus
      />
      <Effect effect={effect} />
    </ActionDialog>
  )
}
