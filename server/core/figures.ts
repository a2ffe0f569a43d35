import { Gauge, Registry } from 'prom-client'
import type { Context } from './call/context.ts'
import { inTime, outOfTime, timeLeft } from './deadline.ts'
import { registry } from './metrics.ts'
import { turns } from './turns.ts'

/** What /metrics says about the work of a subject. `server/figures.ts` lists them. */
export interface Figures {
  subject: string
  /** The help of each gauge, by name. */
  gauges: Readonly<Record<`portreeve_${string}`, string>>
  /** One statement for all gauges: rows of `name`, `labels` (an object) and `value`; a gauge has no sample where its value is null. */
  query: string
}

interface Row {
  name: string
  labels: Record<string, string>
  value: string | number | null
}

/** Milliseconds for which the figures are kept, so that further scrapers cost no further reads. */
const keptFor = 10_000
/** Milliseconds for all statements together. What is not read by then is absent. */
const readTime = 2000
/** Statements at a time: the figures share the database's connections with the calls. */
const maxParallel = 2

const unread = {
  name: 'portreeve_metrics_unread',
  help: 'Subjects whose figures could not be read in time, and are absent',
}

/** The names of all gauges of some subjects, and of the one that counts what is absent. */
export const namesOf = (all: readonly Figures[]): string[] => [
  ...all.flatMap(({ gauges }) => Object.keys(gauges)),
  unread.name,
]

type Reading = { at: number; text: Promise<string> }
const readings = new WeakMap<Context['database'], Reading>()

/** The text of /metrics: the figures of this process, and those of the work in the database. */
export async function metricsText(ctx: Context, all: readonly Figures[]): Promise<string> {
  let reading = readings.get(ctx.database)
  if (!reading || performance.now() - reading.at > keptFor) {
    reading = { at: performance.now(), text: readAll(ctx, all) }
    readings.set(ctx.database, reading)
  }
  return `${await registry.metrics()}\n${await reading.text}`
}

async function readAll(ctx: Context, all: readonly Figures[]): Promise<string> {
  const inTurn = turns(maxParallel)
  const own = new Registry()
  let missing = 0
  const read = async (figures: Figures) => {
    try {
      const work = () =>
        inTurn(async () => {
          // While the database hangs, no further statement is sent to it.
          if (timeLeft() <= 0) throw outOfTime()
          return ctx.database.pool.query<Row>(figures.query)
        })
      show(own, figures, (await inTime(work, readTime)).rows)
    } catch (error) {
      missing++
      ctx.log.warn({ err: error, subject: figures.subject }, 'figures for /metrics not read')
    }
  }
  await Promise.all(all.map(read))
  new Gauge({ ...unread, registers: [own] }).set(missing)
  return own.metrics()
}

/** Writes the rows of one statement. A gauge without a row is absent: prom-client would show one without labels as 0. */
function show(own: Registry, { gauges }: Figures, rows: readonly Row[]) {
  for (const [name, help] of Object.entries(gauges)) {
    const samples = rows.filter((row) => row.name === name && row.value !== null)
    if (samples.length === 0) continue
    const labelNames = [...new Set(samples.flatMap(({ labels }) => Object.keys(labels)))]
    const gauge = new Gauge({ name, help, labelNames, registers: [own] })
    for (const { labels, value } of samples) gauge.set(labels, Number(value))
  }
}
