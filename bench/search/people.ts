import { at, type Job, jobs, type Person, type World } from './job.ts'

export const peopleJobs = (world: World): Job[] => [
  ...searchJobs(world),
  ...queryJobs(world),
  ...personJobs(world.people.slice(0, world.count)),
]

const searches = (texts: string[]) => texts.map((text) => at('/v1/admin/user_search', { search_term: text }))

/** First names and surnames in Latin letters. */
const namesOf = ({ people, count }: World, pattern: RegExp) =>
  people
    .filter(({ display_name }) => pattern.test(display_name))
    .slice(0, count)
    .map(({ display_name }) => display_name.split(' ') as [first: string, last: string])

function searchJobs(world: World): Job[] {
  const random = world.random('people')
  const people = world.people.slice(0, world.count)
  const of = (text: (person: Person) => string) => searches(people.map(text))
  const latin = namesOf(world, /^[A-Za-z]+ [A-Za-z]{6,}$/)
  const named = (text: (first: string, last: string) => string) =>
    searches(latin.map(([first, last]) => text(first, last)))
  const middle = (text: string, length: number) => {
    const begin = 1 + random.below(Math.max(1, text.length - length - 1))
    return text.slice(begin, begin + length)
  }
  const absent = ['ж', 'ß?', 'q_', '%', '¿', '鷲', 'ﷺ', '+-', '¡']
  const common = ['gmail', 'outlook', 'example', 'member']
  return jobs('people', {
    'full uid': of(({ uid }) => uid),
    email: of(({ email }) => email),
    phone: of(({ phone_number }) => phone_number),
    'phone, last seven digits': of(({ phone_number }) => phone_number.slice(-7)),
    IP: of(({ last_ip }) => last_ip),
    'IP prefix': of(({ last_ip }) => {
      const sign = last_ip.includes(':') ? ':' : '.'
      return last_ip.split(sign).slice(0, 3).join(sign)
    }),
    'push id': of(({ one_signal_id }) => one_signal_id),
    'full name': of(({ display_name }) => display_name),
    'first name': named((first) => first),
    'surname inside': named((_, last) => last.slice(1)),
    "email's local part": of(({ email }) => email.split('@')[0] ?? ''),
    'first six letters of a uid': of(({ uid }) => uid.slice(0, 6)),
    ...Object.fromEntries(
      [1, 2, 3].flatMap((length) => [
        [`${length} at the start`, named((first) => first.slice(0, length))],
        [`${length} in the middle`, named((_, last) => middle(last, length))],
      ]),
    ),
    'a common word': searches(world.times((n) => common[n % common.length] ?? '')),
    'no hit, 2 letters': searches(world.times(() => `${random.pick(absent)}${random.letters(1)}`)),
    'no hit, 12 letters': searches(world.times(() => `${random.hex(3)}q${random.hex(3)}x${random.hex(4)}`)),
  })
}

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

/** Queries: filters alone, beside a first name, and beside a part of a surname. */
function queryJobs(world: World): Job[] {
  const names = namesOf(world, /^[A-Za-z]+ [A-Za-z]{4,}$/)
  const query = (filters: string, label: string, text: (first: string, last: string) => string) => [
    `query ${filters}${label}`,
    searches(names.map(([first, last]) => `${filters} ${text(first, last)}`.trim())),
  ]
  return jobs(
    'texts',
    Object.fromEntries([
      ...alone.map((filters) => query(filters, '', () => '')),
      ...beside.map((filters) => query(filters, ', a first name', (first) => first)),
      ...beside.map((filters) => query(filters, ', inside a surname', (_, last) => last.slice(1))),
    ]),
  )
}

/** A person's record, page and associated accounts. */
function personJobs(people: Person[]): Job[] {
  const read = (name: string, paths: (user: string, uid: string) => string[]): Job => ({
    name,
    budget: 'reads',
    cases: people.map(({ uid }) => paths(`/v1/admin/users/${uid}`, uid)),
  })
  return [
    read('user page', (user, uid) => [
      ...[user, `${user}/ban_reasons`, `${user}/linked_accounts`],
      `/v1/admin/timeline/user/${uid}`,
    ]),
    read('person', (user) => [user]),
    read('associated accounts', (user) => [`${user}/linked_accounts`]),
  ]
}
