import { expect, test } from 'vitest'
import type { Endpoint } from '../base/endpoint.ts'
import { eventSubjects, eventTypes } from '../base/event-types.ts'
import { api } from '../index.ts'
import { eventData, eventOfType, exampleOf } from './event-data.ts'
import { allEventTypes } from './events.ts'

/** Why a changing call writes no event. */
const why = {
  own: "It changes the caller's own settings, sessions, notifications or unused files.",
  team: 'It changes how staff work, and no record of the marketplace.',
  later: 'Its operation writes the event, once the provider has answered.',
  rows: 'The call of each row writes the event.',
  books: 'It corrects the ledger of this server; the movement of money was an event.',
  shows: 'It shows records, and changes none.',
}

/** Every changing call without an event that may be about a record of the marketplace. A new one fails this test until it has an event or a reason. */
const quiet: Record<string, keyof typeof why> = {
  'users.reveal': 'shows',
  'extensionFields.reveal': 'shows',
  'users.export': 'shows',
  'caseFiles.make': 'shows',
  'review.look': 'team',
  'held.explain': 'team',
  'bulk.start': 'rows',
  'bulk.stop': 'team',
  'bulk.resume': 'rows',
  'bulk.undo': 'rows',
  'bulk.undoRows': 'rows',
  'undoPlans.make': 'team',
  'undoPlans.approve': 'team',
  'undoPlans.run': 'rows',
  'audit.check': 'team',
  'transactions.cancel': 'later',
  'transactions.refund': 'later',
  'orders.refund': 'later',
  'orders.reveal': 'shows',
  'approvals.approve': 'later',
  'approvals.approveLess': 'later',
  'approvals.decline': 'team',
  'approvals.withdraw': 'team',
  'approvals.request': 'team',
  'moneyPlans.save': 'team',
  'moneySettings.save': 'team',
  'moneySettings.addReason': 'team',
  'moneySettings.saveReason': 'team',
  'moneySettings.retireReason': 'team',
  'disputes.assign': 'team',
  'chargebacks.saveEvidence': 'team',
  'chargebacks.submitEvidence': 'later',
  'reconciliation.run': 'books',
  'reconciliation.stop': 'books',
  'reconciliation.settle': 'books',
  'savedViews.create': 'team',
  'savedViews.update': 'team',
  'savedViews.remove': 'team',
  'shipping.cancelLabel': 'later',
  'conversations.setRead': 'own',
  'conversations.typing': 'team',
  'conversations.handled': 'own',
  'inbox.assign': 'team',
  'inbox.snooze': 'team',
  'inbox.close': 'team',
  'inbox.reopen': 'team',
  'inbox.mark': 'team',
  'inbox.act': 'team',
  'inbox.look': 'team',
  'inboxSettings.save': 'team',
  'desk.take': 'team',
  'desk.look': 'team',
  'desk.release': 'team',
  'desk.hand': 'team',
  'desk.handMany': 'team',
  'incidents.open': 'team',
  'incidents.end': 'team',
  'incidents.reopen': 'team',
  'outbound.values': 'own',
  'desk.snooze': 'team',
  'desk.next': 'team',
  'rules.judge': 'team',
  'ruleReplays.start': 'team',
  'ruleReplays.stop': 'team',
  'proposals.create': 'team',
  // The accepted call has its own.
  'proposals.accept': 'team',
  'proposals.decline': 'team',
  'desk.saveWeights': 'team',
  'desk.saveReason': 'team',
  'staff.saveSignInSettings': 'team',
  'roles.create': 'team',
  'roles.change': 'team',
  'roles.remove': 'team',
  'roles.confirm': 'team',
  'roles.decline': 'team',
  'roles.effect': 'own',
  'notes.create': 'team',
  'files.start': 'own',
  'files.remove': 'own',
  'notifications.read': 'own',
  'ingest.settle': 'team',
  'extensions.act': 'team',
}

/** The events of operations' outcomes and of the payment provider, which no call declares. */
const ofOperations = [
  'chargeback.answered',
  'chargeback.changed',
  'decision.noticed',
  'label.void_rejected',
  'label.void_requested',
  'label.voided',
  'payout.failed',
  'payout.sent',
  'refund.failed',
  'refund.moved',
  'refund.sent',
  'transaction.cancelled',
]

const calls = Object.entries(api).flatMap(([group, endpoints]) =>
  Object.entries(endpoints).map(([key, endpoint]) => [`${group}.${key}`, endpoint as Endpoint] as const),
)

const eventsOf = ({ deed, emits }: Endpoint) => [...(deed?.event ? [deed.event] : []), ...emits]

test('every changing call declares its events, or is on the list of those without one, with the reason', () => {
  const isOurs = ({ deed }: Endpoint) =>
    deed?.subject !== undefined && !Object.hasOwn(eventSubjects, deed.subject)
  const silent = calls.filter(
    ([, call]) => call.method !== 'GET' && !isOurs(call) && eventsOf(call).length === 0,
  )
  expect(silent.map(([name]) => name).toSorted()).toEqual(Object.keys(quiet).toSorted())
})

test('a reading call declares no event', () => {
  expect(calls.filter(([, call]) => call.method === 'GET' && eventsOf(call).length > 0)).toEqual([])
})

test('every type of event is written by a call or by an operation', () => {
  const declared = calls.flatMap(([, call]) => eventsOf(call))
  expect([...new Set([...declared, ...ofOperations])].toSorted()).toEqual(allEventTypes.toSorted())
})

test.each(allEventTypes)('the example of %s matches its schema, and names its record', (type) => {
  expect(eventOfType(type).strict().parse(exampleOf(type))).toEqual(exampleOf(type))
  const field = eventSubjects[eventTypes[type][0]]
  if (field !== null) expect(eventData[type].example).toHaveProperty(field)
})

test('a record that changes has both sides in its event', () => {
  for (const type of allEventTypes) {
    const fields = Object.keys(eventData[type].data.shape)
    expect([type, fields.includes('before')]).toEqual([type, fields.includes('after')])
  }
})
