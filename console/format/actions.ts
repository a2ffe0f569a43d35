/** Each audited action in words, by the name of its call. */
const words: Readonly<Record<string, string>> = {
  'users.reveal': 'Revealed personal data',
  'users.export': 'Exported the data',
  'users.erase': 'Erased the person',
  'users.update': 'Edited the account',
  'users.remove': 'Deleted the account',
  'users.ban': 'Blocked the account',
  'users.unban': 'Unblocked the account',
  'users.redeemGiftCard': 'Redeemed a gift card',
  'userContent.deletePosts': 'Deleted all listings',
  'userContent.deleteConversations': 'Deleted all conversations',
  'userContent.deleteCommunityContent': 'Deleted all community content',
  'verification.list': 'Looked at the verification codes',
  'verification.remove': 'Deleted a verification code',
  'verification.sendSupportCode': 'Sent a verification code',
  'devices.sendVerification': 'Sent a device verification',
  'userReports.resolve': 'Resolved the reports',
  'listingReports.ignore': 'Ignored the reports',
  'posts.approve': 'Approved the listing',
  'posts.deny': 'Denied the listing',
  'posts.takeBack': 'Took a decision back',
  'posts.remove': 'Deleted the listing',
  'held.undo': 'Undid what they had done',
  'held.explain': 'Gave the reason for what they had done',
  'promotedPosts.approve': 'Approved the promotion',
  'promotedPosts.deny': 'Denied the promotion',
  'promotedPosts.takeBack': 'Took a decision back',
  'collections.create': 'Made the collection',
  'collections.update': 'Edited the collection',
  'collections.remove': 'Deleted the collection',
  'collections.addItem': 'Added a listing to the collection',
  'collections.removeItem': 'Took a listing out of the collection',
  'questions.update': 'Edited the community post',
  'questions.remove': 'Deleted the community post',
  'keywords.create': 'Added the keyword',
  'keywords.update': 'Edited the keyword',
  'keywords.remove': 'Deleted the keyword',
  'moderatingMessages.update': 'Edited the standard messages',
  'transactions.save': 'Edited the transaction',
  'transactions.delivered': 'Marked as delivered',
  'transactions.notShipped': 'Marked as not shipped',
  'transactions.cancel': 'Cancelled the transaction',
  'transactions.refund': 'Refunded the buyer',
  'transactions.tracking': 'Set the tracking number',
  'payments.refund': 'Refunded at the payment provider',
  'payments.refund_moved': 'Divided a refund of the order anew',
  'payments.refund_failed': 'A refund failed at the payment provider',
  'approvals.approve': 'Approved what a colleague asked for',
  'approvals.decline': 'Declined what a colleague asked for',
  'approvals.withdraw': 'Withdrew what they had asked for',
  'orders.reveal': 'Revealed payment ids',
  'disputes.open': 'Opened a dispute',
  'disputes.resolve': 'Resolved the dispute',
  'disputes.assign': 'Assigned the dispute',
  'disputes.record': 'Changed the case of the dispute',
  'disputes.decide': 'Decided the dispute',
  'chargebacks.get': 'Looked at the chargeback',
  'chargebacks.saveEvidence': 'Saved the evidence for a chargeback',
  'chargebacks.submitEvidence': 'Sent the evidence for a chargeback',
  'refunds.export': 'Exported the refunds',
  'payouts.export': 'Exported the payouts',
  'payouts.hold': 'Held the payout',
  'payouts.release': 'Released the payout',
  'reconciliation.run': 'Started a check of the ledger',
  'reconciliation.settle': 'Settled a difference of the ledger',
  'moneySettings.save': 'Changed the deadlines of the money desk',
  'moneySettings.addReason': 'Added a reason for refunds',
  'moneySettings.saveReason': 'Changed a reason for refunds',
  'moneySettings.retireReason': 'Retired a reason for refunds',
  'approvals.request': 'Asked for a refund',
  'approvals.approveLess': 'Approved a part of what a colleague asked for',
  'shipping.cancelLabel': 'Cancelled a shipping label',
  'conversations.ofUser': 'Looked at the conversations',
  'conversations.between': 'Read messages',
  'conversations.messages': 'Read the messages',
  'conversations.search': 'Searched the messages',
  'conversations.get': 'Looked at the conversation',
  'conversations.setRead': 'Marked as read or unread',
  'conversations.send': 'Sent a message',
  'macros.create': 'Made the macro',
  'macros.update': 'Edited the macro',
  'macros.remove': 'Deleted the macro',
  'macros.use': 'Used the macro',
  'emailTemplates.create': 'Made the e-mail template',
  'emailTemplates.update': 'Edited the e-mail template',
  'emailTemplates.remove': 'Deleted the e-mail template',
  'emailTemplates.sendTest': 'Sent a test mail',
  'emailTemplates.saveVariable': 'Saved the e-mail variable',
  'emailTemplates.removeVariable': 'Deleted the e-mail variable',
  'staff.invite': 'Invited the staff member',
  'staff.change': 'Changed the staff member',
  'staff.changeRole': 'Changed the role',
  'staff.disable': 'Disabled the sign-in',
  'staff.enable': 'Enabled the sign-in',
  'staff.endSession': 'Ended a session',
  'staff.endSessions': 'Ended all sessions',
  'staff.endMySession': 'Ended a session of their own',
  'staff.endMyOtherSessions': 'Ended their other sessions',
  'staff.ownPassword': 'Changed their own password',
  'staff.secondFactorBegin': 'Began to turn on a second factor',
  'staff.secondFactorOn': 'Turned on their second factor',
  'staff.secondFactorOff': 'Turned off their second factor',
  'staff.recoveryCodes': 'Made new recovery codes',
  'staff.resetSecondFactor': 'Reset the second factor',
  'staff.sendPasswordLink': 'Sent a link to choose a password',
  'staff.passwordByLink': 'Chose a password by a link',
  'staff.password': 'Set a password',
  'notes.create': 'Wrote a note',
  'audit.export': 'Exported the audit log',
}

