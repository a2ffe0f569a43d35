// Group: value-lists: lists of values, such as e-mail domains of fraud, that searches name: `in:list-name`. Staff read "Lists".

import { Cursor, get, Id, post, Time, text } from '../base/endpoint.ts'
import { namesOf } from '../base/own.ts'
import { z } from '../base/zod.ts'

/**
 * What a list holds. `of`: the records in which its values are looked for; a value of a person finds their listings and orders, too.
 * `field`: the personal field that its values are, which is masked for roles without `personal.read`.
 */
export const listKinds = {
  email_domain: { one: 'E-mail domain', example: 'example.com', of: 'person' },
  email: { one: 'E-mail address', example: 'anna@example.com', of: 'person', field: 'email' },
  ip: { one: 'IP address or range', example: '203.0.113.0/24', of: 'person', field: 'last_ip' },
  phone: { one: 'Beginning of a phone number', example: '+49 151', of: 'person', field: 'phone_number' },
  device: { one: 'Device', example: '4F1C-88A0', of: 'person' },
  photo: { one: 'Photo, by its print', example: '8f3c00ff1e7c3e18', of: 'listing' },
  word: { one: 'Word or phrase', example: 'gift card', of: 'listing' },
  carrier: { one: 'Carrier', example: 'USPS', of: 'order' },
} as const satisfies Record<
  string,
  {
    one: string
    example: string
    of: 'person' | 'listing' | 'order'
    field?: 'email' | 'last_ip' | 'phone_number'
  }
>
export type ListKind = keyof typeof listKinds
const Kind = z.enum(namesOf(listKinds))

/** The personal field that the values of a list are; undefined for a kind without personal data. */
export const fieldOf = (kind: ListKind): string | undefined => {
  const one = listKinds[kind]
  return 'field' in one ? one.field : undefined
}

/** Values that one call adds or removes, and those that a list has at most. */
export const maxAdded = 1000
export const maxItems = 10_000
/** Lists at most. */
export const maxLists = 200

const Name = text(60)
  .refine((name) => /^[a-z0-9][a-z0-9-]*$/.test(name), 'is not of small letters, digits and hyphens')
  .describe('As searches write it: `in:fraud-domains`.')
const about = text(500)
const reason = text(1000).refine((value) => value.trim() !== '', 'is empty')
const Value = text(500).refine((value) => value.trim() !== '', 'is empty')

export const ValueList = z.object({
  name: Name,
  kind: Kind,
  /** What it is for, in words of staff. */
  about,
  /** Its values that hold now. */
  items: z.int(),
  created_at: Time,
  created_by: text(1000),
})
export type ValueList = z.infer<typeof ValueList>

/** A value of a list. */
export const ListItem = z.object({
  id: Id,
  /** Masked by its kind's field. */
  value: text(500),
  reason,
  /** Who added it: a member of staff, or a program. */
  by: text(1000),
  at: Time,
  /** When it ends; null: never. A value that has ended is found by no search. */
  until: Time.nullable(),
  /** The record from which it was taken. */
  from: z.object({ kind: z.enum(['user', 'listing']), id: Id }).nullable(),
})
export type ListItem = z.infer<typeof ListItem>

/** A record whose values are added: a person's address, or the photos of a listing. */
const From = z.strictObject({ kind: z.enum(['user', 'listing']), id: Id })

/** Not part of the spec. */
export const valueLists = {
  list: get('/v1/admin/value_lists', {
    may: 'valueLists.read',
    about: 'All lists by name. Not part of the spec.',
    data: z.array(ValueList),
  }),
  create: post('/v1/admin/value_lists', {
    may: 'valueLists.write',
    deed: { subject: 'value_list' },
    about: `Makes an empty list. Refuses with conflict a name that another list has, and with refused more than ${maxLists} lists. Not part of the spec.`,
    body: z.strictObject({ name: Name, kind: Kind, about }),
    data: ValueList,
  }),
  remove: post('/v1/admin/value_lists/{name}/remove', {
    may: 'valueLists.write',
    deed: { subject: 'value_list' },
    about: 'Deletes a list. Refuses with conflict one that still has values. Not part of the spec.',
    data: z.null(),
  }),
  items: get('/v1/admin/value_lists/{name}/items', {
    may: 'valueLists.read',
    about:
      'The values of a list, newest first, 200 at a time; x-total-count has the total. `search`: those with this part. Not part of the spec.',
    query: z.strictObject({ cursor: Cursor, search: text(200).optional() }),
    data: z.array(ListItem),
  }),
  add: post('/v1/admin/value_lists/{name}/items', {
    may: 'valueLists.write',
    deed: { subject: 'value_list' },
    about: `Adds values, at most ${maxAdded} at once and ${maxItems} in all: those in \`values\`, or those of the record in \`from\`. A value that is on the list gets the new reason and end. Refuses with malformed a value that its kind does not have, with not_found an unknown record, with conflict a record without such a value, and with forbidden typed personal values from a caller without personal.read. Not part of the spec.`,
    body: z
      .strictObject({
        values: z.array(Value).min(1, 'is empty').max(maxAdded, `has more than ${maxAdded}`).optional(),
        from: From.optional(),
        reason,
        until: Time.nullable(),
      })
      .refine(({ values, from }) => (values === undefined) !== (from === undefined), 'Send values or from'),
    data: z.object({ added: z.int(), changed: z.int() }),
  }),
  take: post('/v1/admin/value_lists/{name}/items/remove', {
    may: 'valueLists.write',
    deed: { subject: 'value_list' },
    about:
      'Removes values by their ids. Those that are not on the list change nothing. Not part of the spec.',
    body: z.strictObject({
      items: z.array(Id).min(1, 'is empty').max(maxAdded, `has more than ${maxAdded}`),
    }),
    data: z.object({ removed: z.int() }),
  }),
}
