import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setImmediate as turn } from 'node:timers/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { Random } from '../../server/seed/random.ts'

type Value = string | number | boolean | null

/** Makes a table's rows. */
export interface Table {
  name: string
  /** The count of numbers; some may make no row. */
  count: number
  /** The table's own random values: a row has those of its number. */
  seed?: number
  row: (number: number, random: Random) => Record<string, Value> | undefined
}

const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }
const written = (value: Value) =>
  value === null
    ? '\\N'
    : typeof value === 'string'
      ? value.replace(/[\\\t\n\r]/g, (sign) => escapes[sign] ?? sign)
      : String(value)

/** Characters per write. */
const chunk = 256 * 1024

/** Writes all rows of a table by one COPY. Returns their number. */
export async function load(client: pg.Client, { name, count, seed = 0, row }: Table): Promise<number> {
  const make = (number: number) => row(number, Random.ofRecord(seed, number))
  let sample: Record<string, Value> | undefined
  for (let number = 0; number < count && !sample; number++) sample = make(number)
  if (!sample) return 0
  const columns = Object.keys(sample)
  let rows = 0
  async function* lines() {
    let text = ''
    for (let number = 0; number < count; number++) {
      const made = make(number)
      if (!made) continue
      rows++
      text += `${columns.map((column) => written(made[column] ?? null)).join('\t')}\n`
      if (text.length > chunk) {
        yield text
        text = ''
        // Yield: a fast socket would starve the other connections.
        await turn()
      }
    }
    yield text
  }
  const into = client.query(copyFrom(`copy ${name} (${columns.join(', ')}) from stdin`))
  await pipeline(Readable.from(lines()), into)
  return rows
}

export interface Index {
  table: string
  name: string
  definition: string
}

/** The indexes that no constraint owns. They are dropped while a table is filled. */
export async function secondaryIndexes(client: pg.Client): Promise<Index[]> {
  const { rows } = await client.query<Index>(`
    select tablename as table, indexname as name, indexdef as definition from pg_indexes
    where schemaname = current_schema() and not exists (
      select from pg_constraint where conindid = (quote_ident(schemaname) || '.' || quote_ident(indexname))::regclass)
    order by tablename, indexname`)
  return rows
}

type Work = (client: pg.Client) => Promise<void>

/** Runs tasks on some connections in parallel; a free connection takes the next task. */
export function builders(clients: pg.Client[]) {
  const free = [...clients]
  const waiting: Work[] = []
  const running = new Set<Promise<void>>()
  const next = () => {
    const client = free.pop()
    if (!client) return
    const work = waiting.shift()
    if (!work) return void free.push(client)
    const ended = work(client).then(() => {
      running.delete(ended)
      free.push(client)
      next()
    })
    running.add(ended)
  }
  return {
    add: (work: Work) => {
      waiting.push(work)
      next()
    },
    /** Waits until all tasks are done. */
    finish: async () => {
      while (running.size > 0) await Promise.all(running)
    },
  }
}
