import { namesOf } from '@portreeve/contract/base/own'
import { ShipTo } from '@portreeve/contract/money/orders'
import { heldActions } from '@portreeve/contract/staff/held'
import type { SingleCall } from './bulk-calls.ts'
import { type Changes, changingCalls, type Done, type Values, valuesOf } from './undo-changes.ts'

// How each action of staff is undone: the one place that a new call needs (undo-inverses.test.ts).

/** What an inverse reads beside the action. */
export interface Found {
  /** The parts that the action changed. */
  changes: Changes
  /** The record as it is now. */
  now: Values
  /** The reason of the undo, which names the plan. */
  reason: string
  /** The held action, which its own call takes back. */
  held?: { id: string; until: string; undone_at: string | null } | undefined
  /** The message of the denial that the action replaced. */
  denial?: string | null | undefined
}

/** An undo by the ordinary calls, in their order. `words`: what it does. */
interface Way {
  words: string
  calls: (done: Done, found: Found) => SingleCall[]
}
/** `final`: why nothing undoes it. `instead`: what can be done. `nothing`: why there is nothing to undo. */
export type Inverse = Way | { final: string; instead: string } | { nothing: string }

const call = (
  name: string,
  params: Record<string, string>,
  body?: unknown,
  again?: SingleCall['again'],
): SingleCall => ({
  name,
  input: { params, query: {}, body, expected: undefined },
  ...(again && { again }),
})

/** The names in an address: {id} or {uid}. */
const paramOf = (name: string) => /\{(\w+)\}/.exec(changingCalls.get(name)?.path ?? '')?.[1] ?? 'id'
const of = (name: string, { subject }: Done) => ({ [paramOf(name)]: subject ?? '' })
const beforeOf = ({ changes }: Found) =>
  Object.fromEntries(Object.entries(changes).map(([field, [before]]) => [field, before]))

const back = 'The earlier values are written back.'
/** The call itself, with the earlier values of the fields that it changed. */
const edit = (name: string, more: (done: Done, found: Found) => object = () => ({})): Way => ({
  words: back,
  calls: (done, found) => [call(name, of(name, done), { ...beforeOf(found), ...more(done, found) })],
})
const by = (words: string, name: string, body?: (done: Done, found: Found) => unknown): Way => ({
  words,
  calls: (done, found) => [call(name, of(name, done), body?.(done, found))],
})
const final = (why: string, instead: string): Inverse => ({ final: why, instead })
const nothing = (why: string): Inverse => ({ nothing: why })

const held: Way = {
  words: 'It is taken back: what was deleted is there again, reports are open, an account is blocked.',
  calls: (_done, { held, reason }) => [call('held.takeBack', { id: held?.id ?? '' }, { reason })],
}

/** A denial or an approval goes back to what it replaced; else the listing waits again. */
const decision: Way = {
  words: 'The listing is as it was before the decision: it waits again, or is approved or denied.',
  calls: (done, { changes, now, reason, denial }) => {
    const [was] = changes.review_state ?? []
    if (was !== 'approved' && was !== 'denied')
      return [call('listings.reopen', of('listings.reopen', done), { reason })]
    const name = was === 'approved' ? 'posts.approve' : 'posts.deny'
    const one = call(name, of(name, done), was === 'denied' ? { message: denial ?? '' } : undefined)
    return [{ ...one, input: { ...one.input, expected: Number(now.version) } }]
  },
}

/** The state of a conversation, part by part. */
const inbox: Way = {
  words: 'Assignee, state, tags and priority are as they were.',
  calls: (done, found) => {
    const { changes } = found
    const before = beforeOf(found)
    const id = { id: done.subject ?? '' }
    const until = before.snoozed_until
    const sleeps = before.state === 'snoozed' && typeof until === 'string' && Date.parse(until) > Date.now()
    const marks = Object.fromEntries(
      Object.entries(before).filter(([field]) => /^(tags|priority)$/.test(field)),
    )
    return [
      ...(Object.keys(marks).length > 0 ? [call('inbox.mark', id, marks)] : []),
      ...(before.state === 'closed' ? [call('inbox.close', id, {})] : []),
      ...(sleeps ? [call('inbox.snooze', id, { until })] : []),
      ...(before.state === 'open' || (before.state === 'snoozed' && !sleeps)
        ? [call('inbox.reopen', id)]
        : []),
      ...('assignee' in changes ? [call('inbox.assign', id, { uid: before.assignee })] : []),
    ]
  },
}

