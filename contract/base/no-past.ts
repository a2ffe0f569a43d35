import type { Endpoint } from './endpoint.ts'

/** Why some reading calls are not answered as of a moment in the past. */
export const noPast = {
  staff: 'Staff and their rights are shown as they are now. The audit log has what has changed.',
  log: 'This is a log: each entry has its time.',
  figures: 'These are figures of days: choose the days instead.',
  now: 'This is about what is now, and is not kept.',
} as const

/** A group whose reading calls all have no past. */
export function withoutPast<G extends object>(why: keyof typeof noPast, group: G): G {
  const calls = Object.entries<Endpoint>(group as Record<string, Endpoint>).map(([name, endpoint]) => [
    name,
    endpoint.method === 'GET' ? { ...endpoint, noPast: noPast[why] } : endpoint,
  ])
  return Object.fromEntries(calls) as G
}
