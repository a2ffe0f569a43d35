import { NewPassword, passwordLinkHours } from '@portreeve/contract/staff/staff'
import { and, eq, isNotNull, like, sql } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { noMail } from '../../adapters/mail.ts'
import { identityAccount, identityUser } from '../../db/identity-tables.ts'
import { secondFactorRoles, staff } from '../../db/system-tables.ts'
import { writeAudit } from '../audit/audit.ts'
import type { Context } from '../call/context.ts'
import type { Transaction } from '../database/db.ts'
import { parse } from '../identity/identity-provider.ts'
import { addressOf, attempt, resetSubjectsOf } from '../identity/sign-in-limits.ts'
import { begin } from '../operations/operations.ts'
import { refuse } from '../refuse.ts'

/** Why a link to choose a password is mailed: by an admin, to an invited or a known person, or because the person requested it. */
export type LinkReason = { by: { uid: string; name: string }; invited: boolean } | 'forgotten'

/** Queues the mail with a link to choose a password; the worker sends it. */
export const beginPasswordLink = (tx: Pick<Transaction, 'insert'>, uid: string, why: LinkReason) =>
  begin(
    tx as Transaction,
    {
      kind: 'staff.link',
      subject_kind: 'staff',
      subject_id: uid,
      details:
        why === 'forgotten' ? { forgotten: true, invited: false } : { by: why.by.name, invited: why.invited },
      started_by: why === 'forgotten' ? null : why.by.uid,
    },
    0,
  )

const NewPasswordByLink = z.strictObject({ token: z.string().min(1).max(200), password: NewPassword })

/**
 * Sets the password that the holder of a mailed link chose. Token, password and audit row are one transaction. The answer
 * says whether the sign-in takes a code, whether the person has to set up a second factor, and whether they are new here.
 */
export async function setPassword(ctx: Context, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { token, password } = parse(NewPasswordByLink, request)
  const forgive = await attempt(ctx, [addressOf(request)])
  const answer = await ctx.database.db.transaction(async (tx) => {
    const uid = await ctx.identity.takePasswordToken(token, tx)
    // Locked, as is a first sign-in with a provider, after which the person has no password here.
    const [person] = uid === null ? [] : await tx.select().from(staff).where(eq(staff.uid, uid)).for('update')
    if (!person || person.disabled || (await hasProvider(tx, person.uid)))
      refuse(
        'refused',
        'This link does not work',
        `It was used already, taken back, or is older than ${passwordLinkHours} hours. Ask an admin to send a new one.`,
      )
    const { uid: id, email, displayName, role } = person
    await ctx.identity.setPassword({ uid: id, email, name: displayName ?? email, password }, tx)
    const by = { uid: id, role, address: request.ip, requestId: request.id }
    await writeAudit(tx, ctx.settings.auditKey, by, 'staff.passwordByLink', { subject: ['staff', id] })
    return { email, second_factor: await secondFactorOf(tx, id), first: person.last_seen_at === null }
  })
  await forgive()
  await reply.header('cache-control', 'no-store').send(answer)
}

async function hasProvider(tx: Transaction, uid: string): Promise<boolean> {
  const rows = await tx
    .select({ id: identityAccount.id })
    .from(identityAccount)
    .where(and(eq(identityAccount.userId, uid), like(identityAccount.providerId, 'oidc:%')))
  return rows.length > 0
}

/** 'on', 'needed' where the person's role requires one and they have none, or 'off'. */
async function secondFactorOf(tx: Transaction, uid: string): Promise<'on' | 'needed' | 'off'> {
  const [found] = await tx
    .select({ isOn: identityUser.twoFactorEnabled, role: secondFactorRoles.role })
    .from(staff)
    .innerJoin(identityUser, eq(identityUser.id, staff.uid))
    .leftJoin(secondFactorRoles, eq(secondFactorRoles.role, staff.role))
    .where(eq(staff.uid, uid))
  return found?.isOn ? 'on' : found?.role ? 'needed' : 'off'
}

const Forgotten = z.strictObject({ email: z.email('is no email address').max(320) })

/**
 * Mails a link to choose a new password to a staff member who has one. The answer is the same without such a person, and it
 * is sent before the person is looked up, so neither its content nor its time reveals who works here.
 */
export async function forgotPassword(
  ctx: Context,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { email } = parse(Forgotten, request)
  if (ctx.mail === noMail)
    refuse('refused', 'No mail server', 'The link goes by mail, and no mail server is set up. Ask an admin.')
  // Never taken back: each request counts, or a mailbox could be flooded.
  await attempt(ctx, resetSubjectsOf(request, email))
  await reply.header('cache-control', 'no-store').send({ sent: true })
  await mailForgotten(ctx, request, email.trim().toLowerCase()).catch((error: unknown) =>
    ctx.log.error({ err: error }, 'the link for a forgotten password was not queued'),
  )
}

/** An invited person without a password is left out: a link of theirs that has expired is sent again by an admin only. */
const mailForgotten = (ctx: Context, request: FastifyRequest, email: string) =>
  ctx.database.db.transaction(async (tx) => {
    const [person] = await tx
      .select({ uid: staff.uid })
      .from(staff)
      .innerJoin(identityAccount, eq(identityAccount.userId, staff.uid))
      .where(and(eq(staff.email, email), sql`not ${staff.disabled}`, isNotNull(identityAccount.password)))
      .limit(1)
    if (!person) return
    await beginPasswordLink(tx, person.uid, 'forgotten')
    // The sender is not known to be the person.
    const by = { uid: 'sign-in-page', role: 'none', address: request.ip, requestId: request.id }
    await writeAudit(tx, ctx.settings.auditKey, by, 'staff.forgotPassword', {
      subject: ['staff', person.uid],
    })
  })
