import { at, type Job, type Person, type World } from './job.ts'

export const peopleJobs = (world: World): Job[] => [
  ...searchJobs(world),
  ...queryJobs(world),
  ...personJobs(world.people.slice(0, world.count)),
]

function searchJobs(world: World): Job[] {
  const random = world.random('people')
  const people = world.people.slice(0, world.count)
  const search = (name: string, texts: string[]): Job => ({
    name,
    budget: 'people',
    cases: texts.map((text) => [at('/v1/admin/user_search', { search_term: text })]),
  })
  const from = (name: string, text: (person: Person) => string) => search(name, people.map(text))
  const latin = world.people
    .filter(({ display_name }) => /^[A-Za-z]+ [A-Za-z]{6,}$/.test(display_name))
    .slice(0, world.count)
    .map(({ display_name }) => display_name.split(' '))
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
    from('full uid', ({ uid }) => uid),
    from('email', ({ email }) => email),
    from('phone', ({ phone_number }) => phone_number),
    from('phone, last seven digits', ({ phone_number }) => phone_number.slice(-7)),
    from('IP', ({ last_ip }) => last_ip),
    from('IP prefix', ({ last_ip }) =>
      last_ip
        .split(/[.:]/)
        .slice(0, 3)
        .join(last_ip.includes(':') ? ':' : '.'),
    ),
    from('push id', ({ one_signal_id }) => one_signal_id),
    from('full name', ({ display_name }) => display_name),
    search(
      'first name',
      latin.map(([first = '']) => first),
    ),
    search(
      'surname inside',
      latin.map(([, last = '']) => last.slice(1)),
    ),
    from("email's local part", ({ email }) => email.split('@')[0] ?? ''),
    from('first six letters of a uid', ({ uid }) => uid.slice(0, 6)),
    ...[1, 2, 3].flatMap((length) => [
      search(
        `${length} at the start`,
        latin.map(([first = '']) => first.slice(0, length)),
      ),
      search(
        `${length} in the middle`,
        latin.map(([, last = 'smith']) => middle(last, length)),
      ),
    ]),
    search(
      'a common word',
      Array.from({ length: world.count }, (_, n) => ['gmail', 'outlook', 'example', 'member'][n % 4] ?? ''),
    ),
    search(
      'no hit, 2 letters',
      absent.map((text, n) => `${text}${letters[n % 26]}`),
    ),
    search('no hit, 12 letters', noHits),
  ]
}

/** Queries: filters alone, beside a first name, and beside a part of a surname. */
function queryJobs(world: World): Job[] {
  const names = world.people
    .filter(({ display_name }) => /^[A-Za-z]+ [A-Za-z]{4,}$/.test(display_name))
    .slice(0, world.count)
    .map(({ display_name }) => display_name.split(' '))
  const query = (filters: string, label: string, text: (name: string[]) => string): Job => ({
    name: `query ${filters}${label}`,
    budget: 'texts',
    cases: names.map((name) => [
      at('/v1/admin/user_search', { search_term: `${filters} ${text(name)}`.trim() }),
    ]),
  })
  const alone = [
    ...[
      'country:PL',
      'status:blocked',
      'created:<30d',
      'active:<7d',
      'active:>350d',
      'reports:>0',
      'reports:0',
    ],
    ...['store:yes', '-country:US', 'country:ZZ', 'status:blocked country:PL created:<1y'],
    ...['country:PL active:<1d store:yes', 'created:>5y active:<30d', 'status:blocked reports:>0'],
  ]
  const beside = ['country:PL', 'status:blocked', 'created:<30d', 'active:<7d', 'reports:>0', 'country:ZZ']
  return [
    ...alone.map((filters) => query(filters, '', () => '')),
    ...beside.map((filters) => query(filters, ', a first name', ([first = '']) => first)),
    ...beside.map((filters) => query(filters, ', inside a surname', ([, last = '']) => last.slice(1))),
  ]
}

/** A person's record, page and associated accounts. */
function personJobs(people: Person[]): Job[] {
  const read = (name: string, paths: (uid: string) => string[]): Job => ({
    name,
    budget: 'reads',
    cases: people.map(({ uid }) => paths(uid)),
  })
  const user = (uid: string) => `/v1/admin/users/${uid}`
  const linked = (uid: string) => `${user(uid)}/linked_accounts`
  return [
    read('user page', (uid) => [
      user(uid),
      `${user(uid)}/ban_reasons`,
      linked(uid),
      `/v1/admin/timeline/user/${uid}`,
    ]),
    read('person', (uid) => [user(uid)]),
    read('associated accounts', (uid) => [linked(uid)]),
  ]
}
