import { may } from '@portreeve/contract/rights'
import type { Call } from '../core/context.ts'
import { KeptRefusal } from '../core/refuse.ts'
import { countReveal } from './reveals.ts'
import { searchUsers, type UserSearch } from './user-search.ts'

/** Counts a hit by a hidden value, which discloses its owner, as a reveal. The call's own connection may be a replica. */
export const countHit = (call: Call): Promise<KeptRefusal | undefined> =>
  call.ctx.database.db
    .transaction(async (db) => {
      await countReveal({ ...call, db })
      return undefined
    })
    .catch(KeptRefusal.of)

/**
 * People by one term, as the caller may find them. A hit by a whole hidden value is audited and counted as a reveal.
 * @returns `refusal`: the caller has made too many reveals; the refusal, too, discloses the hit, so its audit row stays
 */
export async function findPeople(call: Call, search: Omit<UserSearch, 'masked'>) {
  const masked = !may(call.staff.role, 'personal.read')
  const found = await searchUsers(call.db, { ...search, masked })
  if (found.revealed.length === 0) return { ...found, refusal: undefined }
  const refusal = await countHit(call)
  const [only] = found.revealed
  call.record({
    ...(found.revealed.length === 1 && only !== undefined && { subject: ['user', only] }),
    after: { found_by_personal_value: found.revealed, ...(refusal && { refused: refusal.code }) },
  })
  return { ...found, refusal }
}
