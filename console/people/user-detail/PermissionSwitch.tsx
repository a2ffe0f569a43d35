import { Switch, Tooltip } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { User } from '@portreeve/contract/people/users'
import { useWhyNot } from '../../data/rights.ts'
import { useAction, usePending } from '../../data/use-action.ts'

interface PermissionSwitchProps {
  user: User
  field: 'listing_quantity_permission' | 'store_behavior' | 'early_access'
  labelId: string
  disabledReason: string | null
}

/** One of the three switches: the server's value with an optimistic overlay of pending changes (UDT-42, UDT-43). */
export function PermissionSwitch({ user, field, labelId, disabledReason }: PermissionSwitchProps) {
  const whyNot = useWhyNot('users.write') ?? disabledReason
  const { uid } = user
  // UDT-44: a failure is only logged. UDT-41: no If-Match, so the last change wins.
  const update = useAction(api.users.update, { refetch: [api.users.get], inOrder: `user ${uid}` })
  const pending = usePending(api.users.update).filter((call) => call.params.uid === uid)
  const value = pending.reduce((last, { body }) => body[field] ?? last, user[field])
  const control = (
    <Switch
      aria-labelledby={labelId}
      checked={value === 1}
      {...(whyNot && { 'aria-disabled': true, 'aria-description': whyNot })}
      onChange={(event) => {
        if (whyNot) return
        // UDT-103
        void update.run({ params: { uid }, body: { [field]: event.currentTarget.checked ? 1 : 0 } })
      }}
    />
  )
  return whyNot ? <Tooltip label={whyNot}>{control}</Tooltip> : control
}