/** A deleted record is made again, with its id. */
const again = (
  name: string,
  fields: string[],
  more: (done: Done, was: Values) => SingleCall[] = () => [],
): Way => ({
  words: 'It is made again, as it was.',
  calls: (done) => {
    const was = valuesOf(done.before)
    const body = Object.fromEntries(
      fields.filter((field) => field in was).map((field) => [field, was[field]]),
    )
    const created = typeof was.created_at === 'string' ? { created_at: was.created_at } : {}
    return [call(name, {}, body, { id: done.subject ?? '', ...created }), ...more(done, was)]
  },
})
const unmade = (name: string) => by('It is deleted.', name)

const templateParts = ['SubjectPart', 'TextPart', 'HtmlPart']
const money = final(
  'The payment provider has been asked: the money has moved.',
  'Ask the person for it, or book a correction.',
)
const told = final('It was sent.', 'Write to the person again.')
const seen = final('It was seen.', 'Tell the person, and whoever is responsible for data protection.')
const ledger = final(
  'The ledger has booked it, and a mail may have been sent.',
  'Correct it on the page of the transaction.',
)
const dispute = final('The dispute has gone on from it.', 'Decide or change the dispute on its page.')
const own = nothing('It is a setting or a sign-in of their own.')
const desk = nothing('It says who works on a case, and ends with the case.')
const rows = nothing('Each row of the job is an action of its own.')
const asked = final('A request is decided, not undone.', 'Decline or withdraw it on the page Refunds.')
const view = final('A view belongs to one person or to all.', 'Change it in the list that it is of.')

