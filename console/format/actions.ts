/** What was done, as a colleague would say it, by the call's name. */
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

/** What only asked for a second person and did nothing by itself. */
const asking: Readonly<Record<string, string>> = {
  'transactions.refund': 'Asked to refund the buyer',
  'transactions.cancel': 'Asked to cancel the transaction',
}

/**
 * What was done, in words; a call that nobody has put into words reads as its name does.
 * @param after what the call left on record: a request for a second person is no refund yet
 */
export function actionWords(action: string, after?: unknown): string {
  const asked = typeof after === 'object' && after !== null && 'asked' in after ? asking[action] : undefined
  return asked ?? (Object.hasOwn(words, action) ? (words[action] ?? action) : spaced(action))
}

/** Every action that has words, to be chosen from. */
export const knownActions = Object.entries(words)
  .map(([value, label]) => ({ value, label: `${label} (${value})` }))
  .sort((a, b) => a.label.localeCompare(b.label))

/** Who acts without being a member of staff. */
const actors: Readonly<Record<string, string>> = {
  operator: 'Command line',
  'payment-provider': 'Payment provider',
}

/** The name of who did something; the uid where there is none. */
export const actorName = (by: { uid: string; name: string | null }) => by.name ?? actors[by.uid] ?? by.uid
