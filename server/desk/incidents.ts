import { randomUUID } from 'node:crypto'
import { incidents as contract, type Incident, maxIncidents } from '@portreeve/contract/desk/incidents'
import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Call } from '../core/call/context.ts'
import { implement } from '../core/call/implement.ts'
import type { Db } from '../core/database/db.ts'
import { KeptRefusal, refuse } from '../core/refuse.ts'
import { jobFor } from './bulk-jobs.ts'
import { startJob } from './bulk-start.ts'
import { incidents as table } from './incident-tables.ts'

const named = (uid: SQL) => sql`(select json_build_object('uid', ${uid}, 'name', (
  select coalesce(display_name, email) from staff where staff.uid = ${uid})) where ${uid} is not null)`
/** A figure of the conversations with an incident's tag. */
const ofTagged = (figure: SQL) =>
  sql`(select ${figure} from conversation_states s where s.tags @> array[${table.tag}])`
const waits = sql`s.state = 'open' and s.waiting_since is not null`

const read = (db: Db, where?: SQL): Promise<Incident[]> =>
  db
    .select({
      id: table.id,
      name: table.name,
      tag: table.tag,
      opened_at: table.opened_at,
      opened_by: sql<Incident['opened_by']>`${named(sql`${table.opened_by}`)}`,
      over_at: table.over_at,
      over_by: sql<Incident['over_by']>`${named(sql`${table.over_by}`)}`,
      job: table.job_id,
      conversations: sql<number>`${ofTagged(sql`count(*)::int`)}`,
      waiting: sql<number>`${ofTagged(sql`(count(*) filter (where ${waits}))::int`)}`,
      waiting_since: sql<string | null>`${ofTagged(
        sql`min(s.waiting_since) filter (where ${waits})`,
      )}`.mapWith(table.opened_at),
    })
    .from(table)
    .where(where)
    .orderBy(desc(isNull(table.over_at)), desc(table.opened_at), table.id)
    .limit(maxIncidents)

const one = async (db: Db, id: string) =>
  (await read(db, eq(table.id, id)))[0] ??
  refuse('not_found', 'No such incident', 'There is no such incident.')

async function lock({ db }: Pick<Call, 'db'>, id: string): Promise<Incident> {
  await db.select({ id: table.id }).from(table).where(eq(table.id, id)).for('update')
  return one(db, id)
}

/** Refuses with conflict a tag of an open incident, naming it. */
async function refuseOpen(db: Db, tag: string): Promise<never> {
  const [other] = await read(db, and(eq(table.tag, tag), isNull(table.over_at)))
  return refuse('conflict', 'Open already', `The open incident “${other?.name}” has the tag ${tag}.`)
}

export const incidents = implement('incidents', contract, {
  list: (_input, { db }) => read(db),

  open: async ({ body: { name, tag } }, call) => {
    if (name.trim() === '') refuse('refused', 'No name', 'Give the incident a name.')
    const id = `incident_${randomUUID()}`
    const made = await call.db
      .insert(table)
      .values({ id, name: name.trim(), tag, opened_by: call.staff.uid })
      .onConflictDoNothing()
      .returning({ id: table.id })
    if (made.length === 0) await refuseOpen(call.db, tag)
    call.did(null, { after: { incident: id, name: name.trim(), tag } })
    return one(call.db, id)
  },

  end: async ({ params: { id }, body: { message } }, call) => {
    const { db, staff } = call
    const { over_at, over_by, tag } = await lock(call, id)
    if (over_at !== null)
      refuse('conflict', 'Already over', `${over_by?.name ?? 'A colleague'} ended it. Nothing was sent.`)
    const job = message
      ? await startJob(call, {
          action: 'inbox.answer',
          input: { text: message.text, actions: { close: true } },
          rows: { all: { tag }, total: message.total },
        })
      : null
    if (job instanceof KeptRefusal) return job
    await db
      .update(table)
      .set({ over_at: new Date().toISOString(), over_by: staff.uid, job_id: job?.id ?? null })
      .where(eq(table.id, id))
    call.did(null, { after: { incident: id, tag, ...(job && { job: job.id, rows: job.total, ...message }) } })
    return { job: job && (await jobFor(db, job.id, staff.uid)) }
  },

  reopen: async ({ params: { id } }, call) => {
    const { over_at, tag } = await lock(call, id)
    if (over_at === null) refuse('conflict', 'Already open', 'It is open already.')
    if (!(await openAgain(call.db, eq(table.id, id)))) await refuseOpen(call.db, tag)
    call.did(null, { after: { incident: id, tag } })
    return one(call.db, id)
  },
})

/** Opens incidents again, unless another open one has their tag. Returns whether it could. */
async function openAgain(db: Db, where: SQL): Promise<boolean> {
  const isFree = sql`not exists (select from incidents other where other.tag = ${table.tag} and other.over_at is null)`
  const opened = await db
    .update(table)
    .set({ over_at: null, over_by: null, job_id: null })
    .where(and(where, isFree))
    .returning({ id: table.id })
  return opened.length > 0
}

/** The job that answered them was undone before its first message: its incident is open again. */
export const jobUndone = (db: Db, job: string) => openAgain(db, eq(table.job_id, job))
