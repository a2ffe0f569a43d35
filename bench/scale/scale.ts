import { setTimeout as pause } from 'node:timers/promises'
import { checkAudit } from '../../server/core/audit/audit-check.ts'
import { mixedReads } from '../search/mix.ts'
import { print, spread } from '../stack/figures.ts'
import { options } from '../stack/options.ts'
import { auditKey } from '../stack/server-under-test.ts'
import { becomes } from '../stack/waiting.ts'
import type { Given } from './changes.ts'
import { headSpeed } from './head.ts'
import { openPlace, type Place } from './place.ts'
import { type Load, startWork } from './work.ts'

// Two server processes behind nginx on one PostgreSQL with a replica, all of the bench's own:
//   node --import tsx bench/scale/scale.ts [--users 10000] [--seconds 60] [--rate 10] [--only kill,late,stopped,frozen,head] [--bin DIR] [--twin]
// Staff at work while one process is killed with -9 half-way, while the replica is 2 s late, and while it is stopped or frozen.
// Only calls that run at the killed process and may not be retried by nginx may fail, and they are done once when they are
// repeated with their idempotency key. Lists must show what their reader wrote and the events they received; no live event may be lost,
// doubled or out of order. --twin starts servers that trust a late replica: the bench must notice.
const { users, seconds, rate, only, bin, twin } = options({
  ...{ users: 10_000, seconds: 60, rate: 10, only: 'kill,late,stopped,frozen,head' },
  ...{ bin: undefined, twin: false },
})

interface Part {
  /** The replica lag in seconds. */
  late: number
  /** Runs half-way. Returns the time until which running calls may be lost. */
  middle: (place: Place, add: (sources: Record<string, number>) => void) => Promise<number | undefined>
}

const broken = (how: 'stop' | 'freeze', mend: 'start' | 'thaw'): Part => ({
  late: 0,
  middle: async ({ replica }) => {
    await replica[how]()
    await pause(seconds * 250)
    await replica[mend]()
    return undefined
  },
})
const parts: Record<string, Part> = {
  kill: {
    late: 0,
    middle: async (place, add) => {
      const [first] = place.servers
      add(await place.sources([first]))
      await first.kill()
      const dead = Date.now()
      await pause(5000)
      await first.start()
      return dead
    },
  },
  late: { late: 2, middle: async () => undefined },
  stopped: broken('stop', 'start'),
  frozen: broken('freeze', 'thaw'),
}

const figures: Record<string, object> = {}
const faults: string[] = []
const wanted = twin ? ['late'] : only.split(',')
for (const late of [0, 2]) {
  const here = wanted.filter((name) => (parts[name]?.late ?? 0) === late)
  if (here.length === 0) continue
  const place = await openPlace({ bin, users, late, twin: twin && 'a late replica' })
  try {
    const { reads, people } = await place.servers[0].withDatabase(mixedReads)
    for (const [at, name] of here.entries()) {
      const part = parts[name]
      const found = part
        ? await play(place, part, { name, rate, reads, people, share: [at, here.length] })
        : { figures: await headSpeed(place, people), faults: [] }
      figures[name] = { ...found.figures, faults: found.faults.slice(0, 10) }
      faults.push(...found.faults)
      console.error(`${name}: ${JSON.stringify(figures[name])}`)
    }
    const { rows, faults: unsound } = await place.servers[0].withDatabase(({ db }) =>
      checkAudit(db, [auditKey], (words) => faults.push(words)),
    )
    figures[`audit, replica ${late} s late`] = { rows, faults: unsound }
  } finally {
    await place.close()
  }
}
print({ twin, users, seconds, rate, ...figures, faults: faults.length })
process.exit(faults.length > 0 ? 1 : 0)

