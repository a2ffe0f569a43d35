import { Textarea } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { User } from '@portreeve/contract/users'
import { useState } from 'react'
import { detailOf } from '../../data/failure.ts'
import { useAction } from '../../data/hooks.ts'
import { orNull } from '../../format/words.ts'
import { ProductionNote } from '../../parts/EnvironmentMark.tsx'
import { ConfirmModal } from '../../ui/ConfirmModal.tsx'

/** UDT-47 to UDT-50: blocking, with a reason that may stay empty. What was typed stays until it is done. */
export function BlockModal({ user, opened, onClose }: { user: User; opened: boolean; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const ban = useAction(api.users.ban, {
    done: 'Account blocked',
    // UDT-50: the same text as for an unblock.
    failed: 'Failed to unblock account',
    refetch: [api.users.get, api.users.banReasons],
    // Somebody else was quicker: show it as it is.
    refetchOnConflict: [api.users.get, api.users.banReasons],
  })
  const confirm = async () => {
    const { done } = await ban.run({ params: { uid: user.uid }, body: { ban_reason: reason } })
    if (!done) return
    setReason('')
    onClose()
  }
  return (
    <ConfirmModal
      opened={opened}
      onClose={onClose}
      title="Block account"
      subtitle={<bdi>{orNull(user.displayName)}</bdi>}
      note={<ProductionNote />}
      confirmText="Block"
      onConfirm={() => void confirm()}
      busy={ban.busy}
      problem={detailOf(ban.failure)}
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
    </ConfirmModal>
  )
}
