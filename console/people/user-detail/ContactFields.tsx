import { Stack } from '@mantine/core'
import { api } from '@portreeve/contract'
import { isMask } from '@portreeve/contract/base/personal'
import type { User, UserChange } from '@portreeve/contract/people/users'
import { useState } from 'react'
import { detailOf } from '../../data/failure.ts'
import { useWhyNot } from '../../data/rights.ts'
import { type ActionOptions, useAction } from '../../data/use-action.ts'
import { useLatest } from '../../data/use-data.ts'
import { LeaveGuard } from '../../ui/LeaveGuard.tsx'
import { type Saved, SavedField, type SavedFieldProps } from '../../ui/SavedField.tsx'

/** The three editable fields (UDT-13 to UDT-24). */
export function ContactFields({ user, disabledReason }: { user: User; disabledReason: string | null }) {
  const [typed, setTyped] = useState<ReadonlySet<string>>(new Set())
  const onTyped = (label: string, isTyped: boolean) =>
    setTyped((all) => new Set(isTyped ? [...all, label] : [...all].filter((one) => one !== label)))
  const shared = { user, whyNot: useWhyNot('users.write') ?? disabledReason, onTyped }
  return (
    <Stack gap="sm">
      <LeaveGuard dirty={typed.size > 0} what="this account" />
      <Field
        {...shared}
        label="Phone Number"
        value={user.phone_number ?? ''}
        inputMode="tel"
        done="Phone number updated"
        failed="Failed to update phone number"
        change={(phone_number) => ({ phone_number })}
      />
      <Field
        {...shared}
        label="Email"
        value={user.email ?? ''}
        // UDT-101: not type email, whose validation would block invalid text.
        inputMode="email"
        done="Updated email"
        failed="Failed to update email"
        change={(email) => ({ email })}
      />
      <Field
        {...shared}
        label="Post Ability"
        value={user.post_ability === null ? '' : String(user.post_ability)}
        type="number"
        done="Updated post ability"
        failed="Failed to update post ability"
        change={postAbility}
      />
    </Stack>
  )
}

/** UDT-22: sent as a number. D-036: a blank is not a number, so nothing is sent. */
const postAbility = (text: string): UserChange | null =>
  text.trim() === '' || Number.isNaN(Number(text)) ? null : { post_ability: Number(text) }

interface FieldProps extends Pick<SavedFieldProps, 'label' | 'value' | 'type' | 'inputMode'> {
  user: User
  whyNot: string | null
  done: string
  failed: string
  onTyped: (label: string, isTyped: boolean) => void
  /** The call's body for a text; null if there is nothing to send. */
  change: (text: string) => UserChange | null
}

function Field({ user, done, failed, change, onTyped, ...field }: FieldProps) {
  const latest = useLatest(api.users.get, { params: { uid: user.uid } })
  const options: ActionOptions<typeof api.users.update> = {
    done,
    // The field has the reason.
    failed: () => failed,
    refetch: [api.users.get],
    // A colleague has saved first: the field shows the refetched value.
    refetchOnConflict: [api.users.get],
    // In sequence, so that each change names the version that the previous one made.
    inOrder: `user ${user.uid}`,
    ifMatch: () => (latest() ?? user).version,
  }
  const update = useAction(api.users.update, options)

  const save = async (text: string): Promise<Saved> => {
    // A mask is displayed, but never sent.
    if (isMask(text))
      return { done: false, problem: 'This is hidden from you. Type it in full to change it.' }
    const body = change(text)
    if (!body) return { done: false, problem: null }
    const outcome = await update.run({ params: { uid: user.uid }, body })
    return outcome.done ? { done: true } : { done: false, problem: detailOf(outcome.failure) }
  }
  return (
    <SavedField
      {...field}
      busy={update.busy}
      onSave={save}
      onTyped={(isTyped) => onTyped(field.label, isTyped)}
    />
  )
}
