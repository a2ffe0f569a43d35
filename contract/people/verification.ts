// Group: verification. On the wire its records are `verification_codes`; staff read "Verification codes".

import { del, get, Id, post, SourceTime, text } from '../base/endpoint.ts'
import { noPast } from '../base/no-past.ts'
import { z } from '../base/zod.ts'

/** A code that proves a person's identity. */
export const VerificationCode = z.object({ id: Id, code: text(100), created_at: SourceTime })
export type VerificationCode = z.infer<typeof VerificationCode>

export const verification = {
  list: get('/v1/admin/{uid}/verification_codes', {
    noPast: noPast.now,
    may: 'verification.read',
    deed: { subject: 'user' },
    about: "A person's verification codes, newest first. Each read is audited.",
    data: z.array(VerificationCode),
  }),
  remove: del('/v1/admin/verification_codes/{id}', {
    may: 'verification.delete',
    deed: { subject: 'user', event: 'verification_code.deleted' },
    about: 'Deletes a verification code, so that it no longer works.',
    data: z.null(),
  }),
  sendSupportCode: post('/v1/admin/support_verification_code', {
    may: 'verification.send',
    deed: { subject: 'user', event: 'verification_code.sent' },
    about:
      'Creates a verification code and mails it to the person. Refuses a person without an email address; refuses with vendor_failed when the mail provider does not accept the mail.',
    query: z.strictObject({ uid: Id }),
    data: z.object({ id: Id, sent: z.enum(['sent', 'pending']) }),
  }),
}
