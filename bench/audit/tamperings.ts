import type { Random } from '../../server/seed/random.ts'

/** Every column of the audit, and SQL that changes its value. */
const edits: Record<string, string> = {
  id: 'id = -id',
  at: `at = at + interval '1 millisecond'`,
  actor_uid: `actor_uid = actor_uid || '0'`,
  actor_role: `actor_role = 'admin'`,
  address: 'address = null',
  request_id: `request_id = coalesce(request_id, '') || 'x'`,
  action: `action = action || ' '`,
  subject_kind: `subject_kind = 'listing'`,
  subject_id: `subject_id = subject_id || '0'`,
  reason: `reason = case when reason is null then '' else null end`,
  before: `before = jsonb_set(before, '{version}', to_jsonb((before->>'version')::int + 1))`,
  after: `after = case when after is null then '{}'::jsonb else after || '{"amount": 1.0}' end`,
  salt: `salt = md5(salt)`,
  content: 'content = md5(previous) || md5(hash)',
  erased: `erased = 'erased-somebody'`,
  previous: 'previous = md5(previous) || md5(hash)',
  hash: 'hash = md5(previous) || md5(hash)',
}
export const columns = Object.keys(edits)

const copied = `at, actor_uid, actor_role, address, request_id, action, subject_kind, subject_id, reason, before, after,
  salt, content, previous, hash`
const putBack =
  'update audit_head set (seq, hash) = (select id, hash from public.audit order by id desc limit 1)'

/** The statements of one tampering with a chain of so many rows. */
export function tamperings(random: Random, rows: number): { kind: string; statements: string[] } {
  const row = () => 1 + random.below(rows)
  const one = row()
  const other = ((one + random.below(rows - 1)) % rows) + 1
  const any = random.next()
  if (any < 0.5) {
    const column = random.pick(columns)
    return {
      kind: 'edited',
      statements: [`update public.audit set ${edits[column]} where id = ${one}`],
    }
  }
  if (any < 0.55)
    return {
      kind: 'emptied, as by an erasure',
      statements: [
        `update public.audit set reason = null, before = null, after = null, salt = null, erased = 'erased-somebody' where id = ${one}`,
      ],
    }
  if (any < 0.6) return { kind: 'deleted', statements: [`delete from public.audit where id = ${one}`] }
  if (any < 0.7)
    return {
      kind: 'deleted, and the gap closed',
      statements: [
        `delete from public.audit where id = ${one}`,
        `update public.audit set id = -id where id > ${one}`,
        'update public.audit set id = -id - 1 where id < 0',
        one === rows ? putBack : 'update audit_head set seq = seq - 1',
      ],
    }
  if (any < 0.8)
    return {
      kind: 'swapped',
      statements: [
        `update public.audit set id = 0 where id = ${one}`,
        `update public.audit set id = ${one} where id = ${other}`,
        `update public.audit set id = ${other} where id = 0`,
      ],
    }
  if (any < 0.85)
    return {
      kind: 'added at the end',
      statements: [
        `insert into public.audit (id, ${copied}) select ${rows + 1}, ${copied} from public.audit where id = ${one}`,
        putBack,
      ],
    }
  if (any < 0.9)
    return {
      kind: 'added in between',
      statements: [
        `update public.audit set id = -id where id > ${one}`,
        'update public.audit set id = -id + 1 where id < 0',
        `insert into public.audit (id, ${copied}) select ${one + 1}, ${copied} from public.audit where id = ${one}`,
        putBack,
      ],
    }
  const cut = `delete from public.audit where id > ${Math.min(one, rows - 1)}`
  return any < 0.95
    ? { kind: 'end cut off', statements: [cut] }
    : { kind: 'end cut off, and the head put back', statements: [cut, putBack] }
}
