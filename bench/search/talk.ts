import { daysAgo } from '../data/size.ts'
import { busyStaff, conversationId, threadId } from '../data/talk.ts'
import { at, cursorOf, type Job, jobs, type World } from './job.ts'

const words = [
  ...['tracking', 'parcel moved', 'charged twice', 'scratch', 'lamp vintage', 'guitar pick up', 'gracias'],
  'Rosebury black',
]

/** The inbox, its threads and searches, the audit log of a staff member, and the smallest call. */
export function talkJobs({ size, people, times, random: seeded }: World): Job[] {
  const random = seeded('talk')
  const inbox = (values: Record<string, string> = {}) =>
    at(`/v1/admin/users/${busyStaff}/conversations`, values)
  const thread = (n: number) => `/v1/admin/conversations/${conversationId(n)}/messages/${threadId(n)}`
  const longThreads = Math.max(4, Math.min(30, Math.floor(size.conversations / 500)))
  const name = (n: number) => people[n % people.length]?.display_name.split(' ')[n % 3 === 0 ? 1 : 0] ?? 'an'
  const actor = (n: number) => (n % 2 === 0 ? busyStaff : `staff-bench-${random.below(20)}`)
  return [
    ...jobs('texts', {
      'inbox by name': times((n) => inbox({ name: name(n) })),
      'message search': times((n) =>
        at(`/v1/admin/users/${busyStaff}/messages`, { q: words[n % words.length] ?? '' }),
      ),
    }),
    ...jobs('reads', {
      inbox: times(() => inbox()),
      'inbox, next page': times(() => inbox({ cursor: cursorOf(daysAgo(random.next() * 900), 'c') })),
      'inbox, unread first': times(() => inbox({ sort: 'unread' })),
      'messages of a long thread': times((n) => thread(n % longThreads)),
      'messages of a thread': times(() => thread(random.below(size.conversations - 1000) + 500)),
      'audit by person': times((n) => at('/v1/admin/audit', { actor: actor(n) })),
      'who am I (the smallest call)': times(() => '/v1/staff/me'),
    }),
  ]
}
