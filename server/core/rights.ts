import type { Endpoint } from '@portreeve/contract/endpoint'
import { may, permissions } from '@portreeve/contract/rights'
import type { Staff } from '@portreeve/contract/staff'
import { refuse } from './refuse.ts'

/** Refuses, in words, whoever does not hold a permission. For what an endpoint's own `may` cannot say beforehand. */
export function demand(staff: Staff, needed: Endpoint['may']): void {
  if (may(staff.role, needed)) return
  const words = needed === 'staff' ? 'do this' : permissions[needed].words
  refuse('forbidden', 'Not allowed', `Your role, ${staff.role}, may not ${words}.`)
}
