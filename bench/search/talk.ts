import type pg from 'pg'
import { seal } from '../../server/core/audit-chain.ts'
import { memberSearchColumns, partsOf } from '../../server/store/search-text.ts'
import { daysAgo } from '../data/size.ts'
import { busyStaff, conversationId, threadId } from '../data/talk.ts'
import { auditKey } from '../stack/server-under-test.ts'
import { at, cursorOf, type Job, type Row, rowsOf, type World } from './job.ts'

const inbox = `/v1/admin/users/${busyStaff}/conversations`

/** Reading private matter writes an audit row in the same transaction, in the hand-written SQL as well: the next link of the chain. */
const recorded =
  (action: string, subject: [string, string], read: (client: pg.ClientBase) => Promise<unknown[]>) =>
  async (client: pg.ClientBase): Promise<unknown[]> => {
    await client.query('begin')
    const rows = await read(client)
    const { rows: heads } = await client.query<{ seq: string; hash: string; at: string }>({
      name: 'head',
      text: `update audit_head set seq = seq + 1 returning seq::text, hash, extract(epoch from clock_timestamp()::timestamptz(3))::text as at`,
    })
    const head = heads[0]
    if (!head) throw new Error('No head')
    const link = {
      id: head.seq,
      at: head.at,
      actor_uid: busyStaff,
      actor_role: 'admin',
      address: null,
      request_id: null,
      action,
      subject_kind: subject[0],
      subject_id: subject[1],
      reason: null,
      before: null,
      after: null,
    }
    const { salt, content, hash } = seal(auditKey, head.hash, link)
    await client.query({
      name: 'link',
      text: `with moved as (update audit_head set hash = $6)
        insert into audit (id, at, actor_uid, actor_role, action, subject_kind, subject_id, previous, hash, salt, content)
        values ($1, to_timestamp($2::float8), '${busyStaff}', 'admin', $3, $4, $5, $7, $6, $8, $9)`,
      values: [link.id, link.at, action, subject[0], subject[1], hash, head.hash, salt, content],
    })
    await client.query('commit')
    return rows
  }

/** Conversations with their members, in one statement. */
const pageOf = (where: string, order: string, values: unknown[], name?: string) =>
  rowsOf(
    `with page as materialized (select conversation_id, read, date from conversation_members m where uid = $1 and ${where} order by ${order} limit 201)
     select c.*, p.read, (select json_agg(json_build_object('uid', o.uid, 'name', o.name, 'read', o.read) order by o.position)
       from conversation_members o where o.conversation_id = p.conversation_id) as members
     from page p join conversations c on c.id = p.conversation_id`,
    [busyStaff, ...values],
    name,
  )

const newest = 'date desc, conversation_id desc'
const messageColumns = `g.id, g.conversation_id, g.sender_id, g.sender_display_name, g.type, g.text, g.media_url,
  g.post_thumbnail_image_path, g.post_title, g.date`

export async function talkJobs(world: World): Promise<Job[]> {
  const random = world.random('talk')
  const times = timesOf(world)
  const moments = times(() => daysAgo(random.next() * 900))
  const { rows: threads } = await world.pool.query<{ id: string; thread: string }>(
    `select id, conversations_messages_id as thread from conversations where id = any($1)`,
    [
      Array.from({ length: 30 }, (_, n) => conversationId(n)).slice(
        0,
        Math.max(4, Math.min(30, Math.floor(world.size.conversations / 500))),
      ),
    ],
  )
  const short = times(() => random.below(world.size.conversations - 1000) + 500)
  const actors = times((n) => (n % 2 === 0 ? busyStaff : `staff-bench-${random.below(20)}`))
  return [
    ...inboxJobs(world, moments),
    ...threadJobs(world, threads, short),
    {
      name: 'audit by person',
      group: 'system',
      cases: actors.map((actor) => ({
        paths: [at('/v1/admin/audit', { actor })],
        floor: rowsOf(
          `select a.*, coalesce(s.display_name, s.email) from audit a left join staff s on s.uid = actor_uid
           where actor_uid = $1 order by a.id desc limit 101`,
          [actor],
          'audit',
        ),
      })),
    },
    {
      name: 'who am I (the least call)',
      group: 'system',
      cases: times(() => ({ paths: ['/v1/staff/me'], floor: rowsOf(`select 1`, [], 'one') })),
    },
  ]
}

/** Makes one case for each call of a job. */
const timesOf =
  (world: World) =>
  <T>(make: (n: number) => T) =>
    Array.from({ length: world.count }, (_, n) => make(n))

