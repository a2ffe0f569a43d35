import type { Harness } from './harness.ts'
import { settleAll } from './settling.ts'

/** Time for measures: the seconds of undoing, and hours. */
export function passing(s: Harness) {
  /** Runs what is due. */
  async function settleDue() {
    const later = await s.query<{ id: string }>(
      "select id from operations where state = 'pending' and due_at > now()",
    )
    const ids = later.map(({ id }) => id)
    await s.query("update operations set state = 'parked' where id = any($1)", [ids])
    await settleAll(s)
    await s.query("update operations set state = 'pending' where id = any($1)", [ids])
  }
  /** The seconds in which a decision is undone are over: the person is told. */
  async function told() {
    await s.query(
      "update operations set due_at = now() - interval '1 second' where state = 'pending' and kind in ('measures.tell', 'review.announce')",
    )
    await settleDue()
  }
  /** Lets so many hours pass, as far as measures know. */
  async function pass(hours: number) {
    await s.query(`update measures set until = until - make_interval(hours => ${hours})`)
    await s.query(`update operations set due_at = due_at - make_interval(hours => ${hours}),
      details = details || jsonb_build_object('until', to_char(((details ->> 'until')::timestamptz - make_interval(hours => ${hours})) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
      where kind = 'measures.end'`)
    await settleDue()
  }
  return { settleDue, told, pass }
}
