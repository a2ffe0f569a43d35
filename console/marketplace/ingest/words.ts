import { approvalStatus } from '@portreeve/contract/listings/promoted-posts'
import type { Difference } from '@portreeve/contract/marketplace/ingest'
import { ingestEntities } from '@portreeve/contract/marketplace/ingest-entities'
import { disputeStatus } from '@portreeve/contract/money/disputes'
import { shipLabelStatus } from '@portreeve/contract/money/shipping'
import { payoutStatus, shippingStatus, transactionStatus } from '@portreeve/contract/money/transactions'
import { verificationStatus } from '@portreeve/contract/people/devices'
import { spaced } from '../../format/actions.ts'
import { valueWords } from '../../format/changes.ts'
import { entityWords, isEntity } from '../../format/ingest-words.ts'

/** The entities of which staff decide a field. */
export const decided = ingestEntities
  .filter(({ decidedHere }) => decidedHere.length > 0)
  .map(({ name }) => name)
  .filter(isEntity)

/** The words of numbered states. */
const states: Readonly<Record<string, Readonly<Record<number, string>>>> = {
  'devices.verification_status': verificationStatus,
  'transactions.status': transactionStatus,
  'transactions.shipping_status': shippingStatus,
  'transactions.payout_status': payoutStatus,
  'transactions.dispute_status': disputeStatus,
  'disputes.status': disputeStatus,
  'ship_labels.status': shipLabelStatus,
  'promoted_posts.approval_status': approvalStatus,
}

const fields: Readonly<Record<string, string>> = { isBanned: 'blocked' }

/** A field in words: 'blocked', 'payout status'. */
export const fieldWords = (field: string): string => fields[field] ?? spaced(field)

/** A side of a difference in words: 'Yes', 'En route', 'approved'. */
export function sideWords({ entity, field }: Pick<Difference, 'entity' | 'field'>, value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  const state = typeof value === 'number' ? states[`${entity}.${field}`]?.[value] : undefined
  return state ?? valueWords(field, value ?? null)
}

/** The kinds of records that have a screen, by entity. */
const kinds: Readonly<Record<string, string>> = {
  users: 'user',
  listings: 'listing',
  transactions: 'transaction',
  questions: 'question',
  collections: 'collection',
  similar_content_keywords: 'keyword',
  email_templates: 'email_template',
  moderating_messages: 'moderating_messages',
}

/** A difference's record as its kind, or its words where it has no screen, and its id. The parts of a key are joined by a slash. */
export const recordOf = ({ entity, key }: Difference): { kind: string; id: string } => ({
  kind: kinds[entity] ?? (isEntity(entity) ? entityWords[entity].one : entity),
  id: key.replaceAll('\u001f', ' / '),
})
