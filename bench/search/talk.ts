import { daysAgo } from '../data/size.ts'
import { busyStaff, conversationId, threadId } from '../data/talk.ts'
import { at, cursorOf, type Job, type World } from './job.ts'

const words = [
  'tracking',
  'parcel moved',
  'charged twice',
  'scratch',
  'lamp vintage',
  'guitar pick up',
  'gracias',
  'Rosebury black',
]

/** The inbox, its threads and searches, the audit log of a staff member, and the smallest call. */
export function talkJobs(world: World): Job[] {
  const random = world.random('talk')
  const times = <T>(make: (n: number) => T) => Array.from({ length: world.count }, (_, n) => make(n))
  const job = (name: string, budget: Job['budget'], paths: string[]): Job => ({
    name,
    budget,
    cases: paths.map((path) => [path]),
  })
  const inbox = (values: Record<string, string> = {}) =>
    at(`/v1/admin/users/${busyStaff}/conversations`, values)
  const thread = (n: number) => `/v1/admin/conversations/${conversationId(n)}/messages/${threadId(n)}`
  const longThreads = Math.max(4, Math.min(30, Math.floor(world.size.conversations / 500)))
  const name = (n: number) =>
    world.people[n % world.people.length]?.display_name.split(' ')[n % 3 === 0 ? 1 : 0]
  return [
    job(
      'inbox',
      'reads',
      times(() => inbox()),
    ),
    job(
      'inbox, next page',
      'reads',
      times(() => inbox({ cursor: cursorOf(daysAgo(random.next() * 900), 'c') })),
    ),
    job(
      'inbox, unread first',
      'reads',
      times(() => inbox({ sort: 'unread' })),
    ),
    job(
      'inbox by name',
      'texts',
      times((n) => inbox({ name: name(n) ?? 'an' })),
    ),
    job(
      'message search',
      'texts',
      times((n) => at(`/v1/admin/users/${busyStaff}/messages`, { q: words[n % words.length] ?? '' })),
    ),
    job(
      'messages of a long thread',
      'reads',
      times((n) => thread(n % longThreads)),
    ),
    job(
      'messages of a thread',
      'reads',
      times(() => thread(random.below(world.size.conversations - 1000) + 500)),
    ),
    job(
      'audit by person',
      'reads',
      times((n) =>
        at('/v1/admin/audit', { actor: n % 2 === 0 ? busyStaff : `staff-bench-${random.below(20)}` }),
      ),
    ),
    job(
      'who am I (the smallest call)',
      'reads',
      times(() => '/v1/staff/me'),
    ),
  ]
}
