import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setImmediate as turn } from 'node:timers/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

type Value = string | number | boolean | null

/** Makes a table's rows. */
export interface Table {
  name: string
  /** The count of numbers; some may make no row. */
  count: number
  row: (number: number) => Record<string, Value> | undefined
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
export async function load(client: pg.Client, { name, count, row }: Table): Promise<number> {
  let sample: Record<string, Value> | undefined
  for (let number = 0; number < count && !sample; number++) sample = row(number)
  if (!sample) return 0
  const columns = Object.keys(sample)
  let rows = 0
  async function* lines() {
    let text = ''
    for (let number = 0; number < count; number++) {
      const made = row(number)
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

/** Runs tasks on some connections in parallel; a free connection takes the next task. */
export class Builders {
  private readonly waiting: ((client: pg.Client) => Promise<void>)[] = []
  private readonly running: Promise<void>[] = []
  private closed = false
  private wake: () => void = () => {}
  private bell = new Promise<void>((done) => {
    this.wake = done
  })

  constructor(clients: pg.Client[]) {
    for (const client of clients) this.running.push(this.run(client))
  }

  private async run(client: pg.Client): Promise<void> {
    for (;;) {
      const next = this.waiting.shift()
      if (next) await next(client)
      else if (this.closed) return
      else await this.bell
    }
  }

  private ring() {
    this.wake()
    this.bell = new Promise((done) => {
      this.wake = done
    })
  }

  add(work: (client: pg.Client) => Promise<void>): void {
    this.waiting.push(work)
    this.ring()
  }

  /** Waits until all tasks are done. */
  async finish(): Promise<void> {
    this.closed = true
    this.ring()
    await Promise.all(this.running)
  }
}
