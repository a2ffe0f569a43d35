import { digitsOf, encode, fold, readsAsPhone } from '../../server/store/search-text.ts'
import { allOf, at, type Job, type Person, type Row, rowsOf, type World } from './job.ts'

export const userColumns = `uid, display_name, email, country_code, phone_number, post_ability, app_version, last_ip, last_active,
  subscription_state, is_banned, one_signal_id, created_at, stripe_customer_id, stripe_connect_id, payout_timing_preference,
  available_balance, pending_balance, listing_quantity_permission, store_behavior, early_access, version`

const newest = 'created_at_time desc nulls last, uid'
const searched = (text: string) => encode(fold(text))

/** A whole identifier: one index, one row or those that share it. */
const exactly = (column: string) => (text: string) =>
  rowsOf(
    `select ${userColumns} from users where ${column} = $1 order by ${newest} limit 201`,
    [column === 'search_phone' ? digitsOf(text) : searched(text)],
    `exact_${column}`,
  )

const columns = ['search_uid', 'search_email', 'search_push', 'search_ip', 'search_phone', 'search_name']

/** Few hits: all of them by the trigrams, sorted by how well they match. A term of digits is also searched as a phone number. */
function selective(text: string) {
  const term = searched(text)
  const phone = readsAsPhone(text) ? digitsOf(text) : ''
  const begins = columns.map((column) => `${column} like $1 || '%'`).join(' or ')
  const hits = (also: string) =>
    `with hits as materialized (select ${userColumns}, created_at_time, search_name, search_email, search_uid, search_phone, search_push,
       search_ip from users where search like '%' || $1 || '%' ${also})
     select ${userColumns} from hits
     order by case when search_name = $1 then 0 when ${begins} then 1 else 2 end, ${newest} limit 201`
  return phone.length > 2 && phone !== term
    ? rowsOf(hits(`or (search like '%' || $2 || '%' and search_phone like '%' || $2 || '%')`), [term, phone])
    : rowsOf(hits(''), [term])
}

/** Many hits: prefixes by the six indexes, and only if these are few the newest people that have it anywhere. */
function common(text: string) {
  const term = searched(text)
  const begins = columns
    .map(
      (column) =>
        `(select uid, created_at_time from users where ${column} like $2 order by ${column} using ~<~ limit 202)`,
    )
    .join(' union ')
  const anywhere = term.length < 3 ? 'portreeve_grams(search) @> array[$1::text]' : 'search like $1'
  return rowsOf(
    `with begins as materialized (select * from (${begins}) b order by ${newest} limit 202),
     parts as materialized (select uid, created_at_time from users where ${anywhere} and (select count(*) from begins) < 202
       order by ${newest} limit 202),
     hits as (select uid, min(tier) as tier from (select uid, 1 as tier from begins union all select uid, 2 from parts) t group by uid)
     select ${userColumns} from hits join users using (uid) order by tier, ${newest} limit 201`,
    [term.length < 3 ? term : `%${term}%`, `${term}%`],
  )
}

export const peopleJobs = (world: World): Job[] => [
  ...searchJobs(world),
  ...personJobs(world.people.slice(0, world.count)),
]

