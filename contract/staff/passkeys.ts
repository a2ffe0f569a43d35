import { Id, Time, text } from '../base/endpoint.ts'
import { z } from '../base/zod.ts'

/** Maximum length of a passkey's name, characters. */
export const passkeyNameLength = 60
/** The name that a person gives a passkey of theirs. */
export const PasskeyName = text(passkeyNameLength).trim().min(1, 'is empty')

/** A passkey of the caller. */
export const Passkey = z.object({
  id: Id,
  name: z.string(),
  created_at: Time,
  /** The last sign-in with it; null: none yet. */
  last_used_at: Time.nullable(),
  /** The person's other devices have it too, such as through a password manager. */
  synced: z.boolean(),
})
export type Passkey = z.infer<typeof Passkey>
