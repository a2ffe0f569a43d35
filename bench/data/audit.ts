import type pg from 'pg'
import { beginning, type Link, seal } from '../../server/core/audit/audit-chain.ts'
import { Random } from '../../server/seed/random.ts'
import { uidOf } from './people.ts'
import { daysAgo, type Size } from './size.ts'
import { busyStaff } from './talk.ts'

const actions = ['users.update', 'users.ban', 'users.unban', 'notes.create', 'users.reveal'] as const
/** Rows per statement. */
const batch = 2000

/** Staff members beside the one who signs in. */
export async function addStaff(client: pg.Client): Promise<void> {
  await client.query(
    `insert into staff (uid, email, display_name, role)
     select 'staff-bench-' || n, 'bench-' || n || '@portreeve.test', 'Bench ' || n, 'moderator' from generate_series(0, 19) n`,
  )
}

/** An audit chain as calls write it, half of it by one person. The database writes times and JSON, as it does for calls. */
export async function addAudit(client: pg.Client, key: string, size: Size): Promise<number> {
  const total = Math.max(5000, Math.floor(size.users / 10))
  let previous = beginning
  const random = Random.ofRecord(51, 0)
  for (let from = 0; from < total; from += batch) {
    const given = Array.from({ length: Math.min(batch, total - from) }, (_, at) =>
      made(from + at, total, size),
    )
    const { rows } = await client.query<Link>(
      `select id::text, extract(epoch from at::timestamptz(3))::text as at, actor_uid, actor_role, address, request_id, action,
         subject_kind, subject_id, reason, before::jsonb::text as before, after::jsonb::text as after
       from json_to_recordset($1::json) as r(id bigint, at timestamptz, actor_uid text, actor_role text, address text,
         request_id text, action text, subject_kind text, subject_id text, reason text, before text, after text) order by r.id`,
      [JSON.stringify(given)],
    )
    const links = rows.map((link) => {
      const sealed = seal(key, previous, link, random.hex(32))
      previous = sealed.hash
      return { ...link, ...sealed }
    })
    await client.query(
      `insert into audit (id, at, actor_uid, actor_role, address, request_id, action, subject_kind, subject_id, reason,
         before, after, salt, content, previous, hash)
       select id, to_timestamp(at), actor_uid, actor_role, address, request_id, action, subject_kind, subject_id, reason,
         before::jsonb, after::jsonb, salt, content, previous, hash
       from json_to_recordset($1::json) as r(id bigint, at float8, actor_uid text, actor_role text, address text,
         request_id text, action text, subject_kind text, subject_id text, reason text, before text, after text,
         salt text, content text, previous text, hash text)`,
      [JSON.stringify(links)],
    )
  }
  await client.query('update audit_head set seq = $1, hash = $2', [total, previous])
  return total
}

function made(number: number, total: number, size: Size) {
  const random = Random.ofRecord(50, number)
  const action = random.pick(actions)
  const busy = random.chance(50)
  return {
    id: number + 1,
    at: daysAgo((1 - number / total) * 300 + 0.001),
    actor_uid: busy ? busyStaff : `staff-bench-${random.below(20)}`,
    actor_role: busy ? 'admin' : 'moderator',
    address: '10.0.0.7',
    request_id: `${random.hex(8)}-${random.hex(12)}`,
    action,
    subject_kind: 'user',
    subject_id: uidOf(random.below(size.users)),
    reason: action === 'notes.create' ? 'Called twice, promised to ship.' : null,
    before: action === 'users.update' ? '{"early_access": 0}' : null,
    after: action === 'users.update' ? '{"early_access": 1}' : null,
  }
}