/** The inbox by each order and filter, and the search in all messages. */
function inboxJobs(world: World, moments: string[]): Job[] {
  const times = timesOf(world)
  const read = (floor: ReturnType<typeof rowsOf>) =>
    recorded('conversations.ofUser', ['user', busyStaff], floor)
  const list = (
    name: string,
    path: (n: number) => string,
    floor: (n: number) => ReturnType<typeof rowsOf>,
  ): Job => ({
    name,
    group: 'messages',
    cases: times((n) => ({ paths: [path(n)], floor: read(floor(n)) })),
    ids: (rows: Row[]) => rows.map((row) => row.key),
  })
  const names = times(
    (n) =>
      (world.people[n % world.people.length]?.display_name ?? 'Anna').split(' ')[n % 3 === 0 ? 1 : 0] ?? 'an',
  )
  const term = (n: number) => `%${memberSearchColumns({ name: names[n] ?? 'an' }).search_name || 'an'}%`
  const words = times(
    (n) =>
      [
        'tracking',
        'parcel moved',
        'charged twice',
        'scratch',
        'lamp vintage',
        'guitar pick up',
        'gracias',
        'Rosebury black',
      ][n % 8] ?? '',
  )
  return [
    list(
      'inbox',
      () => inbox,
      () => pageOf('true', newest, [], 'inbox'),
    ),
    list(
      'inbox, next page',
      (n) => at(inbox, { cursor: cursorOf(moments[n] ?? '', 'c') }),
      (n) =>
        pageOf('(date, conversation_id) < ($2::timestamptz, $3)', newest, [moments[n], 'c'], 'inbox_next'),
    ),
    list(
      'inbox, unread first',
      () => at(inbox, { sort: 'unread' }),
      () => pageOf('true', `read, ${newest}`, [], 'unread'),
    ),
    list(
      'inbox by name',
      (n) => at(inbox, { name: names[n] ?? 'an' }),
      (n) =>
        pageOf(
          `exists (select from conversation_members o where o.conversation_id = m.conversation_id and o.uid <> $1 and o.search_name like $2)`,
          newest,
          [term(n)],
        ),
    ),
    {
      name: 'message search',
      group: 'messages',
      ids: (hits: { message: Row }[]) => hits.map(({ message }) => message.id),
      cases: words.map((word) => ({
        paths: [at(`/v1/admin/users/${busyStaff}/messages`, { q: word })],
        floor: recorded(
          'conversations.search',
          ['user', busyStaff],
          rowsOf(
            `with hits as materialized (select ${messageColumns} from messages g
               where ${partsOf(word)
                 .map((_, n) => `g.search like $${n + 2}`)
                 .join(' and ')}
               and exists (select from conversation_members m where m.conversation_id = g.conversation_id and m.uid = $1)
               order by g.date desc, g.id desc limit 51)
             select h.*, row_to_json(c) as conversation, (select json_agg(o order by position) from conversation_members o where o.conversation_id = c.id) as members
             from hits h join conversations c on c.id = h.conversation_id`,
            [busyStaff, ...partsOf(word).map((part) => `%${part}%`)],
          ),
        ),
      })),
    },
  ]
}

const ofThread = (id: string) =>
  recorded(
    'conversations.messages',
    ['conversation', id],
    rowsOf(
      `select ${messageColumns}, (select name from conversation_members m where m.conversation_id = $1 and m.uid = g.sender_id)
       from messages g where g.conversation_id = $1 order by g.date desc, g.id desc limit 1000`,
      [id],
      'thread',
    ),
  )

/** The messages of one conversation: a long one, a short one. */
function threadJobs(world: World, threads: { id: string; thread: string }[], short: number[]): Job[] {
  return [
    {
      name: 'messages of a long thread',
      group: 'messages',
      ids: (rows: Row[]) => rows.map((row) => row.id),
      cases: timesOf(world)((n) => {
        const { id = '', thread = '' } = threads[n % threads.length] ?? {}
        return { paths: [`/v1/admin/conversations/${id}/messages/${thread}`], floor: ofThread(id) }
      }),
    },
    {
      name: 'messages of a thread',
      group: 'messages',
      ids: (rows: Row[]) => rows.map((row) => row.id),
      cases: short.map((n) => ({
        paths: [`/v1/admin/conversations/${conversationId(n)}/messages/${threadId(n)}`],
        floor: ofThread(conversationId(n)),
      })),
    },
  ]
}
