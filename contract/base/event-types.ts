/** The kinds of records that events are about, each with the field of an event's data that has the record's id. */
export const eventSubjects = {
  user: 'uid',
  listing: 'listing_id',
  promotion: 'promotion_id',
  transaction: 'transaction_id',
  order: 'order_id',
  conversation: 'conversation_id',
  question: 'question_id',
  collection: 'collection_id',
  keyword: 'keyword_id',
  /** Both maps are one record. */
  moderating_messages: null,
} as const
export type EventSubject = keyof typeof eventSubjects

/**
 * Every type of event: the kind of its record, and one sentence for integrators. Endpoints declare theirs in `deed`
 * and `emits`; `event-data.ts` has the data of each.
 */
export const eventTypes = {
  'user.blocked': ['user', 'Staff blocked an account, until a time where `until` has one.'],
  'user.unblocked': ['user', 'Staff unblocked an account, or the time of its block has come.'],
  'user.restricted': [
    'user',
    'Staff restricted an account in one way, or warned the person; or changed until when. It holds until `until`, or until it is ended.',
  ],
  'user.restriction_ended': ['user', 'A restriction has ended: its time has come, or staff ended it.'],
  'decision.noticed': [
    'user',
    'A decision with its statement of reasons, for your app to show: what, on which ground, why, and how to appeal. Sent when staff can no longer undo it.',
  ],
  'appeal.opened': [
    'user',
    'Staff made an appeal of a message, or its next round. What your app sent itself has no such event.',
  ],
  'appeal.asked': ['user', 'Staff ask a person about their appeal. The answer is its next round.'],
  'appeal.decided': [
    'user',
    'An appeal against a decision was decided: it stands, was changed, or was taken back. What changed is told by other events, too.',
  ],
  'user.updated': ['user', 'Staff changed fields of an account.'],
  'user.deleted': ['user', 'Staff deleted an account, with its listings, devices and verification codes.'],
  'person.erased': [
    'user',
    'Staff erased a person. Erase what you hold about them: the uid is in this event alone, and goes with it.',
  ],
  'gift_card.redeemed': ['user', 'Staff redeemed a gift card for a person.'],
  'verification_code.sent': ['user', 'A person was mailed a new code, for support or for a device.'],
  'verification_code.deleted': ['user', 'Staff deleted a verification code.'],
  'user_report.resolved': ['user', 'Staff resolved reports about a person. Can be reopened.'],
  'user_report.reopened': ['user', 'Staff took the resolving back: the reports are open again.'],
  'listing.approved': ['listing', 'Staff approved a listing. Can be taken back for some seconds.'],
  'listing.denied': [
    'listing',
    'Staff denied a listing; the reason is for its seller. Can be taken back for some seconds.',
  ],
  'listing.pending': ['listing', 'Staff took a decision back: the listing waits for review again.'],
  'listing.deleted': ['listing', 'Staff deleted a listing. Can be restored for 30 days.'],
  'listing.restored': ['listing', 'Staff restored a deleted listing: it is as it was before the deletion.'],
  'listing_report.ignored': ['listing', 'Staff ignored reports about a listing. Can be reopened.'],
  'listing_report.reopened': ['listing', 'Staff took the ignoring back: the reports are open again.'],
  'promotion.decided': [
    'promotion',
    'Staff approved or denied a promotion. Can be taken back for some seconds.',
  ],
  'promotion.pending': ['promotion', 'Staff took a decision back: the promotion waits again.'],
  'order.address_corrected': [
    'order',
    'Staff corrected where an order is sent. Labels that are made later need the new address.',
  ],
  'transaction.updated': ['transaction', 'Staff changed fields of a transaction.'],
  'transaction.delivered': ['transaction', 'Staff marked a transaction as delivered.'],
  'transaction.not_shipped': ['transaction', 'Staff marked a transaction as not shipped.'],
  'transaction.cancelled': [
    'transaction',
    'A transaction was cancelled. A refund of the buyer is an event of its own.',
  ],
  'refund.sent': ['transaction', 'A buyer was refunded, by staff or in the payment provider’s dashboard.'],
  'refund.failed': ['transaction', 'A refund failed: the buyer has not received it.'],
  'refund.moved': [
    'transaction',
    'A refund of an order was divided again over its transactions: this is the share of this one.',
  ],
  'dispute.opened': ['transaction', 'Staff opened a dispute for a buyer.'],
  'dispute.updated': ['transaction', "Staff changed a dispute's deadline, statements or files."],
  'dispute.resolved': ['transaction', 'A dispute was resolved.'],
  'chargeback.changed': [
    'transaction',
    "A chargeback of a buyer's bank was opened, has changed or was closed.",
  ],
  'chargeback.answered': ['transaction', 'The evidence for a chargeback was sent to the payment provider.'],
  'label.void_requested': [
    'transaction',
    'Staff cancelled a shipping label. Its carrier answers within some weeks, whether it gives the cost back.',
  ],
  'label.voided': ['transaction', 'The carrier has refunded a cancelled shipping label.'],
  'label.void_rejected': [
    'transaction',
    'The carrier has rejected the refund of a cancelled shipping label: it counts as paid again.',
  ],
  'payout.held': ['transaction', "Staff hold a seller's payout."],
  'payout.released': ['transaction', 'Staff released a payout, or scheduled a failed one again.'],
  'payout.sent': ['transaction', 'A seller was paid.'],
  'payout.failed': ['transaction', 'A payout was refused by the payment provider.'],
  'message.sent': ['conversation', 'Staff sent a message to a person.'],
  'conversation.deleted': [
    'conversation',
    'Staff deleted a conversation for both sides. Can be restored for 30 days.',
  ],
  'conversation.restored': [
    'conversation',
    'Staff restored a deleted conversation, with the messages that it had.',
  ],
  'question.changed': ['question', 'Staff changed a community post.'],
  'question.deleted': ['question', 'Staff deleted a community post. Can be restored for 30 days.'],
  'question.restored': ['question', 'Staff restored a deleted community post: it is as it was.'],
  'collection.changed': ['collection', 'Staff made or changed a collection, or the listings in it.'],
  'collection.deleted': ['collection', 'Staff deleted a collection.'],
  'keyword.changed': ['keyword', 'Staff made or changed a content keyword.'],
  'keyword.deleted': ['keyword', 'Staff deleted a content keyword.'],
  'moderating_message.changed': ['moderating_messages', 'Staff changed standard messages; null: deleted.'],
} as const satisfies Record<string, readonly [EventSubject, string]>
export type EventType = keyof typeof eventTypes

/** The types of events about a kind of record. */
export type EventAbout<Kind> = {
  [Type in EventType]: (typeof eventTypes)[Type][0] extends Kind ? Type : never
}[EventType]
