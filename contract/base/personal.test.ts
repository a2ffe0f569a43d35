import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { api } from '../index.ts'
import type { Endpoint } from './endpoint.ts'
import { isMask, isPersonal, mask, masked, masksIn, personal } from './personal.ts'
import { z } from './zod.ts'

describe('a mask', () => {
  it.each([
    ['phone', '+1 415 555 4821', '•••• 4821'],
    ['phone', '12345', '••••'],
    ['phone', 'temp', 'temp'],
    ['email', 'anna@gmail.com', 'a•••@g•••.com'],
    ['email', 'x@y.io', '•••@•••.io'],
    ['email', 'no address', '•••'],
    ['ip', '81.2.69.142', '81.•••.•••.•••'],
    ['ip', '2001:db8::1', '2001:•••'],
    ['ip', 'elsewhere', '•••'],
    ['payment', 'cus_NffrFeUfNV2Hib', 'cus_••••2Hib'],
    ['payment', 'pi_1', 'pi_••••'],
    ['push', '8f2c1d3e-aaaa-bbbb', '••••bbbb'],
    ['any', 'anna@gmail.com', 'a•••@g•••.com'],
    ['any', '81.2.69.142', '81.•••.•••.•••'],
    ['any', '', ''],
  ] as const)('of a %s %s is %s', (kind, value, shown) => {
    expect(mask(kind, value)).toBe(shown)
  })

  it('never contains a whole value, and is recognised as a mask', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('email', 'phone', 'ip', 'push', 'payment', 'any'),
        fc.string({ minLength: 1, unit: 'binary' }).filter((value) => value !== 'temp' && !isMask(value)),
        (kind, value) => {
          const shown = mask(kind as 'email', value)
          expect(isMask(shown)).toBe(true)
          if (value.length > 4) expect(shown).not.toContain(value)
        },
      ),
    )
  })
})

describe('masked', () => {
  const Person = z.object({
    email: personal('email', z.string()).nullable().optional(),
    inside: z.array(z.object({ ip: personal('ip', z.string()) })),
    by: z.record(z.string(), personal('phone', z.string())),
    free: z.unknown(),
    name: z.string(),
  })

  it('covers every kind of schema, and uses the field name where the schema is open', () => {
    expect(
      masked(z.union([z.null(), z.array(Person)]), [
        {
          email: 'anna@gmail.com',
          inside: [{ ip: '81.2.69.142' }],
          by: { uid: '+14155554821' },
          free: { before: { phone_number: '+14155554821', post_ability: 1 }, list: [{ email: 'a@b.de' }] },
          name: 'Anna',
        },
      ]),
    ).toEqual([
      {
        email: 'a•••@g•••.com',
        inside: [{ ip: '81.•••.•••.•••' }],
        by: { uid: '•••• 4821' },
        free: { before: { phone_number: '•••• 4821', post_ability: 1 }, list: [{ email: '•••@•••.de' }] },
        name: 'Anna',
      },
    ])
    expect(masked(Person, null as never)).toBe(null)
  })

  it('masks a value whose field is named beside it', () => {
    const open = z.object({ field: z.string(), ours: z.unknown(), theirs: z.unknown().optional() })
    const values = { ours: '+14155554821', theirs: { was: ['+14155554822'] } }
    const hidden = { field: 'phone_number', ours: '•••• 4821', theirs: { was: ['•••• 4822'] } }
    expect(masked(open, { field: 'phone_number', ...values })).toEqual(hidden)
    expect(masked(z.unknown(), { before: [{ field: 'phone_number', ...values }] })).toEqual({
      before: [hidden],
    })
    expect(masked(open, { field: 'code', ours: '123456', theirs: null })).toMatchObject({ ours: '••••' })
    for (const field of ['isBanned', 'constructor'])
      expect(masked(open, { field, ...values })).toEqual({ field, ...values })
  })

  it('finds a mask that is sent back', () => {
    const of = (email: string) => masksIn(Person, { email, inside: [], by: {}, free: null, name: 'a•b' })
    expect([of('a•••@g•••.com'), of('anna@gmail.com')]).toEqual([1, 0])
  })
})

/** Every field of a schema, with its path. */
function fields(schema: z.core.$ZodType, path: string, found: Map<string, z.core.$ZodType>) {
  const def = (schema as z.ZodType).def as {
    shape?: Record<string, z.core.$ZodType>
    innerType?: z.core.$ZodType
    element?: z.core.$ZodType
    valueType?: z.core.$ZodType
    options?: z.core.$ZodType[]
  }
  for (const [name, one] of Object.entries(def.shape ?? {})) {
    found.set(`${path}.${name}`, one)
    fields(one, `${path}.${name}`, found)
  }
  for (const one of [def.innerType, def.element, def.valueType, ...(def.options ?? [])])
    if (one) fields(one, path, found)
  return found
}

it('no answer of the contract has an unmarked field with a personal name', () => {
  const answered = Object.entries(api).flatMap(([group, calls]) =>
    Object.entries(calls as Record<string, Endpoint>)
      // Staff are not users of the marketplace; a reveal returns personal data on purpose.
      .filter(([name]) => group !== 'staff' && name !== 'reveal')
      .flatMap(([name, { data }]) => [...fields(data, `${group}.${name}`, new Map())]),
  )
  expect(answered.length).toBeGreaterThan(500)
  const unmarked = answered.filter(
    ([path, schema]) =>
      /e?mail$|phone|_ip$|address$|stripe|payment|oneSignal|push_id/i.test(path.split('.').at(-1) ?? '') &&
      !/^(subject|emailTemplates)/.test(path) &&
      !isPersonal(schema),
  )
  expect(unmarked.map(([path]) => path)).toEqual([])
})
