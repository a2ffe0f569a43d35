import type { Browser, Page } from '@playwright/test'

/** A task of the page's main thread, milliseconds. */
export interface Task {
  /** Start, since the first mark of the page. */
  at: number
  /** Duration: the delay that a person feels. */
  wall: number
  /** Processor time; on a busy machine other processes take most of the duration. */
  own: number
  /** Its largest parts, by processor time. */
  made: string[]
}

interface Event {
  ph: string
  name: string
  ts: number
  dur?: number
  tdur?: number
  pid: number
  tid: number
  args: { name?: string; data?: { functionName?: string; url?: string; type?: string } }
}

const categories = ['-*', 'toplevel', 'devtools.timeline', 'blink.user_timing', '__metadata']

/** Traces the page during some work. Returns the tasks longer than `limit`, and the page's own marks. */
export async function watchTasks(browser: Browser, page: Page, limit: number, work: () => Promise<void>) {
  await browser.startTracing(page, { categories })
  await work()
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString('utf8')) as {
    traceEvents: Event[]
  }
  const marks = traceEvents.filter(({ ph, name }) => ph === 'I' && name.startsWith('bench '))
  const first = marks[0]
  if (!first) throw new Error('The page has set no mark')
  const own = traceEvents.filter(({ pid, tid, ph }) => ph === 'X' && pid === first.pid && tid === first.tid)
  const since = ({ ts }: Event) => (ts - first.ts) / 1000
  const tasks = own
    .filter(({ name, dur = 0 }) => name.endsWith('RunTask') && dur > limit * 1000)
    .map((task): Task => {
      const inside = own.filter(
        (one) =>
          one !== task && one.ts >= task.ts && one.ts < task.ts + (task.dur ?? 0) && (one.tdur ?? 0) > 4000,
      )
      return {
        at: since(task),
        wall: (task.dur ?? 0) / 1000,
        own: (task.tdur ?? 0) / 1000,
        made: inside
          .toSorted((a, b) => (b.tdur ?? 0) - (a.tdur ?? 0))
          .slice(0, 6)
          .map((one) =>
            [one.name, one.args.data?.type ?? one.args.data?.functionName, Math.round((one.tdur ?? 0) / 1000)]
              .filter((word) => word !== undefined && word !== '')
              .join(' '),
          ),
      }
    })
  return { tasks, marks: marks.map((mark) => ({ name: mark.name, at: since(mark) })) }
}

export const round = (ms: number) => Math.round(ms * 10) / 10
/** Count and quantiles of some numbers. */
export const spread = (all: number[]) => {
  if (all.length === 0) return 'none'
  const sorted = all.toSorted((a, b) => a - b)
  const share = (part: number) => round(sorted[Math.ceil(sorted.length * part) - 1] ?? Number.NaN)
  return { count: all.length, p50: share(0.5), p95: share(0.95), p99: share(0.99), max: share(1) }
}
