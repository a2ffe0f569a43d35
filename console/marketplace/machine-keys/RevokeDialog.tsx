import { api } from '@portreeve/contract'
import type { MachineKey } from '@portreeve/contract/marketplace/machine-keys'
import { shortLocal } from '../../format/dates.ts'
import { count } from '../../format/words.ts'
import { ActionDialog } from '../../shell/ActionDialog.tsx'
import { When } from '../../ui/When.tsx'

/** Ends a key, after a look at what still uses it. */
export function RevokeDialog({ of: key, onClose }: { of: MachineKey; onClose: () => void }) {
  return (
    <ActionDialog
      call={api.machineKeys.revoke}
      input={() => ({ params: { id: key.id } })}
      done="Revoked the key"
      failed="Could not revoke the key"
      refetch={[api.machineKeys.list]}
      refetchOnConflict={[api.machineKeys.list]}
      title="Revoke key"
      width={460}
      subtitle={
        <>
          Every request of <bdi>{key.name}</bdi> with <code>{key.begins}…</code> is refused from now on.{' '}
          {key.last_used_at ? (
            <>
              It was last used on <When value={key.last_used_at} write={shortLocal} />, and made{' '}
              {count(key.calls, 'call', 'calls')} in the last 30 days.
            </>
          ) : (
            'It was never used.'
          )}{' '}
          This cannot be undone.
        </>
      }
      confirmText="Revoke"
      danger
      onClose={onClose}
    />
  )
}
