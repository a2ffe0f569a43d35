import type { Endpoint } from '@portreeve/contract/base/endpoint'
import { freshMinutes, may, needsFreshPassword, permissions } from '@portreeve/contract/base/rights'
import type { Me } from '@portreeve/contract/staff/staff'
import type { Subject } from '../identity/token.ts'
import { refuse } from '../refuse.ts'

/** Refuses a staff member without a permission. For checks that an endpoint's `may` cannot express. */
export function demand(staff: Me, needed: Endpoint['may']): void {
  if (needed === 'staff' || may(staff, needed)) return
  refuse('forbidden', 'Not allowed', `Your role, ${staff.role}, may not ${permissions[needed].words}.`)
}

/**
 * Refuses a caller without a fresh password where the permission requires one. An outside provider states the time of the
 * sign-in in the token (`auth_time`); a token without it never counts as fresh.
 */
export function demandFresh(
  needed: Endpoint['may'],
  caller: Subject,
  provedLately: boolean,
  provider: string | null = null,
): void {
  if (!needsFreshPassword(needed)) return
  const { session, signedInAt } = caller
  const isFresh =
    session === undefined
      ? signedInAt !== undefined && Date.now() / 1000 - signedInAt < freshMinutes * 60
      : provedLately
  if (isFresh) return
  refuse(
    'password_needed',
    provider === null ? 'Type your password again' : 'Confirm who you are',
    session === undefined
      ? `Sign out and in again: this needs a sign-in within the last ${freshMinutes} minutes.`
      : provider !== null
        ? `Confirm at your company's provider who you are: this needs it within the last ${freshMinutes} minutes.`
        : `This needs your password, typed within the last ${freshMinutes} minutes.`,
  )
}
