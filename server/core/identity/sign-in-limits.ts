import { createHash, createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../call/context.ts'
import { untimed } from '../deadline.ts'
import { refuse } from '../refuse.ts'

/**
 * Failed attempts within the window before throttling: per account from unknown devices, per account and known device, per
 * address, and per signed-in staff member who retypes their password. `reset` and `resets` limit forgotten passwords, per account
 * and per address: they do not use up the sign-in's own limits. `challenges` limits begun sign-ins with a passkey, per address.
 */
const limits = { account: 10, device: 10, address: 50, own: 10, reset: 3, resets: 20, challenges: 300 }
const windowMinutes = 10

/** Linear backoff in milliseconds and maximum number of tries for removing an attempt: together 10 minutes. */
const forgiveBackoff = 500
const maxTries = 48

type Subject = `${keyof typeof limits}:${string}`

/** Store digests, so that the table of failures does not become a list of email addresses. */
const digest = (text: string) => createHash('sha256').update(text).digest('hex')
const accountOf = (email: string) => digest(email.trim().toLowerCase())

/** The subjects that a sign-in attempt counts against. A known device has a budget of its own, which an attacker cannot exhaust. */
export function subjectsOf(ctx: Context, request: FastifyRequest, email: string): Subject[] {
  const account = accountOf(email)
  const device = devicesOf(ctx, request).find((one) => one.account === account)
  return device ? [`device:${digest(device.id + account)}`] : [`account:${account}`, addressOf(request)]
}

/** The subjects that a request for a new password counts against, whether or not the account exists. */
export const resetSubjectsOf = (request: FastifyRequest, email: string): Subject[] => [
  `reset:${accountOf(email)}`,
  `resets:${request.ip}`,
]

/** The subject that a begun sign-in with a passkey counts against: each stores a challenge. */
export const challengesOf = (request: FastifyRequest): Subject => `challenges:${request.ip}`

export const addressOf = (request: FastifyRequest): Subject => `address:${request.ip}`
/** A signed-in staff member who retypes their password. */
export const ownOf = (uid: string): Subject => `own:${uid}`

/**
 * Counts an attempt as failed before it is checked, so that parallel attempts cannot exceed the limit. The returned function
 * removes it again. Throttled attempts are not counted, so an attacker cannot extend a lock-out.
 */
export async function attempt(
  { database: { pool } }: Context,
  subjects: Subject[],
): Promise<() => Promise<unknown>> {
  const ids = subjects.map(() => randomUUID())
  const takeBack = () => pool.query('delete from identity_failures where id = any($1)', [ids])
  // Retry: a database outage must not leave successful attempts counted as failures.
  const forgive = (tries = 1): Promise<unknown> =>
    takeBack().catch(() => {
      if (tries < maxTries)
        setTimeout(() => untimed(() => forgive(tries + 1)), forgiveBackoff * tries).unref()
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
      `Too many attempts. Please wait ${windowMinutes} minutes and try again.`,
    )
  }
  return () => forgive()
}

/** Accounts for which one browser is remembered as a known device. */
const maxAccounts = 5
const deviceDays = 180

interface Device {
  account: string
  id: string
}

const cookieName = (ctx: Context) => `portreeve-${ctx.settings.environment}.device`
const seal = (ctx: Context, { account, id }: Device) =>
  createHmac('sha256', ctx.settings.secret).update(`device ${account} ${id}`).digest('base64url')

/** The accounts that have signed in on this device, from its signed cookie. */
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

/** Marks the device as known for this account, in a cookie. The cookie grants no access; it only selects the budget. */
export function rememberDevice(ctx: Context, request: FastifyRequest, reply: FastifyReply, email: string) {
  const account = accountOf(email)
  const known = devicesOf(ctx, request)
  const mine = known.find((one) => one.account === account) ?? { account, id: randomUUID() }
  const value = [mine, ...known.filter((one) => one.account !== account)]
    .slice(0, maxAccounts)
    .map((one) => `${one.account}.${one.id}.${seal(ctx, one)}`)
    .join('~')
  const secure = ctx.settings.address.startsWith('https:') ? '; Secure' : ''
  reply.header(
    'set-cookie',
    `${cookieName(ctx)}=${value}; Path=/identity; HttpOnly; SameSite=Lax; Max-Age=${deviceDays * 86_400}${secure}`,
  )
}
