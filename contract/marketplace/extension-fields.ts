import { del, get, patch, post, Time, text } from '../base/endpoint.ts'
import { extraKinds, extraTypes, maxExtraNumber, maxExtraText } from '../base/extra.ts'
import { namesOf } from '../base/own.ts'
import { z } from '../base/zod.ts'

/** Fields of all kinds together, and values of a choice, at most. */
export const maxFields = 200
export const maxChoices = 50

export const Name = text(40).regex(
  /^[a-z][a-z0-9_]*$/,
  'is not of small letters, digits and _, or does not begin with a letter',
)
export const Value = z.union([
  text(maxExtraText),
  z.int().min(-maxExtraNumber).max(maxExtraNumber),
  z.boolean(),
])
const Kind = z.enum(namesOf(extraKinds))
const words = text(100).refine((value) => value.trim() !== '' && !/[\r\n]/.test(value), 'is not one line')
const Choice = text(100).refine(
  (value) => /^[a-z0-9][a-z0-9 _-]*$/.test(value) && value.trim() === value,
  'is not of small letters, digits, spaces, - and _',
)

export const declaration = {
  kind: Kind.describe('The records that have it: people, listings or orders.'),
  name: Name.describe('As ingest writes it; searches write `x_name:value`.'),
  type: z.enum(namesOf(extraTypes)).describe('The type of its values.'),
  words: words.describe('What staff read.'),
  choices: z
    .array(Choice)
    .max(maxChoices, `has more than ${maxChoices} values`)
    .describe('The values of a choice; empty for any other type.'),
  personal: z.boolean().describe('Masked for roles without `personal.read`, who cannot filter by it either.'),
  shown: z.boolean().describe('Whether the page of the record shows it.'),
  filterable: z.boolean().describe('Whether searches filter by it.'),
}

export const made = {
  created_at: Time.describe('When it was declared.'),
  created_by: text(1000).describe('Who declared it.'),
}
export const ExtensionField = z.object({ ...declaration, ...made })
export type ExtensionField = z.infer<typeof ExtensionField>

/** A record's value of a declared field. */
export const ExtensionValue = z.object({
  name: Name,
  type: declaration.type,
  words,
  /** A mask for a caller who may not see it. */
  value: Value,
  masked: z.boolean(),
})
export type ExtensionValue = z.infer<typeof ExtensionValue>

const path = '/v1/admin/extension_fields'

/** Fields that a marketplace declares for itself. Not part of the spec. */
export const extensionFields = {
  list: get(path, {
    may: 'staff',
    about: `The declared fields of people (user), listings and orders (transaction), by kind and name; at most ${maxFields}. Not part of the spec.`,
    data: z.array(ExtensionField),
  }),
  create: post(path, {
    may: 'extensions.manage',
    deed: { subject: 'extension_field' },
    about: `Declares a field. Refuses with conflict a name that the kind of record has, or that is being removed, and with refused more than ${maxFields} fields. Not part of the spec.`,
    body: z
      .strictObject(declaration)
      .refine(({ type, choices }) => (type === 'choice') === choices.length > 0, 'A choice needs values')
      .refine(({ choices }) => new Set(choices).size === choices.length, 'A value is there twice'),
    data: ExtensionField,
  }),
  change: patch(`${path}/{kind}/{name}`, {
    may: 'extensions.manage',
    deed: { subject: 'extension_field' },
    about:
      'Changes a declared field. Refuses with refused to make a personal field one that is not: what was masked stays masked. Not part of the spec.',
    body: z
      .strictObject({
        words,
        personal: z.boolean(),
        shown: z.boolean(),
        filterable: z.boolean(),
      })
      .partial()
      .refine((change) => Object.keys(change).length > 0, 'Send a change'),
    data: ExtensionField,
  }),
  remove: del(`${path}/{kind}/{name}`, {
    may: 'extensions.manage',
    deed: { subject: 'extension_field' },
    about:
      'Removes a declared field. Its values are shown and sent no more at once, and deleted within minutes; then the name can be declared again. Not part of the spec.',
    data: z.null(),
  }),
  values: get('/v1/admin/extension_values/{kind}/{id}', {
    // The permission depends on the kind: `extraKinds`.
    may: 'staff',
    about:
      "A record's values of the declared fields that its page shows, by their words. Needs the permission to see the record. Refuses with not_found an unknown record. Not part of the spec.",
    data: z.array(ExtensionValue),
  }),
  reveal: post('/v1/admin/extension_values/{kind}/{id}/reveal', {
    may: 'personal.reveal',
    deed: {},
    about:
      'The same in full, for a caller who sees personal data masked. Audited with the reason. Refuses with too_many above the maximum per hour. Not part of the spec.',
    body: z.strictObject({ reason: text(1000).refine((reason) => reason.trim() !== '', 'is empty') }),
    data: z.array(ExtensionValue),
    remembered: false,
  }),
}
