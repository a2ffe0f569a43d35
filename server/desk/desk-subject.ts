import type { DeskKind } from '@portreeve/contract/desk/desk-ranking'

/** The record of the audit log for each kind: the one that the case is about. */
export function subjectOf({
  kind,
  id,
  transaction,
}: {
  kind: DeskKind
  id: string
  transaction: string | null
}) {
  if (kind === 'conversation') return ['conversation', id] as const
  if (kind === 'user_reports') return ['user', id] as const
  if (kind === 'listing' || kind === 'listing_reports') return ['listing', id] as const
  if (kind === 'promotion') return ['promotion', id] as const
  return transaction === null ? undefined : (['transaction', transaction] as const)
}
