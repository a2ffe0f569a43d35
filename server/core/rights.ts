import type { Endpoint } from '@portreeve/contract/endpoint'
import { freshMinutes, may, needsFreshPassword, permissions } from '@portreeve/contract/rights'
import type { Staff } from '@portreeve/contract/staff'
import { refuse } from './refuse.ts'
import type { Subject } from './token.ts'

/** Refuses, in words, whoever does not hold a permission. For what an endpoint's own `may` cannot say beforehand. */
export function demand(staff: Staff, needed: Endpoint['may']): void {
  if (may(staff.role, needed)) return
  const words = needed === 'staff' ? 'do this' : permissions[needed].words
  refuse('forbidden', 'Not allowed', `Your role, ${staff.role}, may not ${words}.`)
}

/**
 * Refuses a caller who has not typed their password lately, where the permission asks for it. An outside provider says when
 * that was (`auth_time`); one that does not cannot vouch for it.
 */
export function demandFresh(needed: Endpoint['may'], caller: Subject, typedLately: boolean): void {
  if (!needsFreshPassword(needed)) return
  const { session, signedInAt } = caller
  const isFresh =
    session === undefined
      ? signedInAt !== undefined && Date.now() / 1000 - signedInAt < freshMinutes * 60
      : typedLately
  if (isFresh) return
  refuse(
    'password_needed',
    'Type your password again',
    session === undefined
      ? `Sign out and in again: this needs a sign-in within the last ${freshMinutes} minutes.`
      : `This needs your password, typed within the last ${freshMinutes} minutes.`,
  )
}
