import type { Harness } from './harness.ts'

/** What happens at this moment: a person, a listing and a sale that are new, for the rules. */
export function happening(s: Harness) {
  let count = 0
  const person = async () => {
    const uid = `p${++count}`
    await s.addUser({ uid, displayName: uid, created_at: new Date().toISOString() })
    return uid
  }
  const listing = async (creatorUID: string, more: object = {}) => {
    const key = `l${++count}`
    const now = new Date().toISOString()
    await s.make.listing({
      key,
      creatorUID,
      title: key,
      creation_date_time: now,
      review_state: 'approved',
      ...more,
    })
    return key
  }
  const sale = async (seller_uid: string, price = 60_000) => {
    const id = `t${++count}`
    const purchase_date = new Date().toISOString()
    await s.make.transaction({ id, seller_uid, purchaser_uid: await person(), price, purchase_date })
    return id
  }
  const stateOf = async (key: string) =>
    (await s.query<{ state: string }>('select review_state as state from posts where key = $1', [key]))[0]
      ?.state
  const audits = (of: string) =>
    s.query('select action, actor_uid, actor_role, reason from audit where subject_id = $1 order by id', [of])
  const held = async (id: string) =>
    s.query<{ ended: boolean }>(
      'select released_at is not null as ended from payout_holds where transaction_id = $1',
      [id],
    )
  return { person, listing, sale, stateOf, audits, held }
}