/** @param share the part's number and the number of parts: each has its own records that can be changed once */
async function play(
  place: Place,
  part: Part,
  { share: [at, of], ...given }: Omit<Given, 'pending' | 'cancelled'> & { share: [at: number, of: number] },
) {
  const { admin } = place
  const one = async <Row>(text: string) => (await admin.query(text)).rows[0] as Row
  const before = await one<{ seq: string; xid: string }>(
    `select seq::text, pg_current_snapshot()::text, pg_snapshot_xmax(pg_current_snapshot())::text as xid from audit_head`,
  )
  const { rows: waiting } = await admin.query<{ key: string }>(
    `select key from posts where review_state = 'pending' and deleted_at is null order by creation_date_time limit 200`,
  )
  const { cancelled } = await one<{ cancelled: number }>(
    `select count(*)::int as cancelled from audit where action = 'transactions.cancel'`,
  )
  await replicated(place)
  const sources: Record<string, number> = {}
  const add = (more: Record<string, number>, sign = 1) => {
    for (const [source, count] of Object.entries(more))
      sources[source] = (sources[source] ?? 0) + sign * count
  }
  add(await place.sources(), -1)
  const load = startWork(place, {
    ...{ ...given, cancelled },
    pending: waiting.map(({ key }) => key).filter((_, n) => n % of === at || of - at === 1),
  })
  const began = performance.now()
  await pause(seconds * 500)
  const half = Date.now()
  const dead = await part.middle(place, (more) => add(more))
  await pause(Math.max(1000, seconds * 1000 - (performance.now() - began)))
  await load.stop()
  add(await place.sources())
  const feeds = await lateEvents(place, load, before.xid)
  load.close()
  const faults = [...load.stale, ...feeds.faults, ...(await unequal(place, load, before.seq))]
  // A change, or a started answer, may be lost with its killed process; no later call may.
  const lost = load.failed.filter(
    ({ startedAt, method, status, text }) =>
      dead !== undefined &&
      startedAt <= dead &&
      (method === 'GET' ? status === 0 && /in the middle/.test(text) : [0, 502].includes(status)),
  )
  const failed = load.failed.filter((call) => !lost.includes(call))
  faults.push(
    ...failed.map(
      (call) =>
        `${call.method} ${call.path} answered ${call.status} after ${Math.round(call.took)} ms, started ${Math.round((call.startedAt - half) / 1000)} s after the middle: ${call.text.slice(0, 200)}`,
    ),
  )
  return {
    figures: {
      'reading calls of the mix, ms': spread(load.spent),
      changes: [...load.done.values()].reduce((sum, n) => sum + n, 0),
      'lists read after an own change': load.checked.own,
      'lists read after an event': load.checked.event,
      stale: load.stale.length,
      failed: failed.length,
      'lost with the killed process, repeated with their key': lost.map(
        ({ method, path, status }) => `${method} ${path.split('?')[0]} ${status}`,
      ),
      'answered by': sources,
      events: feeds.events,
      'received by each of the feeds': feeds.counts,
      'connections of the feeds': load.connections(),
    },
    faults,
  }
}

/** Waits until the replica has everything written so far. */
async function replicated({ admin }: Place) {
  const { rows } = await admin.query<{ at: string }>('select pg_current_wal_flush_lsn()::text as at')
  const follows = async () => {
    const statement = 'select from pg_stat_replication where replay_lsn >= $1::pg_lsn'
    return (await admin.query(statement, [rows[0]?.at])).rows.length > 0
  }
  if (!(await becomes(follows, 20_000))) throw new Error('The replica does not follow')
}

/** Compares the events of each feed with the committed ones. */
async function lateEvents({ admin }: Place, load: Load, from: string) {
  const { rows } = await admin.query<{ id: string }>(
    `select xid || '-' || id as id from live_events e where topic = 'review' and xid >= $1::text::xid8 order by e.xid, e.id`,
    [from],
  )
  const truth = rows.map(({ id }) => id)
  await becomes(() => load.received.every((ids) => ids.length >= truth.length), 10_000)
  const known = new Set(truth)
  const counts: number[] = []
  const faults = load.received.flatMap((ids, feed) => {
    const own = ids.filter((id) => known.has(id))
    const same = own.length === truth.length && own.every((id, at) => id === truth[at])
    counts.push(own.length)
    return same
      ? []
      : [`Feed ${feed} received ${own.length} of ${truth.length} events, ${new Set(own).size} different ones`]
  })
  return { events: truth.length, counts, faults }
}

/** Each acknowledged change has one audit row, and there is no other. */
async function unequal({ admin }: Place, load: Load, from: string): Promise<string[]> {
  const { rows } = await admin.query<{ who: string; n: number }>(
    `select actor_uid || ' ' || action as who, count(*)::int as n from audit where id > $1
       and action in ('users.update', 'notes.create', 'posts.approve', 'transactions.cancel') group by 1`,
    [from],
  )
  const recorded = new Map(rows.map(({ who, n }) => [who, n]))
  return [...new Set([...recorded.keys(), ...load.done.keys()])]
    .filter((who) => recorded.get(who) !== load.done.get(who))
    .map(
      (who) =>
        `${who}: acknowledged ${load.done.get(who) ?? 0} times, on record ${recorded.get(who) ?? 0} times`,
    )
}
