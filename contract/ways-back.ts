import { heldActions, takeBackDays, takeBackSeconds } from './staff/held.ts'

/** Whether an action can be taken back, and for how long. */
export interface WayBack {
  /** Days for which it can; 0: for seconds only, or never; Infinity: at any time. */
  days: number
  words: string
}

const held: WayBack = { days: takeBackDays, words: `Can be taken back for ${takeBackDays} days.` }
const ever = (how: string): WayBack => ({ days: Infinity, words: `Can be taken back at any time: ${how}.` })
const final = (why: string): WayBack => ({ days: 0, words: `Cannot be taken back: ${why}.` })
const seconds: WayBack = {
  days: 0,
  words: `Could be taken back for ${takeBackSeconds} seconds, until it was announced.`,
}
const money = final('the payment provider has been asked')
const told = final('it was sent')
const gone = final('what it deleted is erased')

/**
 * What each decision of staff says about its end, by the name of its call. Actions without an entry are changed by doing them again:
 * an edit, an assignment, a hold.
 */
const ways: Readonly<Record<string, WayBack>> = {
  ...Object.fromEntries(heldActions.map((action) => [action, held])),
  'userReports.resolve': ever('the reports are opened again on the page of the person'),
  'listingReports.ignore': ever('the reports are opened again on the page of the listing'),
  'posts.approve': ever('on the page of the listing'),
  'posts.deny': ever('on the page of the listing'),
  'promotedPosts.approve': seconds,
  'promotedPosts.deny': seconds,
  'users.ban': ever('by unblocking the account'),
  'measures.restrict': ever('by ending it'),
  'measures.end': final('the person is told; it can be restricted again'),
  'appeals.open': final('the person has said it'),
  'appeals.ask': told,
  'appeals.decide': final('the person is told; a measure can be taken again'),
  'rules.remove': final('what it has met is deleted with it; write it again'),
  'users.remove': gone,
  'users.erase': gone,
  'users.redeemGiftCard': final('a gift card is redeemed once'),
  'verification.remove': gone,
  'extensions.remove': final('it can be declared again'),
  'valueLists.remove': final('it can be made again'),
  'extensionFields.remove': final('it can be declared again, and the marketplace sends its values again'),
  'roles.remove': final('it can be made again'),
  'roles.decline': final('it can be asked for again'),
  'collections.remove': gone,
  'keywords.remove': gone,
  'macros.remove': gone,
  'emailTemplates.remove': final('its versions are kept, to copy the text from'),
  'emailTemplates.removeVariable': gone,
  'savedViews.remove': gone,
  'webhookEndpoints.remove': gone,
  'machineKeys.revoke': final('a key is made again'),
  'transactions.refund': money,
  'transactions.cancel': money,
  'disputes.decide': money,
  'disputes.resolve': money,
  'approvals.approve': money,
  'approvals.approveLess': money,
  'disputes.open': final('it is decided instead'),
  'moneyPlans.save': ever('by changing the plan before its date'),
  'payouts.hold': ever('by releasing the payout'),
  'payouts.release': money,
  'shipping.cancelLabel': final('the carrier has been asked'),
  'chargebacks.submitEvidence': told,
  'conversations.send': told,
  'inbox.answer': told,
  'outbound.send': told,
  'devices.sendVerification': told,
  'verification.sendSupportCode': told,
}

/** Whether and for how long an action can be taken back; null for one that is changed by doing it again, and for reading. */
export const wayBack = (action: string): WayBack | null =>
  Object.hasOwn(ways, action) ? (ways[action] ?? null) : null

/** The actions that have an entry. */
export const actionsWithWays = Object.keys(ways)
