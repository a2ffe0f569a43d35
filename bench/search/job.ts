import type pg from 'pg'
import type { Database } from '../../server/core/database/db.ts'
import { Random } from '../../server/seed/random.ts'
import { uidOf } from '../data/people.ts'
import { type Size, sizeOf } from '../data/size.ts'

/** Milliseconds at the 95th percentile with one client and a million people. */
export const budgets = { people: 30, texts: 80, orders: 50, reads: 15 }

/** One kind of reading call or page. */
export interface Job {
  name: string
  budget: keyof typeof budgets
  /** Each case is one call, or the calls that a page makes at once. */
  cases: string[][]
}

/** Jobs of one budget by their names, whose cases are single calls. */
export const jobs = (budget: Job['budget'], calls: Record<string, readonly string[]>): Job[] =>
  Object.entries(calls).map(([name, paths]) => ({ name, budget, cases: paths.map((path) => [path]) }))

/** The data for the values of jobs. */
export interface World {
  pool: pg.Pool
  db: Database['db']
  size: Size
  /** Values of each job. */
  count: number
  /** Makes so many values. */
  times: <T>(make: (n: number) => T) => T[]
  /** Distinct random people, always the same: a multiple of the needed values. */
  people: Person[]
  random: (job: string) => Random
}

export interface Person {
  uid: string
  display_name: string
  email: string
  phone_number: string
  last_ip: string
  one_signal_id: string
}

export async function openWorld({ pool, db }: Database, count: number): Promise<World> {
  const { rows } = await pool.query<{ n: number }>('select count(*)::int as n from users')
  const size = sizeOf(Math.round((rows[0]?.n ?? 0) / 1000) * 1000)
  const random = Random.ofRecord(7000, 1)
  const uids = Array.from({ length: count * 8 }, () => uidOf(random.below(size.users)))
  const people = await pool.query<Person>(
    `select distinct uid, display_name, email, phone_number, last_ip, one_signal_id from users
     where uid = any($1) and deleted_at is null and display_name is not null and email is not null and last_ip is not null
       and phone_number <> 'temp' and one_signal_id is not null order by uid limit $2`,
    [uids, count * 5],
  )
  return {
    ...{ pool, db, size, count },
    times: (make) => Array.from({ length: count }, (_, n) => make(n)),
    people: people.rows,
    random: (job) =>
      Random.ofRecord(7001, [...job].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7) | 0),
  }
}

/** A path with its query. */
export function at(path: string, values: Record<string, string>): string {
  const text = new URLSearchParams(values).toString()
  return text ? `${path}?${text}` : path
}

export const cursorOf = (time: string, id: string): string =>
  Buffer.from(JSON.stringify([time, id])).toString('base64url')
