import type { appeals } from '../../desk/appeals/appeal-tables.ts'
import type { measures } from '../../people/measures/measure-tables.ts'
import type { Rows } from '../rows.ts'
import { demoPolicies } from './policies.ts'

const hour = 3_600_000

/** The measure and the open appeal of the blocked man in `appealOfABlockedPerson`. */
export function demoAppeal({ users, banReasons, messages }: Rows): {
  measure: typeof measures.$inferInsert
  appeal: typeof appeals.$inferInsert
} {
  const man = users.find(({ displayName }) => displayName === 'Pavlo Kovalchuk')
  const block = banReasons.find(({ uid }) => uid === man?.uid)
  const said = messages.findLast(({ senderID }) => senderID === man?.uid)
  const policy = demoPolicies.find(({ id }) => id === 'pol_fraud')
  if (!man || !block || !said || !policy) throw new Error('The story of the blocked man is gone')
  const { id, name, words, ground, reference = null } = policy
  const measure = {
    ...({ id: 'ms_kovalchuk', kind: 'blocked', subject_kind: 'user', source: 'staff' } as const),
    ...{ subject_id: man.uid, uid: man.uid, reason: block.reason, by_uid: block.actor_uid ?? '' },
    ...{ grounds: [{ policy: id, version: 1, name, words, ground, reference }], operation_id: '' },
    at: block.created_at,
    told_at: new Date(Date.parse(block.created_at) + hour / 60).toISOString(),
  }
  const appeal = {
    ...{ id: 'appeal-kovalchuk', uid: man.uid, about: measure.id, conversation_id: said.conversation_id },
    ...{ text: said.text ?? '', created_at: said.date },
  }
  return { measure, appeal }
}
