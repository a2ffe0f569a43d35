// Group: extensions: panels that an app shows beside a record, and actions of an app on it. Staff read "Extensions".

import { del, get, Id, patch, post, Time, text } from '../base/endpoint.ts'
import { withoutPast } from '../base/no-past.ts'
import { permissionNames } from '../base/rights.ts'
import { z } from '../base/zod.ts'
import type { TimelineKind } from '../staff/timeline.ts'

/** Panels and actions at most, of each. */
export const maxExtensions = 50
/** Seconds for which the token of a panel is valid. */
export const panelSeconds = 60
/** The action of the audit row with the answer of an app. */
export const answeredAction = 'extensions.answered'

/** The records whose pages show panels and actions. */
export const extensionKinds = ['user', 'listing', 'transaction'] as const satisfies readonly TimelineKind[]
export type ExtensionKind = (typeof extensionKinds)[number]
const Kind = z.enum(extensionKinds)

const filled = (max: number) => text(max).refine((value) => value.trim() !== '', 'is empty')

export const ExtensionName = text(60)
  .refine((name) => /^[a-z0-9][a-z0-9-]*$/.test(name), 'is not of small letters, digits and hyphens')
  .describe('It stays, and tells two environments which declarations are the same.')
const Kinds = z
  .array(Kind)
  .min(1, 'is empty')
  .refine((kinds) => new Set(kinds).size === kinds.length, 'has a kind twice')

/** A value that a caller of an action types. */
export const ActionInput = z
  .strictObject({
    name: ExtensionName,
    words: filled(100),
    type: z.enum(['text', 'number', 'yes_no', 'choice']),
    required: z.boolean(),
    /** Of a choice. */
    choices: z.array(filled(100)).max(50, 'has more than 50 entries').optional(),
  })
  .refine(
    ({ type, choices = [] }) => (type === 'choice') === choices.length > 0,
    "needs 'choices', which only a choice has",
  )
export type ActionInput = z.infer<typeof ActionInput>

const shared = {
  name: ExtensionName,
  /** The title of a panel; the words of an action's button. */
  title: filled(60),
  on: Kinds,
  url: text(2000).refine((words) => URL.canParse(words), 'is not an address'),
  /** Who sees it, beside the permission to see the record. */
  may: z.enum(permissionNames),
}
export const Panel = z.strictObject({
  type: z.literal('panel'),
  ...shared,
  /** Whether the app is told who looks, by uid. */
  tells_caller: z.boolean(),
})
export const ActionDeclaration = z.strictObject({
  type: z.literal('action'),
  ...shared,
  inputs: z
    .array(ActionInput)
    .max(12, 'has more than 12 entries')
    .refine((inputs) => new Set(inputs.map(({ name }) => name)).size === inputs.length, 'has a name twice'),
  /** What the caller confirms. */
  confirm: text(500),
})
/** What an admin declares. */
export const Declaration = z.discriminatedUnion('type', [Panel, ActionDeclaration])
export type Declaration = z.infer<typeof Declaration>
export type ExtensionType = Declaration['type']

const stamp = { version: z.int(), changed_at: Time, changed_by: text(1000) }
export const Extension = z.discriminatedUnion('type', [
  z.object({ ...Panel.shape, ...stamp }),
  z.object({ ...ActionDeclaration.shape, ...stamp }),
])
export type Extension = z.infer<typeof Extension>

/** What the pages of a kind of record show to the caller. */
export const Offered = z.object({
  panels: z.array(z.object({ name: ExtensionName, title: text(60), origin: text(2000) })),
  actions: z.array(
    z.object({ ...ActionDeclaration.pick({ name: true, title: true, inputs: true, confirm: true }).shape }),
  ),
})
export type Offered = z.infer<typeof Offered>

/** The most characters of an app's sentence. */
export const maxSentence = 500
/** The answer of an app to an action. */
export const Answered = z.object({
  state: z.enum(['done', 'pending']),
  /** Plain text of the app; empty while it is pending. */
  sentence: text(maxSentence),
  /** The ids of proposals that the app has made meanwhile. */
  proposals: z.array(Id).max(20),
})
export type Answered = z.infer<typeof Answered>

const allowed = 'Refuses with refused an address that is not https, has a password, or is not a public one.'

/** Not part of the spec. */
export const extensions = withoutPast('now', {
  list: get('/v1/admin/extensions', {
    may: 'extensions.manage',
    about: 'All panels and actions, by type and name. Not part of the spec.',
    data: z.array(Extension),
  }),
  offered: get('/v1/admin/extensions/offered/{kind}', {
    may: 'staff',
    about:
      'The panels and actions on records of a kind that the caller may see. Needs the permission to see such records. Not part of the spec.',
    data: Offered,
  }),
  create: post('/v1/admin/extensions', {
    may: 'extensions.manage',
    deed: { subject: 'extension' },
    // The answer has the secret.
    remembered: false,
    about: `Declares a panel or an action. The answer is the only one that has the secret of an action (\`whsec_…\`). ${allowed} Refuses with conflict a name that another one of its type has. Not part of the spec.`,
    body: Declaration,
    data: z.object({ extension: Extension, secret: z.string().nullable() }),
  }),
  update: patch('/v1/admin/extensions', {
    may: 'extensions.manage',
    deed: { subject: 'extension' },
    about: `Changes the panel or action of this type and name. ${allowed} Refuses with conflict when it no longer has the version of If-Match. Not part of the spec.`,
    body: Declaration,
    data: Extension,
  }),
  remove: del('/v1/admin/extensions/{type}/{name}', {
    may: 'extensions.manage',
    deed: { subject: 'extension' },
    about: 'Removes a panel or an action. What was sent stays in the audit log. Not part of the spec.',
    data: z.null(),
  }),
  rotate: post('/v1/admin/extensions/{name}/rotate', {
    may: 'extensions.manage',
    deed: { subject: 'extension' },
    remembered: false,
    about:
      'Makes a new secret for an action, shown once. The old one signs nothing more. Not part of the spec.',
    data: z.object({ secret: z.string() }),
  }),
  panel: get('/v1/admin/extensions/panels/{name}/{kind}/{id}', {
    may: 'staff',
    about: `The address of a panel's frame for one record, with a signed token that is valid for ${panelSeconds} seconds. It has ids and no other data. Needs the permissions to see the record and the panel. Not part of the spec.`,
    data: z.object({ url: text(10_000) }),
  }),
  act: post('/v1/admin/extensions/actions/{name}/{kind}/{id}', {
    may: 'staff',
    deed: {},
    about:
      'Sends a signed request about a record to the app of an action, and returns its answer. Repeats of the call send the same idempotency key. Refuses with forbidden a caller without its permission, with conflict when the record no longer has the version of If-Match, with malformed inputs that are not those declared, and with vendor_failed when the app refuses. Not part of the spec.',
    body: z.strictObject({
      inputs: z.record(text(60), z.union([text(2000), z.number(), z.boolean()])),
    }),
    data: Answered,
  }),
})