export const inverses: Readonly<Record<string, Inverse>> = {
  ...Object.fromEntries(heldActions.map((action) => [action, held])),
  'held.undo': final('It put back what had been done.', 'Do it again on the page of the record.'),
  'held.takeBack': final('It put back what had been done.', 'Do it again on the page of the record.'),
  'held.explain': nothing('It is a reason in the audit log.'),
  'users.ban': by('The account is unblocked.', 'users.unban'),
  'users.update': edit('users.update'),
  'users.remove': final('What it deleted is erased.', 'The person can make a new account.'),
  'users.erase': final('What it deleted is erased.', 'The person can make a new account.'),
  'users.redeemGiftCard': final('A gift card is redeemed once.', 'Correct the balance at the marketplace.'),
  'users.reveal': seen,
  'users.export': seen,
  'caseFiles.make': seen,
  'orders.reveal': seen,
  'userReports.reopen': by('The reports are resolved again.', 'userReports.resolve', ({ after }) => ({
    status: 'resolved',
    seen: valuesOf(after).reopened,
  })),
  'listingReports.reopen': by('The reports are ignored again.', 'listingReports.ignore', ({ after }) => ({
    status: 'ignored',
    seen: valuesOf(after).reopened,
  })),
  'posts.approve': decision,
  'posts.deny': decision,
  'posts.takeBack': final('The listing waits again, or was decided since.', 'Decide it in Pending Review.'),
  'listings.reopen': final('The listing waits again, or was decided since.', 'Decide it in Pending Review.'),
  'promotedPosts.approve': final('The seller was told.', 'Write to the seller.'),
  'promotedPosts.deny': final('The seller was told.', 'The seller can ask again: write to them.'),
  'promotedPosts.takeBack': final(
    'The request waits again, or was decided since.',
    'Decide it in Pending Review.',
  ),
  'questions.update': edit('questions.update'),
  'collections.create': unmade('collections.remove'),
  'collections.update': edit('collections.update'),
  'collections.remove': again(
    'collections.create',
    ['public_id', 'title', 'description', 'image_url'],
    ({ subject }, was) => [
      ...(was.visible === 1 ? [call('collections.update', { id: subject ?? '' }, { visible: 1 })] : []),
      ...(Array.isArray(was.items) ? was.items : []).map((item) =>
        call('collections.addItem', {}, { item_id: item, collection: subject }),
      ),
    ],
  ),
  'collections.addItem': {
    words: 'The listing is taken out of the collection.',
    calls: ({ subject, after }) => [
      call('collections.removeItem', { cid: subject ?? '', itemId: String(valuesOf(after).added) }),
    ],
  },
  'collections.removeItem': {
    words: 'The listing is added to the collection again, as its newest one.',
    calls: ({ subject, before }) => [
      call('collections.addItem', {}, { item_id: valuesOf(before).removed, collection: subject }),
    ],
  },
  'keywords.create': unmade('keywords.remove'),
  'keywords.update': edit('keywords.update'),
  'keywords.remove': again('keywords.create', ['terms', 'preferred_term']),
  'moderatingMessages.update': {
    words: back,
    calls: ({ before, after }) => {
      const was = valuesOf(before)
      const body = Object.entries(valuesOf(after)).map(([map, texts]) => [
        map,
        Object.fromEntries(Object.keys(valuesOf(texts)).map((key) => [key, valuesOf(was[map])[key] ?? null])),
      ])
      return [call('moderatingMessages.update', {}, Object.fromEntries(body))]
    },
  },
  'macros.create': unmade('macros.remove'),
  'macros.update': edit('macros.update'),
  'macros.remove': again('macros.create', ['title', 'text', 'actions']),
  'macros.use': nothing('It counts a use.'),
  'emailTemplates.create': unmade('emailTemplates.remove'),
  'emailTemplates.update': {
    words: `${back} The mails sent meanwhile stay as they were.`,
    calls: (done) => [
      call(
        'emailTemplates.update',
        { id: done.subject ?? '' },
        { TemplateName: done.subject, ...valuesOf(done.before) },
      ),
    ],
  },
  'emailTemplates.remove': {
    words: 'It is made again, as it was.',
    calls: ({ subject, before }) => [
      call(
        'emailTemplates.create',
        {},
        {
          TemplateName: subject,
          ...Object.fromEntries(templateParts.map((part) => [part, valuesOf(before)[part] ?? null])),
        },
      ),
    ],
  },
  'emailTemplates.sendTest': told,
  'emailTemplates.saveVariable': {
    words: back,
    calls: ({ subject, before }) => {
      const name = { name: subject ?? '' }
      const was = valuesOf(before)
      return [
        'sample' in was
          ? call('emailTemplates.saveVariable', name, { sample: was.sample })
          : call('emailTemplates.removeVariable', name),
      ]
    },
  },
  'emailTemplates.removeVariable': {
    words: 'It is made again, as it was.',
    calls: ({ subject, before }) => [
      call('emailTemplates.saveVariable', { name: subject ?? '' }, { sample: valuesOf(before).sample }),
    ],
  },
  ...Object.fromEntries(
    ['assign', 'snooze', 'close', 'reopen', 'mark', 'act'].map((name) => [`inbox.${name}`, inbox]),
  ),
  'inbox.answer': told,
  'outbound.send': told,
  'conversations.send': told,
  'conversations.setRead': nothing('It is the mark of their own reading.'),
  'inboxSettings.save': edit('inboxSettings.save'),
  'incidents.open': final('Conversations may have been gathered under it.', 'End it on the page Incidents.'),
  'incidents.end': final('Its message may have been sent.', 'Open the incident again on the page Incidents.'),
  'incidents.reopen': final(
    'Conversations may have been gathered under it.',
    'End it on the page Incidents.',
  ),
  'desk.take': desk,
  'desk.release': desk,
  'desk.hand': desk,
  'desk.handMany': desk,
  'desk.snooze': desk,
  'desk.next': desk,
  'desk.saveWeights': edit('desk.saveWeights'),
  'desk.saveReason': final(
    'The points of all cases follow from it.',
    'Choose the class again under the weights of the desk.',
  ),
  'savedViews.create': view,
  'savedViews.update': view,
  'savedViews.remove': view,
  'bulk.start': rows,
  'bulk.stop': rows,
  'bulk.resume': rows,
  'bulk.undo': rows,
  'bulk.undoRows': rows,
  'undoPlans.make': rows,
  'undoPlans.approve': rows,
  'undoPlans.run': rows,
  'notes.create': final('A note stays in the audit log.', 'Write a note that corrects it.'),
  'audit.check': final(
    'A word on a decision stays in the audit log.',
    'Say what you think of the decision yourself.',
  ),
  'transactions.save': edit('transactions.save'),
  'transactions.delivered': ledger,
  'transactions.notShipped': ledger,
  'transactions.tracking': final(
    'The carrier has been asked.',
    'Set the tracking number again on the page of the transaction.',
  ),
  'transactions.cancel': money,
  'transactions.refund': money,
  'orders.refund': money,
  'orders.correctAddress': {
    words: `${back} Labels that were cancelled with it stay cancelled.`,
    calls: (done, found) => {
      const seen = Object.fromEntries(namesOf(ShipTo.shape).map((field) => [field, found.now[field] ?? null]))
      const body = {
        address: { ...seen, ...beforeOf(found) },
        seen,
        void_labels: false,
        reason: found.reason,
      }
      return [call('orders.correctAddress', of('orders.correctAddress', done), body)]
    },
  },
  'shipping.cancelLabel': final('The carrier has been asked.', 'Make a new label at the marketplace.'),
  'approvals.request': asked,
  'approvals.approve': money,
  'approvals.approveLess': money,
  'approvals.decline': final(
    'A request is decided once.',
    'Ask for it again on the page of the transaction.',
  ),
  'approvals.withdraw': final(
    'A request is decided once.',
    'Ask for it again on the page of the transaction.',
  ),
  'disputes.open': dispute,
  'disputes.resolve': money,
  'disputes.decide': money,
  'disputes.assign': {
    words: 'The dispute has its earlier assignee.',
    calls: (_done, { changes, now }) => [
      call('disputes.assign', { disputeId: String(now.dispute_id) }, { uid: changes.assignee?.[0] ?? null }),
    ],
  },
  'disputes.record': {
    words: back,
    calls: (_done, found) => [
      call('disputes.record', { disputeId: String(found.now.dispute_id) }, beforeOf(found)),
    ],
  },
  'chargebacks.saveEvidence': nothing('It is a draft, and the next one replaces it.'),
  'chargebacks.submitEvidence': final('The bank has it.', 'Write to the payment provider.'),
  'payouts.hold': by('The payout is released.', 'payouts.release', (_done, { reason }) => ({ reason })),
  'payouts.release': final('The money may have left.', 'Hold the payout, if it was not sent yet.'),
  'reconciliation.run': nothing('It compares, and changes no money.'),
  'reconciliation.stop': nothing('It compares, and changes no money.'),
  'reconciliation.settle': final('The ledger is booked.', 'Book the opposite correction.'),
  'moneySettings.save': edit('moneySettings.save'),
  'moneySettings.addReason': {
    words: 'The reason is retired.',
    calls: ({ after }) => [call('moneySettings.retireReason', { id: String(valuesOf(after).id) })],
  },
  ...Object.fromEntries(
    ['moneySettings.saveReason', 'moneySettings.retireReason'].map((name): [string, Way] => [
      name,
      {
        words: back,
        calls: ({ after }, found) => [
          call('moneySettings.saveReason', { id: String(valuesOf(after).id) }, beforeOf(found)),
        ],
      },
    ]),
  ),
  'devices.sendVerification': told,
  'verification.remove': final('The code is erased.', 'Send a new code.'),
  'verification.sendSupportCode': told,
  'ingest.settle': final(
    'The next rows of the marketplace follow it.',
    'Settle the next difference otherwise.',
  ),
  'machineKeys.create': by('The key ends at once.', 'machineKeys.revoke'),
  'machineKeys.revoke': final('A key is made again.', 'Make a new key.'),
  'webhookEndpoints.create': unmade('webhookEndpoints.remove'),
  'webhookEndpoints.update': edit('webhookEndpoints.update'),
  'webhookEndpoints.remove': final('Its secret is erased.', 'Make the webhook again.'),
  'webhookEndpoints.rotate': final('The earlier secret ends.', 'Rotate it again.'),
  'webhookEndpoints.pause': by('The webhook is resumed.', 'webhookEndpoints.resume'),
  'webhookEndpoints.resume': by('The webhook is paused.', 'webhookEndpoints.pause'),
  'webhookEndpoints.test': told,
  'webhookEndpoints.replay': told,
  'webhookEndpoints.replayDead': told,
  'away.save': nothing('An absence ends by itself.'),
  'away.end': nothing('An absence ends by itself.'),
  'staff.invite': final(
    'The invitation was mailed.',
    'Revoke it, or disable the account, on the page Staff.',
  ),
  'staff.sendPasswordLink': told,
  'staff.revokeInvitation': final('The account is gone.', 'Invite the person again.'),
  'staff.changeRole': edit('staff.changeRole'),
  'staff.disable': by(
    'The colleague may sign in again. Their earlier work stays with who has it.',
    'staff.enable',
  ),
  'staff.enable': by('The colleague is disabled again.', 'staff.disable'),
  'staff.resetSecondFactor': final('The second factor is erased.', 'The colleague sets up a new one.'),
  'staff.endSession': final('The session has ended.', 'The colleague signs in again.'),
  'staff.endSessions': final('The sessions have ended.', 'The colleague signs in again.'),
  'staff.saveSignInSettings': {
    words: back,
    calls: ({ before }) => [call('staff.saveSignInSettings', {}, before)],
  },
  'staff.saveMySettings': own,
  'staff.renameMyPasskey': own,
  'staff.removeMyPasskey': own,
  'staff.endMySession': own,
  'staff.endMyOtherSessions': own,
}
