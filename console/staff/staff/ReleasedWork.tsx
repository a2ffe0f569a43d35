import { Anchor, NativeSelect, Stack, Text } from '@mantine/core'
import { api } from '@portreeve/contract'
import { type Takers, type WorkKind, workKinds } from '@portreeve/contract/staff/staff-work'
import { Link } from '@tanstack/react-router'
import { isUnknownCall } from '../../data/failure.ts'
import { useData } from '../../data/use-data.ts'
import { dayOf } from '../../format/days.ts'
import { count } from '../../format/words.ts'

const words: Record<WorkKind, readonly [one: string, many: string]> = {
  conversations: ['conversation', 'conversations'],
  disputes: ['dispute', 'disputes'],
  cases: ['other case of the desk', 'other cases of the desk'],
  macros: ['macro that assigns to them', 'macros that assign to them'],
}

interface ReleasedWorkProps {
  uid: string
  role?: string
  /** Who gets each kind of work. */
  to: Takers
  onChoose: (to: Takers) => void
}

/** What a staff member loses when they are disabled or, with a role, get it, and who gets it; and what they did lately. */
export function ReleasedWork({ uid, role, to, onChoose }: ReleasedWorkProps) {
  const { data, loading, failure } = useData(api.staff.work, { params: { uid }, query: role ? { role } : {} })
  if (failure && isUnknownCall(failure)) return null
  const kinds = data ? workKinds.filter((kind) => data[kind] > 0) : []
  return (
    <Stack gap="xs">
      <Text size="sm" role="status">
        {failure
          ? 'How much work is released could not be read.'
          : loading || !data
            ? 'Work that is released: …'
            : kinds.length === 0
              ? 'They have no open work.'
              : 'Their open work goes to:'}
      </Text>
      {data &&
        kinds.map((kind) => (
          <NativeSelect
            key={kind}
            label={count(data[kind], ...words[kind])}
            value={to[kind] ?? ''}
            onChange={({ currentTarget: { value } }) => {
              const { [kind]: _before, ...others } = to
              onChoose(value === '' ? others : { ...others, [kind]: value })
            }}
            data={[
              { value: '', label: 'No one: free for colleagues' },
              ...data.takers[kind].map((one) => ({ value: one.uid, label: one.name })),
            ]}
          />
        ))}
      <Anchor
        size="sm"
        renderRoot={(props) => (
          <Link
            to="/dashboard/audit"
            search={{ actor: uid, from: dayOf(new Date(Date.now() - 30 * 86_400_000)) }}
            target="_blank"
            {...props}
          />
        )}
      >
        What they did in the last 30 days
      </Anchor>
    </Stack>
  )
}
