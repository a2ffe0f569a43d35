import { Text } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { RoleRights, StaffRole } from '@portreeve/contract/staff/roles'
import { useData } from '../../data/use-data.ts'
import { count } from '../../format/words.ts'

const named = 5

/** Whom a change of a role concerns, and the work that leaves them. */
export function RoleEffect({ role, wanted }: { role: StaffRole; wanted: RoleRights }) {
  const { permissions, kinds, classes } = wanted
  const { data, failure } = useData(api.roles.effect, {
    ...{ params: { name: role.name }, body: { permissions, kinds, classes } },
  })
  if (failure) return <Text size="sm">Whom it concerns could not be read.</Text>
  if (!data) return <Text size="sm">Whom it concerns: …</Text>
  if (data.length === 0) return <Text size="sm">Nobody has this role.</Text>
  const released = data
    .map(({ work }) => work.conversations + work.disputes + work.cases + work.macros)
    .reduce((sum, one) => sum + one, 0)
  const more = data.length - named
  return (
    <Text size="sm">
      {count(data.length, 'person has', 'people have')} this role:{' '}
      {data
        .slice(0, named)
        .map(({ name }) => name)
        .join(', ')}
      {more > 0 && ` and ${more} more`}.{' '}
      {released === 0
        ? 'No open work leaves them.'
        : `${count(released, 'piece', 'pieces')} of their open work will be free for colleagues.`}
    </Text>
  )
}
