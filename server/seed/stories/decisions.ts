import type { appeals } from '../../desk/appeals/appeal-tables.ts'
import type { measures } from '../../people/measures/measure-tables.ts'
import type { Rows } from '../rows.ts'
import { demoPolicies } from './policies.ts'
import { days } from './stage.ts'

const hour = 3_600_000

/** The measures of the stories, and the open appeal against one: of the man in `appealOfABlockedPerson`, and of the seller of handbags. */
export function demoDecisions(
  rows: Rows,
  now: number,
): { measures: (typeof measures.$inferInsert)[]; appeal: typeof appeals.$inferInsert } {
  const { banReasons, messages } = rows
  const man = personOf(rows, 'Pavlo Kovalchuk')
  const block = banReasons.find(({ uid }) => uid === man.uid)
  const said = messages.findLast(({ senderID }) => senderID === man.uid)
  if (!block || !said) throw new Error('The story of the blocked man is gone')
  const blocked = {
    ...measureOf('ms_kovalchuk', 'blocked', man.uid, 'pol_fraud', block.created_at),
    ...{ reason: block.reason, by_uid: block.actor_uid ?? '' },
  }
  const seller = personOf(rows, 'Luxe by Sandrine')
  const warnings = [40, 12].map((ago, n) => {
    const at = new Date(now - days(ago) * hour).toISOString()
    return {
      ...measureOf(`ms_sandrine_${n + 1}`, 'warned', seller.uid, 'pol_counterfeit', at),
      reason: 'A bag with a maker’s name was listed without a proof of purchase.',
      by_uid: block.actor_uid ?? '',
    }
  })
  const appeal = {
    ...{ id: 'appeal-kovalchuk', uid: man.uid, about: blocked.id, conversation_id: said.conversation_id },
    ...{ text: said.text ?? '', created_at: said.date },
  }
  return { measures: [blocked, ...warnings], appeal }
}

function personOf({ users }: Rows, name: string) {
  const person = users.find(({ displayName }) => displayName === name)
  if (!person) throw new Error(`The story of ${name} is gone`)
  return person
}

/** A measure on an account that the person was told of a minute later. */
function measureOf(id: string, kind: 'blocked' | 'warned', uid: string, policy: string, at: string) {
  const found = demoPolicies.find((one) => one.id === policy)
  if (!found) throw new Error(`There is no policy ${policy}`)
  const { name, words, ground, reference = null } = found
  return {
    ...({ id, kind, subject_kind: 'user', subject_id: uid, uid, source: 'staff' } as const),
    ...{ grounds: [{ policy, version: 1, name, words, ground, reference }], operation_id: '', at },
    told_at: new Date(Date.parse(at) + hour / 60).toISOString(),
  }
}
