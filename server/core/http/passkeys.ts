import { freshMinutes } from '@portreeve/contract/base/rights'
import { PasskeyName } from '@portreeve/contract/staff/passkeys'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Context } from '../call/context.ts'
import {
  answer,
  demandOwnSession,
  forward,
  onRecord,
  type Person,
  parse,
  read,
  refuseDisabled,
} from '../identity/identity-provider.ts'
import { addressOf, attempt, challengesOf, rememberDevice } from '../identity/sign-in-limits.ts'
import { refuse } from '../refuse.ts'
import { auditFailure } from './failed-sign-ins.ts'

// Passkeys of the built-in provider: adding one, and signing in with one (decision 27).

const maxPasskeys = 20

/** What the browser returns; the provider checks the rest. */
const Credential = z.looseObject({ id: z.string().min(1).max(1400) })
const NewPasskey = z.strictObject({ name: PasskeyName, response: Credential })
const UsedPasskey = z.strictObject({ response: Credential })

/** Begins to add a passkey: the answer has the challenge. */
export async function beginPasskey(
  ctx: Context,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { id } = await demandFreshPassword(ctx, request)
  const { rows } = await ctx.database.pool.query('select 1 from identity_passkey where user_id = $1', [id])
  if (rows.length >= maxPasskeys)
    refuse('refused', 'Too many passkeys', `You have ${maxPasskeys} passkeys. Remove one first.`)
  await answer(await forward(ctx, request), reply)
}

/** Adds the passkey that the browser made for the challenge. */
export async function addPasskey(ctx: Context, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const who = await demandFreshPassword(ctx, request)
  const { name, response: made } = parse(NewPasskey, request)
  const response = await forward(ctx, request, { name, response: made })
  // The provider answers 500 to what is malformed, too.
  if (!response.ok)
    refuse('refused', 'Passkey not added', 'The passkey could not be verified. Please try again.')
  await onRecord(ctx, request, who, 'staff.passkeyOn', { name })
  await answer(response, reply)
}

/** Begins a sign-in with a passkey: the answer has the challenge. */
export async function beginSignIn(ctx: Context, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  await attempt(ctx, [challengesOf(request)])
  await answer(await forward(ctx, request), reply)
}

/** Signs in with a passkey, which counts as password and second factor. All failures get one answer. */
export async function signInWithPasskey(
  ctx: Context,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { response: used } = parse(UsedPasskey, request)
  const forgive = await attempt(ctx, [addressOf(request)])
  const response = await forward(ctx, request, { response: used }).catch(async (error: unknown) => {
    await forgive()
    throw error
  })
  const { user, session } = await read<{ user: Person; session: { token: string } }>(response)
  if (!user || !session || !(await markSession(ctx, session.token, used.id))) {
    auditFailure(ctx, request, 'passkey', user?.email)
    refuse(
      'signed_out',
      'Sign-in refused',
      'This passkey does not sign in here. Use another one, or your password.',
    )
  }
  await forgive()
  await refuseDisabled(ctx, user.email)
  rememberDevice(ctx, request, reply, user.email)
  await answer(response, reply)
}

/** Notes which passkey opened a session. Ends the session of one that was removed meanwhile, and returns false. */
async function markSession({ database: { pool } }: Context, token: string, credential: string) {
  const { rows } = await pool.query(
    `with used as (update identity_passkey set last_used_at = now() where credential_id = $2 returning id)
     update identity_session set passkey_id = used.id, password_at = 'epoch' from used where token = $1 returning passkey_id`,
    [token, credential],
  )
  if (rows.length === 0) await pool.query('delete from identity_session where token = $1', [token])
  return rows.length > 0
}

/** The caller. Refuses one without a fresh password, and one whose password alone is not enough. */
async function demandFreshPassword(ctx: Context, request: FastifyRequest): Promise<Person> {
  const { user, session } = await demandOwnSession(ctx, request)
  const { rows } = await ctx.database.pool.query(
    'select 1 from identity_session where id = $1 and password_at > now() - make_interval(mins => $2)',
    [session.id, freshMinutes],
  )
  if (rows.length === 0)
    refuse(
      'password_needed',
      'Type your password again',
      `This needs your password, typed within the last ${freshMinutes} minutes.`,
    )
  await refusePasswordAlone(ctx, user, session)
  return user
}

/**
 * Refuses to change the own sign-in with the password alone, where the role requires two factors and a passkey is the second one:
 * else the password would replace the passkey, or who has stolen it would lock its owner out.
 */
export async function refusePasswordAlone(ctx: Context, { id }: Person, session: { id: string }) {
  const { rows } = await ctx.database.pool.query(
    `select 1 from staff join second_factor_roles using (role) join identity_user u on u.id = uid
     where uid = $1 and not u.two_factor_enabled and exists (select from identity_passkey where user_id = uid)
       and not exists (select from identity_session where id = $2 and passkey_id is not null)`,
    [id, session.id],
  )
  if (rows.length > 0)
    refuse(
      'refused',
      'Sign in with your passkey',
      'You have a passkey: sign in with it. An admin can reset it if it is lost.',
    )
}
