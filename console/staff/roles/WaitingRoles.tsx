import { Group, Stack, Text } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { StaffRole } from '@portreeve/contract/staff/roles'
import { useMe } from '../../data/rights.ts'
import { useAction } from '../../data/use-action.ts'
import { ago } from '../../format/dates.ts'
import { grouped } from '../../format/money.ts'
import { GuardedButton } from '../../shell/GuardedButton.tsx'
import { changing } from './changing.ts'
import { listed } from './words.ts'

/** The roles with rights that wait for a second person. Renders nothing where none waits. */
export function WaitingRoles({ roles }: { roles: readonly StaffRole[] }) {
  const waiting = roles.filter((role) => role.waiting !== null)
  if (waiting.length === 0) return null
  return (
    <Stack component="section" gap="xs" mb="md" aria-label="Waiting for a second person">
      {waiting.map((role) => (
        <WaitingRole key={`${role.name} ${role.version}`} role={role} />
      ))}
    </Stack>
  )
}

const limit = (words: string, before: number | null, after: number | null) =>
  before === after
    ? []
    : [`${words} ${after === null ? 'as much as the environment allows' : grouped(after)}`]

/** What a role would get, in words. */
function gains({ waiting, ...role }: StaffRole): string {
  if (!waiting) return ''
  const more = waiting.permissions.filter((one) => !role.permissions.includes(one))
  return [
    ...(more.length > 0 ? [`may ${listed(more)}`] : []),
    ...limit('refunds alone of an order', role.refund_alone, waiting.refund_alone),
    ...limit('refunds alone a day', role.refund_alone_day, waiting.refund_alone_day),
  ].join('; ')
}

function WaitingRole({ role }: { role: StaffRole }) {
  const me = useMe()
  const { name, waiting } = role
  const input = { params: { name } }
  const confirm = useAction(api.roles.confirm, {
    ...changing(role),
    done: `Confirmed the role ${name}`,
    failed: `Could not confirm the role ${name}`,
  })
  const decline = useAction(api.roles.decline, {
    ...changing(role),
    done: `Declined the rights of the role ${name}`,
    failed: `Could not decline the rights of the role ${name}`,
  })
  if (!waiting) return null
  const busy = confirm.busy || decline.busy
  const isOwn = waiting.by.uid === me?.uid
  return (
    <Group gap="sm" role="group" aria-label={`Waiting: ${name}`}>
      <Text size="sm" flex="1 1 320px">
        <bdi>{waiting.by.name}</bdi> asked {ago(waiting.at, new Date())} that <bdi>{name}</bdi> {gains(role)}.
      </Text>
      <GuardedButton
        may="staff.manage"
        size="compact-sm"
        variant="default"
        whyNot={isOwn ? 'You asked for it. A colleague confirms it.' : null}
        disabled={busy}
        onClick={() => void confirm.run(input)}
      >
        Confirm
      </GuardedButton>
      <GuardedButton
        may="staff.manage"
        size="compact-sm"
        variant="default"
        disabled={busy}
        onClick={() => void decline.run(input)}
      >
        {isOwn ? 'Withdraw' : 'Decline'}
      </GuardedButton>
    </Group>
  )
}
