import type pg from 'pg'
import { StartError } from '../start-error.ts'

interface Pooled {
  /** The role of the server's connections. */
  role: string | undefined
  /** Timeout in milliseconds of a call's query. */
  timeout: number
  warn: (words: string) => void
}

/**
 * Prepares the database user of a pooler in transaction mode. Such a pooler gives each transaction another session, so what a
 * session needs belongs to the user: the rights by membership in the server's role, the settings by `alter role`. The user
 * must not own the tables: an owner could change the audit after `reset role`.
 * @param owner the connection to PostgreSQL itself that holds the advisory lock of the start
 */
export async function preparePooled(
  owner: pg.Client,
  connectPooled: () => Promise<pg.Client>,
  { role, timeout, warn }: Pooled,
): Promise<void> {
  const pooled = await connectPooled()
  try {
    const user = await userOf(pooled, owner)
    await permit(owner, user, role)
    const settings = settingsOf(timeout)
    const statements = settings.map(
      ([name, value]) => `alter role ${user} in database ${quoted(owner)} set ${name} = '${value}'`,
    )
    const isKept = await keeps(owner, user, settings)
    const isChanged = !isKept && (await change(owner, statements.join('; ')))
    const isHeld = await holds(pooled, settings)
    if (isHeld && !isChanged) return
    if (isKept || isChanged) {
      await endSessions(pooled)
      const again = await connectPooled()
      if (await holds(again, settings).finally(() => again.end())) return
    }
    warn(
      `The connections of DATABASE_POOLER_URL lack their settings. PostgreSQL may continue a query that no call waits for. Run as a superuser, then RECONNECT at PgBouncer: ${statements.join('; ')};`,
    )
  } finally {
    await pooled.end()
  }
}

/** The settings of a call's session; the connections without a pooler set the same themselves. */
const settingsOf = (timeout: number): [name: string, value: string][] => [
  ['jit', 'off'],
  ['max_parallel_workers_per_gather', '0'],
  ['statement_timeout', String(timeout)],
  ['lock_timeout', String(timeout)],
]

const quoted = (client: pg.Client) => client.escapeIdentifier(client.database ?? '')

/** The pooler's database user, quoted. The owner's advisory lock shows whether both addresses lead to the same database. */
async function userOf(pooled: pg.Client, owner: pg.Client): Promise<string> {
  const own = await owner.query<{ pid: number }>('select pg_backend_pid() as pid')
  const { rows } = await pooled.query<{ user: string; same: boolean }>(
    `select quote_ident(session_user) as user, exists (
       select from pg_locks l join pg_database d on d.oid = l.database
       where d.datname = current_database() and l.locktype = 'advisory' and l.pid = $1) as same`,
    [own.rows[0]?.pid],
  )
  const [found] = rows
  if (!found?.same)
    throw new StartError('DATABASE_POOLER_URL does not lead to the same database as DATABASE_URL.')
  return found.user
}

/** Gives the user the rights of the server's role, and refuses a user that has more. */
async function permit(owner: pg.Client, user: string, role: string | undefined) {
  const { rows } = await owner.query<{ member: boolean | null; free: boolean }>(
    `select pg_has_role(u.oid, r.oid, 'usage') as member,
       has_table_privilege(u.oid, 'audit', 'update, delete, truncate, trigger') as free
     from pg_roles u left join pg_roles r on quote_ident(r.rolname) = $2 where quote_ident(u.rolname) = $1`,
    [user, role],
  )
  if (rows[0]?.free)
    throw new StartError(
      `DATABASE_POOLER_URL: its user ${user} may change the audit log: make a user for it, with "create role NAME login password '…'".`,
    )
  if (role === undefined)
    throw new StartError(
      `DATABASE_POOLER_URL needs the server's own role: give the user of DATABASE_URL the right CREATEROLE.`,
    )
  if (!rows[0]?.member && !(await change(owner, `grant ${role} to ${user}`)))
    throw new StartError(
      `DATABASE_POOLER_URL: its user ${user} lacks the server's rights. Run as a superuser: grant ${role} to ${user};`,
    )
}

type Setting = ReturnType<typeof settingsOf>[number]

/** Whether each new session of the user in this database begins with the settings. */
async function keeps(owner: pg.Client, user: string, settings: Setting[]): Promise<boolean> {
  const { rowCount } = await owner.query(
    `select from pg_db_role_setting s join pg_roles u on u.oid = s.setrole join pg_database d on d.oid = s.setdatabase
     where quote_ident(u.rolname) = $1 and d.datname = current_database() and s.setconfig @> $2`,
    [user, settings.map((setting) => setting.join('='))],
  )
  return rowCount === 1
}

/** Whether the session that the pooler gives has the settings. */
async function holds(pooled: pg.Client, settings: Setting[]): Promise<boolean> {
  const { rowCount } = await pooled.query(
    'select from pg_settings s join unnest($1::text[], $2::text[]) w (name, setting) on s.name = w.name and s.setting = w.setting',
    [settings.map(([name]) => name), settings.map(([, value]) => value)],
  )
  return rowCount === settings.length
}

/** Returns false when the database does not allow the change: 42501 insufficient privilege, 0LP01 invalid grant. */
const change = (owner: pg.Client, statements: string): Promise<boolean> =>
  owner.query(statements).then(
    () => true,
    (error) => {
      if (['42501', '0LP01'].includes(error.code)) return false
      throw error
    },
  )

/** Ends the user's sessions, its own last: they began before the settings. The pooler opens new ones. */
const endSessions = (pooled: pg.Client) =>
  pooled
    .query(
      `select pg_terminate_backend(pid) from (select pid from pg_stat_activity
         where usename = session_user and datname = current_database() order by pid = pg_backend_pid()) as own`,
    )
    .catch(() => {})
