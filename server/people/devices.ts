import { randomInt } from 'node:crypto'
import type { Device } from '@portreeve/contract/people/devices'
import { devices as contract } from '@portreeve/contract/people/devices'
import { desc, eq, or, sql } from 'drizzle-orm'
import type { OperationKinds } from '../core/call/context.ts'
import { implement } from '../core/call/implement.ts'
import { begin, VendorRefusal } from '../core/operations/operations.ts'
import { refuse } from '../core/refuse.ts'
import { devices as table, users } from './people-tables.ts'
import { getUser } from './user-records.ts'
import { sendCode } from './verification-codes.ts'

export const devices = implement('devices', contract, {
  list: async ({ params }, { db }) => {
    await getUser(db, params.uid)
    const rows = await db
      .select({
        id: table.id,
        device_id: table.device_id,
        code: table.code,
        created_at: table.created_at,
        verification_status: table.verification_status,
      })
      .from(table)
      .where(eq(table.uid, params.uid))
      .orderBy(sql`${table.created_at_time} desc nulls last`, desc(table.id))
    return rows as Device[]
  },

  sendVerification: async ({ params }, call) => {
    const [device] = await call.db
      .select()
      .from(table)
      .where(or(eq(table.id, params.id), eq(table.device_id, params.id)))
      .orderBy(sql`${table.id} = ${params.id} desc`)
      .limit(1)
      .for('update')
    if (!device) refuse('not_found', 'No such device')
    if (device.verification_status === 1) refuse('conflict', 'This device is already verified')
    const user = await getUser(call.db, device.uid)
    if (!user.email)
      refuse('refused', 'No email address', 'This person has no email address to send a code to.')
    await call.db
      .update(table)
      .set({ code: String(randomInt(1_000_000)).padStart(6, '0') })
      .where(eq(table.id, device.id))
    call.did(device.uid, { after: { device: device.id } }, { event: { code_id: null, device_id: device.id } })
    return begin(call.db, {
      kind: 'devices.mail',
      subject_kind: 'user',
      subject_id: device.uid,
      details: { device_id: device.id },
    })
  },
})

/** Mails a device's code to its person. */
export const deviceOperations: OperationKinds = {
  'devices.mail': {
    run: async (operation, ctx) => {
      const [row] = await ctx.database.db
        .select({ code: table.code, email: users.email })
        .from(table)
        .innerJoin(users, eq(users.uid, table.uid))
        .where(eq(table.id, String(operation.details.device_id)))
      if (!row?.email || !row.code)
        throw new VendorRefusal('The device or its person was deleted before the mail went out.')
      return { reference: await sendCode(ctx, operation.id, row.email, row.code) }
    },
    answer: (operation) => {
      if (operation.state === 'failed')
        refuse('vendor_failed', 'Mail not sent', operation.failure ?? 'The mail was refused.')
      return { sent: operation.state === 'done' ? 'sent' : 'pending' }
    },
  },
}
