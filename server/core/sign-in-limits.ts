import { createHash, createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from './context.ts'
import { untimed } from './deadline.ts'
import { refuse } from './refuse.ts'

/**
 * Failed attempts within the window after which one waits: at an account from unknown devices, at an account from one
 * device that signed in to it before, from an address, and of somebody signed in who is asked for their password.
 */
const limits = { account: 10, device: 10, address: 50, own: 10 }
const windowMinutes = 10

/** Milliseconds after which an attempt is taken back again, a little more each time, and how often: for 10 minutes. */
const forgiveAgain = 500
const mostTries = 48

type Subject = `${keyof typeof limits}:${string}`

/** The table of failures must not become a list of addresses. */
const digest = (text: string) => createHash('sha256').update(text).digest('hex')
const accountOf = (email: string) => digest(email.trim().toLowerCase())

/** Whom an attempt to sign in counts against. A device that signed in before has a budget of its own: strangers cannot use it up. */
export function subjectsOf(ctx: Context, request: FastifyRequest, email: string): Subject[] {
  const account = accountOf(email)
  const device = devicesOf(ctx, request).find((one) => one.account === account)
  return device ? [`device:${digest(device.id + account)}`] : [`account:${account}`, addressOf(request)]
}

export const addressOf = (request: FastifyRequest): Subject => `address:${request.ip}`
/** Somebody signed in who is asked for their password. */
export const ownOf = (uid: string): Subject => `own:${uid}`

/**
 * Counts an attempt as failed from its beginning, so that many at once do not slip through together; the returned function
 * takes that back. One that is turned away does not count: nobody is locked out for longer by being knocked at.
 */
export async function attempt(
  { database: { pool } }: Context,
  subjects: Subject[],
): Promise<() => Promise<unknown>> {
  const ids = subjects.map(() => randomUUID())
  const takeBack = () => pool.query('delete from identity_failures where id = any($1)', [ids])
  // A database that was away must not lock out those who tried meanwhile.
  const forgive = (tries = 1): Promise<unknown> =>
    takeBack().catch(() => {
      if (tries < mostTries) setTimeout(() => untimed(() => forgive(tries + 1)), forgiveAgain * tries).unref()
    })
  await pool.query(
    'insert into identity_failures (id, subject) select * from unnest($1::text[], $2::text[])',
    [ids, subjects],
  )
  const { rows } = await pool.query<{ subject: string; attempts: number }>(
    `select subject, count(*)::int as attempts from identity_failures
     where subject = any($1) and at > now() - make_interval(mins => $2) group by subject`,
    [subjects, windowMinutes],
  )
  const limitOf = (subject: string) => limits[subject.split(':')[0] as keyof typeof limits]
  if (rows.some(({ subject, attempts }) => attempts > limitOf(subject))) {
    await forgive()
    refuse(
      'too_many',
      'Too many attempts',
      `Too many failed sign-ins. Please wait ${windowMinutes} minutes and try again.`,
    )
  }
  return () => forgive()
}

/** Accounts that one browser is known to. */
const mostDevices = 5
const deviceDays = 180

interface Device {
  account: string
  id: string
}

const cookieName = (ctx: Context) => `portreeve-${ctx.settings.environment}.device`
const seal = (ctx: Context, { account, id }: Device) =>
  createHmac('sha256', ctx.settings.secret).update(`device ${account} ${id}`).digest('base64url')

/** The accounts that have signed in on this device, as its cookie proves. */
function devicesOf(ctx: Context, request: FastifyRequest): Device[] {
  const cookie = (request.headers.cookie ?? '')
    .split(/;\s*/)
    .find((one) => one.startsWith(`${cookieName(ctx)}=`))
    ?.slice(cookieName(ctx).length + 1)
  return (cookie ?? '').split('~').flatMap((entry) => {
    const [account = '', id = '', sealed = ''] = entry.split('.')
    const [given, right] = [Buffer.from(sealed), Buffer.from(seal(ctx, { account, id }))]
    return given.length === right.length && timingSafeEqual(given, right) ? [{ account, id }] : []
  })
}

/** Lets the device be known as one that has signed in to this account. It gives no access: it is only told from strangers. */
export function rememberDevice(ctx: Context, request: FastifyRequest, reply: FastifyReply, email: string) {
  const account = accountOf(email)
  const known = devicesOf(ctx, request)
  const mine = known.find((one) => one.account === account) ?? { account, id: randomUUID() }
  const value = [mine, ...known.filter((one) => one.account !== account)]
    .slice(0, mostDevices)
    .map((one) => `${one.account}.${one.id}.${seal(ctx, one)}`)
    .join('~')
  const secure = ctx.settings.address.startsWith('https:') ? '; Secure' : ''
  reply.header(
    'set-cookie',
    `${cookieName(ctx)}=${value}; Path=/identity; HttpOnly; SameSite=Lax; Max-Age=${deviceDays * 86_400}${secure}`,
  )
}
