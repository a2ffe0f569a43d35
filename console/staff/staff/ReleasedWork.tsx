import { Text } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { Role } from '@portreeve/contract/base/rights'
import type { StaffWork } from '@portreeve/contract/staff/staff'
import { isUnknownCall } from '../../data/failure.ts'
import { useData } from '../../data/use-data.ts'
import { count } from '../../format/words.ts'

const parts = ({ conversations, disputes, cases, macros }: StaffWork) =>
  [
    conversations > 0 && count(conversations, 'conversation', 'conversations'),
    disputes > 0 && count(disputes, 'dispute', 'disputes'),
    cases > 0 && count(cases, 'other case of the desk', 'other cases of the desk'),
    macros > 0 && count(macros, 'macro that assigns to them', 'macros that assign to them'),
  ].filter((part) => part !== false)

/** What a staff member loses when they are disabled or, with a role, get it: it is free for colleagues then. */
export function ReleasedWork({ uid, role }: { uid: string; role?: Role }) {
  const { data, loading, failure } = useData(api.staff.work, { params: { uid }, query: role ? { role } : {} })
  if (failure && isUnknownCall(failure)) return null
  const released = data ? parts(data) : []
  return (
    <Text size="sm" role="status">
      {failure
        ? 'How much work is released could not be read.'
        : loading || !data
          ? 'Work that is released: …'
          : released.length === 0
            ? 'None of their work is released.'
            : `Released for colleagues: ${released.join(', ')}.`}
    </Text>
  )
}
