import { Checkbox, Skeleton, Stack } from '@mantine/core'
import { api } from '@portreeve/contract'
import { useState } from 'react'
import { useMe } from '../../data/rights.ts'
import { useData } from '../../data/use-data.ts'
import { ActionDialog } from '../../shell/ActionDialog.tsx'
import { ProductionNote } from '../../shell/EnvironmentMark.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { useRoleNames } from './use-roles.ts'

/** Sets which roles require a second factor. */
export function SecondFactorDialog({ onClose }: { onClose: () => void }) {
  const me = useMe()
  const { data, failure, reload } = useData(api.staff.signInSettings, {})
  const roles = useRoleNames()
  const [changed, setChanged] = useState<readonly string[] | null>(null)
  const chosen = changed ?? data?.second_factor_roles
  const isOwn = me && chosen?.includes(me.role) && !data?.second_factor_roles.includes(me.role)
  return (
    <ActionDialog
      call={api.staff.saveSignInSettings}
      input={() => (chosen ? { body: { second_factor_roles: [...chosen] } } : null)}
      done="Second factors saved"
      failed="Could not save the second factors"
      refetch={[api.staff.signInSettings, api.staff.list]}
      onClose={onClose}
      title="Second factors"
      width={460}
      subtitle="A person of these roles without a second factor sets one up before they can do anything else, at once where they are signed in."
      note={
        <>
          <ProductionNote />
          {isOwn && 'Your own role is among them: without a second factor you set one up right after this.'}
        </>
      }
      confirmText="Save"
    >
      {failure && <FailedState message="The setting could not be loaded." onRetry={reload} />}
      {chosen ? (
        <Checkbox.Group
          label="Required for"
          value={[...chosen]}
          onChange={(values) => setChanged(roles.filter((role) => values.includes(role)))}
        >
          <Stack gap="xs" mt="xs">
            {roles.map((role) => (
              <Checkbox key={role} value={role} label={role} />
            ))}
          </Stack>
        </Checkbox.Group>
      ) : (
        !failure && <Skeleton height={132} />
      )}
    </ActionDialog>
  )
}