/** 'payout_timing' and 'payoutTiming' as 'payout timing'. */
export const spaced = (name: string) =>
  name
    .replace(/[_.]+/g, ' ')
    .replace(
      /([\p{Ll}\d])(\p{Lu}\p{Ll})/gu,
      (_, before: string, next: string) => `${before} ${next.toLowerCase()}`,
    )
    .trim()

/** The words of actions that only request a second person's approval. */
const requests: Readonly<Record<string, string>> = {
  'transactions.refund': 'Asked to refund the buyer',
  'transactions.cancel': 'Asked to cancel the transaction',
  'disputes.decide': 'Asked to decide the dispute for the buyer',
  'reconciliation.settle': 'Asked to settle a difference of the ledger',
}

/**
 * An action in words; one without words reads as its name.
 * @param after the new values of the audit row: a request for a second person's approval is no refund yet
 */
export function actionWords(action: string, after?: unknown): string {
  const requested =
    typeof after === 'object' && after !== null && 'asked' in after ? requests[action] : undefined
  return requested ?? (Object.hasOwn(words, action) ? (words[action] ?? action) : spaced(action))
}

/** The options of a filter by action: every action that has words. */
export const knownActions = Object.entries(words)
  .map(([value, label]) => ({ value, label: `${label} (${value})` }))
  .sort((a, b) => a.label.localeCompare(b.label))

/** Actors that are not staff members. */
const actors: Readonly<Record<string, string>> = {
  operator: 'Command line',
  'payment-provider': 'Payment provider',
}

/** The name of an actor; the uid where there is none. */
export const actorName = (by: { uid: string; name: string | null }) => by.name ?? actors[by.uid] ?? by.uid
