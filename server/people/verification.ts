import { randomInt, randomUUID } from 'node:crypto'
import { verification as contract } from '@portreeve/contract/people/verification'
import { desc, eq, sql } from 'drizzle-orm'
import type { OperationKinds } from '../core/call/context.ts'
import { implement } from '../core/call/implement.ts'
import { begin, VendorRefusal } from '../core/operations/operations.ts'
import { refuse } from '../core/refuse.ts'
import { users, verificationCodes } from './people-tables.ts'
import { getUser, lockUser } from './user-records.ts'
import { sendCode } from './verification-codes.ts'

export const verification = implement('verification', contract, {
  list: async ({ params }, call) => {
    await getUser(call.db, params.uid)
    call.did(params.uid)
    return call.db
      .select({
        id: verificationCodes.id,
        code: verificationCodes.code,
        created_at: verificationCodes.created_at,
      })
      .from(verificationCodes)
      .where(eq(verificationCodes.uid, params.uid))
      .orderBy(sql`${verificationCodes.created_at_time} desc nulls last`, desc(verificationCodes.id))
  },

  remove: async ({ params }, call) => {
    const [code] = await call.db
      .delete(verificationCodes)
      .where(eq(verificationCodes.id, params.id))
      .returning({ uid: verificationCodes.uid })
    if (!code) refuse('not_found', 'No such code', 'There is no such code, or it was deleted before.')
    call.did(code.uid, { before: { verification_code: params.id } }, { event: { code_id: params.id } })
    return null
  },

  sendSupportCode: async ({ query }, call) => {
    const user = await lockUser(call.db, query.uid)
    if (!user.email)
      refuse('refused', 'No email address', 'This person has no email address to send a code to.')
    const id = `vc_${randomUUID()}`
    const created_at = new Date().toISOString()
    await call.db.insert(verificationCodes).values({
      id,
      uid: user.uid,
      code: String(randomInt(1_000_000)).padStart(6, '0'),
      created_at,
      created_at_time: created_at,
    })
    call.did(user.uid, { after: { verification_code: id } }, { event: { code_id: id, device_id: null } })
    return begin(call.db, {
      kind: 'verification.mail',
      subject_kind: 'user',
      subject_id: user.uid,
      details: { code_id: id },
    })
  },
})

/** Mails a code to its person. */
export const verificationOperations: OperationKinds = {
  'verification.mail': {
    run: async (operation, ctx) => {
      const [code] = await ctx.database.db
        .select({ code: verificationCodes.code, email: users.email })
        .from(verificationCodes)
        .innerJoin(users, eq(users.uid, verificationCodes.uid))
        .where(eq(verificationCodes.id, String(operation.details.code_id)))
      if (!code?.email)
        throw new VendorRefusal('The code or its person was deleted before the mail went out.')
      return { reference: await sendCode(ctx, operation.id, code.email, code.code) }
    },
    answer: (operation) => {
      if (operation.state === 'failed')
        refuse('vendor_failed', 'Mail not sent', operation.failure ?? 'The mail was refused.')
      return { id: String(operation.details.code_id), sent: operation.state === 'done' ? 'sent' : 'pending' }
    },
  },
}