function searchJobs(world: World): Job[] {
  const random = world.random('people')
  const people = world.people.slice(0, world.count)
  const from = (
    name: string,
    text: (person: Person) => string,
    floor: (text: string) => ReturnType<typeof rowsOf>,
  ) => search(name, people.map(text), floor)
  const search = (
    name: string,
    texts: string[],
    floor: (text: string) => ReturnType<typeof rowsOf>,
  ): Job => ({
    name,
    group: 'search',
    cases: texts.map((text) => ({
      paths: [at('/v1/admin/user_search', { search_term: text })],
      floor: floor(text),
    })),
    ids: (rows: Row[]) => rows.map((row) => row.uid),
  })
  const latin = world.people
    .filter(({ display_name }) => /^[A-Za-z]+ [A-Za-z]{6,}$/.test(display_name))
    .slice(0, world.count)
  const middle = (text: string, length: number) => {
    const begin = 1 + random.below(Math.max(1, text.length - length - 1))
    return text.slice(begin, begin + length)
  }
  const letters = 'abcdefghijklmnopqrstuvwxyz'
  const noHits = Array.from(
    { length: world.count },
    () => `${random.hex(3)}q${random.hex(3)}x${random.hex(4)}`,
  )
  const absent = Array.from({ length: world.count }, () =>
    random.pick(['ж', 'ß?', 'q_', '%', '¿', '鷲', 'ﷺ', '+-', '¡']),
  )
  return [
    from('full uid', ({ uid }) => uid, exactly('search_uid')),
    from('e-mail', ({ email }) => email, exactly('search_email')),
    from('phone', ({ phone_number }) => phone_number, exactly('search_phone')),
    from('phone, last seven digits', ({ phone_number }) => phone_number.slice(-7), selective),
    from('IP', ({ last_ip }) => last_ip, exactly('search_ip')),
    from(
      'IP prefix',
      ({ last_ip }) =>
        last_ip
          .split(/[.:]/)
          .slice(0, 3)
          .join(last_ip.includes(':') ? ':' : '.'),
      selective,
    ),
    from('push id', ({ one_signal_id }) => one_signal_id, exactly('search_push')),
    from('full name', ({ display_name }) => display_name, selective),
    search(
      'first name',
      latin.map(({ display_name }) => display_name.split(' ')[0] ?? ''),
      common,
    ),
    search(
      'surname inside',
      latin.map(({ display_name }) => display_name.split(' ')[1]?.slice(1) ?? ''),
      common,
    ),
    from("e-mail's local part", ({ email }) => email.split('@')[0] ?? '', selective),
    from('six letters inside a uid', ({ uid }) => uid.slice(11, 17), selective),
    ...[1, 2, 3].flatMap((length) => [
      search(
        `${length} at the start`,
        latin.map(({ display_name }) => display_name.slice(0, length)),
        common,
      ),
      search(
        `${length} in the middle`,
        latin.map(({ display_name }) => middle(display_name.split(' ')[1] ?? 'smith', length)),
        common,
      ),
    ]),
    search(
      'a common word',
      Array.from({ length: world.count }, (_, n) => ['gmail', 'outlook', 'example', 'member'][n % 4] ?? ''),
      common,
    ),
    search(
      'no hit, 2 letters',
      absent.map((text, n) => `${text}${letters[n % 26]}`),
      common,
    ),
    search('no hit, 12 letters', noHits, selective),
  ]
}

/** A person's record, page and associated accounts. */
function personJobs(people: Person[]): Job[] {
  return [
    {
      name: 'user page',
      group: 'people',
      cases: people.map(({ uid }) => ({
        paths: [
          `/v1/admin/users/${uid}`,
          `/v1/admin/users/${uid}/ban_reasons`,
          `/v1/admin/users/${uid}/linked_accounts`,
          `/v1/admin/timeline/user/${uid}`,
        ],
        floor: allOf(
          rowsOf(`select ${userColumns} from users where uid = $1 and deleted_at is null`, [uid], 'user'),
          rowsOf(
            'select id, reason, created_at, actor from ban_reasons where uid = $1 order by created_at desc, id',
            [uid],
            'bans',
          ),
          linked(uid),
          rowsOf(
            `select a.*, coalesce(display_name, email) from audit a left join staff on staff.uid = actor_uid
             where subject_kind = 'user' and subject_id = $1 and action <> 'verification.list' order by id desc limit 51`,
            [uid],
            'timeline',
          ),
        ),
      })),
    },
    {
      name: 'person',
      group: 'people',
      cases: people.map(({ uid }) => ({
        paths: [`/v1/admin/users/${uid}`],
        floor: rowsOf(
          `select ${userColumns} from users where uid = $1 and deleted_at is null`,
          [uid],
          'user',
        ),
      })),
    },
    {
      name: 'associated accounts',
      group: 'people',
      cases: people.map(({ uid }) => ({
        paths: [`/v1/admin/users/${uid}/linked_accounts`],
        floor: linked(uid),
      })),
    },
  ]
}

/** The accounts that share an identifier with one, and how many share each. */
const linked = (uid: string) => {
  const kinds = ['search_push', 'search_phone', 'search_ip', 'stripe_customer_id']
  const branches = kinds.map(
    (
      kind,
    ) => `(select o.uid from users me join users o on o.${kind} = me.${kind} where me.uid = $1 and o.uid <> me.uid
      and me.${kind} not in ('', 'temp') and o.deleted_at is null limit 200)`,
  )
  const shared = kinds.map(
    (kind) =>
      `(select count(*) from (select from users s where s.${kind} = u.${kind} and s.deleted_at is null limit 1000) n) as ${kind}_n`,
  )
  return allOf(
    rowsOf(
      `with found as (select uid from (${branches.join(' union ')}) x order by uid limit 200)
       select uid, display_name, is_banned, one_signal_id, phone_number, last_ip, stripe_customer_id from users
       where uid in (select uid from found) order by is_banned desc, display_name`,
      [uid],
      'linked',
    ),
    rowsOf(`select ${shared.join(', ')} from users u where uid = $1`, [uid], 'linked_n'),
  )
}
