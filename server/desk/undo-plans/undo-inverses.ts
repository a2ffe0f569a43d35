import { namesOf } from '@portreeve/contract/base/own'
import { ShipTo } from '@portreeve/contract/money/orders'
import { heldActions } from '@portreeve/contract/staff/held'
import { valuesOf } from './undo-changes.ts'
import { type Kept, kept } from './undo-kept.ts'
import {
  again,
  back,
  beforeOf,
  by,
  call,
  decision,
  edit,
  held,
  inbox,
  of,
  unmade,
  type Way,
} from './undo-ways.ts'

// How each action of staff is undone: the one place that a new call needs (undo-inverses.test.ts).

export type Inverse = Way | Kept

const templateParts = ['SubjectPart', 'TextPart', 'HtmlPart']

export const inverses: Readonly<Record<string, Inverse>> = {
  ...kept,
  ...Object.fromEntries(heldActions.map((action) => [action, held])),
  'users.ban': by('The account is unblocked.', 'users.unban'),
  'policies.update': edit('policies.update'),
  'measures.restrict': {
    words: 'The restriction is ended, or the warning taken back, and the person is told.',
    calls: ({ after }, { reason }) => [
      call('measures.end', { id: String(valuesOf(after).measure) }, { reason }),
    ],
  },
  'measures.change': {
    words: 'It ends when it would have ended before.',
    calls: ({ before, after }) => [
      call('measures.change', { id: String(valuesOf(after).measure) }, { until: valuesOf(before).until }),
    ],
  },
  'users.update': edit('users.update'),
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
  'inboxSettings.save': edit('inboxSettings.save'),
  'desk.saveWeights': edit('desk.saveWeights'),
  'transactions.save': edit('transactions.save'),
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
  'payouts.hold': by('The payout is released.', 'payouts.release', (_done, { reason }) => ({ reason })),
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
  'machineKeys.create': by('The key ends at once.', 'machineKeys.revoke'),
  'webhookEndpoints.create': unmade('webhookEndpoints.remove'),
  'webhookEndpoints.update': edit('webhookEndpoints.update'),
  'webhookEndpoints.pause': by('The webhook is resumed.', 'webhookEndpoints.resume'),
  'webhookEndpoints.resume': by('The webhook is paused.', 'webhookEndpoints.pause'),
  'staff.changeRole': edit('staff.changeRole'),
  'roles.create': {
    words: 'The role is removed, unless people have it.',
    calls: ({ after }) => [call('roles.remove', { name: String(valuesOf(after).name) })],
  },
  'staff.disable': by(
    'The colleague may sign in again. Their earlier work stays with who has it.',
    'staff.enable',
  ),
  'staff.enable': by('The colleague is disabled again.', 'staff.disable'),
  'staff.saveSignInSettings': {
    words: back,
    calls: ({ before }) => [call('staff.saveSignInSettings', {}, before)],
  },
}
