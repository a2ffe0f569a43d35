import { Textarea } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { User } from '@portreeve/contract/people/users'
import { useRef, useState } from 'react'
import { blockQueries } from '../../data/blocking.ts'
import { orNull } from '../../format/words.ts'
import { ActionDialog } from '../../shell/ActionDialog.tsx'
import { useThenWrite, useWriteTo } from '../../shell/writing.tsx'
import { PolicySelect, useChosenPolicy } from '../measures/PolicySelect.tsx'
import { readUntil, UntilField } from '../measures/UntilField.tsx'
import { Effect, seenOf, useEffectOf } from './Effect.tsx'

/** UDT-47 to UDT-50: blocks an account with an optional reason. The draft stays until the call succeeds. */
export function BlockModal({ user, opened, onClose }: { user: User; opened: boolean; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const writes = useRef(false)
  const write = useWriteTo()
  const name = orNull(user.displayName)
  const effect = useEffectOf(user.uid, opened)
  const [until, setUntil] = useState('')
  const chosen = useChosenPolicy('user', user.uid, opened)
  const [picked, setPicked] = useState<string | null>(null)
  const policy = picked ?? chosen ?? ''
  return (
    <ActionDialog
      opened={opened}
      onClose={onClose}
      call={api.users.ban}
      input={({ checked }) => {
        writes.current = checked
        const end = readUntil(until)
        if (typeof end === 'string') return end
        const more = {
          ...(end.until && { until: end.until }),
          ...(picked !== null && { policy_id: picked || null }),
        }
        return { params: { uid: user.uid }, query: seenOf(effect), body: { ban_reason: reason, ...more } }
      }}
      done="Account blocked"
      // UDT-50: the same text as for an unblock.
      failed="Failed to unblock account"
      refetch={blockQueries}
      // A colleague has blocked it first: refetch the account.
      refetchOnConflict={[...blockQueries, api.users.effect]}
      onDone={() => {
        setReason('')
        setUntil('')
        setPicked(null)
        if (writes.current) write(user.uid, { text: blockedText(name, reason) })
      }}
      {...useThenWrite(name)}
      title="Block account"
      subtitle={<bdi>{name}</bdi>}
      confirmText="Block"
    >
      {/* Above the reason, which has the focus: Tab from it leads to the button, as ever. */}
      <UntilField value={until} onChange={setUntil} />
      <PolicySelect value={policy} onChange={setPicked} />
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

/** The first draft of the message to the person. */
const blockedText = (name: string, reason: string) =>
  [
    `Hello ${name},`,
    '',
    'your account is blocked.',
    ...(reason.trim() === '' ? [] : [`The reason: ${reason.trim()}`]),
    'If you think that this is a mistake, answer this message.',
  ].join('\n')
