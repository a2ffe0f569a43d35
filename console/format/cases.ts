import type { DeskKind, HarmClass } from '@portreeve/contract/base/case-kinds'

/** The kinds in words: what a case is, and several of them. */
export const kindWords: Readonly<Record<DeskKind, readonly [one: string, many: string]>> = {
  chargeback: ['Chargeback', 'Chargebacks'],
  dispute: ['Dispute', 'Disputes'],
  fraud_warning: ['Fraud warning', 'Fraud warnings'],
  approval: ['Approval', 'Approvals'],
  user_reports: ['Reported person', 'Reported people'],
  listing_reports: ['Reported listing', 'Reported listings'],
  conversation: ['Conversation', 'Conversations'],
  listing: ['Listing', 'Listings'],
  promotion: ['Promotion', 'Promotions'],
  label: ['Label', 'Labels'],
  payout: ['Payout', 'Payouts'],
  difference: ['Difference', 'Differences'],
  appeal: ['Appeal', 'Appeals'],
  proposal: ['Proposal', 'Proposals'],
  rule: ['Met by a rule', 'Met by rules'],
}

/** The classes in words. */
export const classWords: Readonly<Record<HarmClass, string>> = {
  danger: 'Danger to a person',
  minors: 'Minors',
  phishing: 'Phishing in our name',
  fraud: 'Fraud',
  prohibited: 'Prohibited goods',
  other: 'Other work',
  quality: 'Quality',
  spam: 'Spam',
}
