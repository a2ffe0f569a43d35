import type { Database } from '../../server/core/database/db.ts'
import { goodsJobs } from './goods.ts'
import { type Job, openWorld, type World } from './job.ts'
import { moneyJobs } from './money.ts'
import { orderJobs } from './orders.ts'
import { peopleJobs } from './people.ts'
import { talkJobs } from './talk.ts'

/** All reading calls and pages with a budget. */
export const allJobs = async (world: World): Promise<Job[]> => [
  ...peopleJobs(world),
  ...moneyJobs(world),
  ...(await orderJobs(world)),
  ...(await goodsJobs(world)),
  ...talkJobs(world),
]

/** The weight of each kind of job among the reading calls; the default is 1. */
const often: Record<string, number> = { 'user page': 6, person: 6, transaction: 6, inbox: 4 }

/** The reading calls of staff: lists of jobs, each a list of screens, each with its parallel calls. And some people. */
export async function mixedReads(database: Database): Promise<{ reads: string[][][]; people: string[] }> {
  const world = await openWorld(database, 200)
  const jobs = (await allJobs(world)).filter(({ name }) => !name.startsWith('orders by'))
  return {
    reads: jobs.flatMap(({ name, cases }) => Array.from({ length: often[name] ?? 1 }, () => cases)),
    people: world.people.map(({ uid }) => uid),
  }
}
