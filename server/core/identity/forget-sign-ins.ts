import { cleanUp } from '../operations/schedule.ts'

/** Deletes what a sign-in leaves behind, after a day. */
export const forgetSignIns = cleanUp(
  'deletion of old sign-ins',
  `delete from identity_failures where at < now() - interval '1 day'`,
  // A code of the second factor is valid for 90 seconds. The provider itself removes a used recovery code.
  `delete from identity_used_codes where at < now() - interval '1 day'`,
  // Challenges of passkeys that no device has answered, old links, and sign-ins and logouts of companies' providers.
  `delete from identity_verification where expires_at < now() - interval '1 day'`,
)
