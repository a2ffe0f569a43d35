import { Flag, get, Id, post, SourceTime, text } from '../base/endpoint.ts'
import { z } from '../base/zod.ts'

/** The words of `verification_status`, as in the spec. */
export const verificationStatus: Readonly<Record<number, string>> = { 0: 'NOT VERIFIED', 1: 'VERIFIED' }

/** A person's phone or tablet (spec: Device). Either `id` or `device_id` identifies it (ENT-16). */
export const Device = z.object({
  id: Id.optional().describe('The device. May be missing where device_id is given.'),
  device_id: Id.nullable().optional().describe('The device, where the source has no id.'),
  code: text(100).nullable().describe('The code that was sent to it.'),
  created_at: SourceTime.nullable().describe('When it was first seen.'),
  verification_status: Flag.describe('0 not verified, 1 verified.'),
})
export type Device = z.infer<typeof Device>

export const devices = {
  list: get('/v1/admin/devices/{uid}', {
    may: 'users.read',
    about: "A person's devices, newest first.",
    data: z.array(Device),
  }),
  sendVerification: post('/v1/admin/devices/{id}/send_verification', {
    may: 'devices.verify',
    deed: { subject: 'user', event: 'verification_code.sent' },
    about:
      'Gives a device a new code and mails it to its owner. `id` is the id or the device_id. Refuses a verified device and an owner without an email address.',
    data: z.object({ sent: z.enum(['sent', 'pending']) }),
  }),
}
