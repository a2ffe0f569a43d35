import { own } from './own.ts'
import { z } from './zod.ts'

/** The kinds of personal data that are masked without `personal.read`. `any` may be each of the others. */
export type PersonalKind = 'email' | 'phone' | 'ip' | 'push' | 'payment' | 'address' | 'any'

const marks = z.registry<{ kind: PersonalKind }>()

/** Marks a field of the contract as personal: the server masks it in every answer for roles without `personal.read`. */
export function personal<S extends z.ZodType>(kind: PersonalKind, schema: S): S {
  // A copy: the mark belongs to this field only, not to other fields with the same schema.
  const marked = schema.clone() as S
  marks.add(marked, { kind })
  return marked
}

/** Personal fields by name, for data whose shape the contract leaves open, such as an audit row's before and after. */
const names: Readonly<Record<string, PersonalKind>> = {
  email: 'email',
  phone_number: 'phone',
  last_ip: 'ip',
  oneSignalId: 'push',
  stripe_customer_id: 'payment',
  stripe_connect_id: 'payment',
  stripe_payment_intent_id: 'payment',
  payment_intent_id: 'payment',
  stripe_id: 'payment',
  ship_to_name: 'address',
  ship_to_line1: 'address',
  ship_to_line2: 'address',
  ship_to_city: 'address',
  ship_to_postal_code: 'address',
}

/** The same, and what is secret for a short time: a code that proves who a person is. */
const namedBeside: typeof names = { ...names, code: 'any' }

/** The character that replaces hidden ones. No personal value contains it. */
export const maskCharacter = '•'

/** Whether a value is a mask: it may be shown, but not searched for, linked or written back. */
export const isMask = (value: string | null | undefined): boolean => value?.includes(maskCharacter) ?? false

const hidden = maskCharacter.repeat(3)
const first = (text: string) => [...text][0] ?? ''

/**
 * A value's shape without its content: '•••• 4821', 'a•••@g•••.com', '81.•••.•••.•••', 'cus_••••3f9a'. A short value keeps
 * too little to identify it. 'temp', which is not a number (UDT), stays.
 */
export function mask(kind: PersonalKind, value: string): string {
  if (value === '' || value === 'temp') return value
  const at = value.lastIndexOf('@')
  if (kind === 'email' || (kind === 'any' && at > 0)) {
    const dot = value.lastIndexOf('.')
    const end = dot > at + 1 && value.length - dot <= 8 ? value.slice(dot) : ''
    const [local, domain] = [value.slice(0, at), value.slice(at + 1, end === '' ? undefined : dot)]
    const begin = (part: string) => (part.length >= 3 ? first(part) : '')
    return at > 0 ? `${begin(local)}${hidden}@${begin(domain)}${hidden}${end}` : hidden
  }
  if (kind === 'ip' || (kind === 'any' && /^\d{1,3}(\.\d{1,3}){3}$/.test(value))) {
    const [, head, sign] = /^(\w{1,4})([.:])/.exec(value) ?? []
    return head && sign ? `${head}${sign}${sign === '.' ? '•••.•••.•••' : '•••'}` : hidden
  }
  // No part of an address is shown: a street and a city name a house.
  if (kind === 'address') return hidden
  const letters = [...value]
  const tail = letters.length >= 8 ? letters.slice(-4).join('') : ''
  const prefix = kind === 'phone' ? '' : (/^[a-z]{2,6}_/.exec(value)?.[0] ?? '')
  return kind === 'phone' ? `•••• ${tail}`.trim() : `${prefix}••••${tail}`
}

/** The mask of a value by its field's name; undefined where the field is not personal. */
export function maskNamed(name: string, value: string): string | undefined {
  const kind = own(names, name)
  return kind && mask(kind, value)
}

type Change = (kind: PersonalKind, value: string) => string

/** Traverses data along its schema and changes the marked fields. Data without a schema is matched by field name. */
function walk(schema: z.core.$ZodType | undefined, data: unknown, change: Change): unknown {
  if (data === null || data === undefined) return data
  const kind = schema && marks.get(schema)?.kind
  if (kind) return typeof data === 'string' ? change(kind, data) : byName(data, change, kind)
  const def = (schema as z.ZodType | undefined)?.def as
    | (z.core.$ZodTypeDef &
        Partial<Record<'innerType' | 'in' | 'element' | 'valueType', z.core.$ZodType>> & {
          shape?: Record<string, z.core.$ZodType>
          options?: z.core.$ZodType[]
        })
    | undefined
  switch (def?.type) {
    case 'optional':
    case 'nullable':
    case 'default':
    case 'readonly':
      return walk(def.innerType, data, change)
    case 'pipe':
      return walk(def.in, data, change)
    case 'array':
      return Array.isArray(data) ? data.map((one) => walk(def.element, one, change)) : data
    case 'record':
      return mapObject(data, (_, value) => walk(def.valueType, value, change))
    case 'object': {
      const beside = besideOf(data)
      return mapObject(data, (key, value) => {
        const one = own(def.shape ?? {}, key)
        if (one && !(beside && isOpen(one))) return walk(one, value, change)
        return byName(value, change, beside ?? own(names, key))
      })
    }
    case 'union':
      return def.options?.reduce<unknown>((all, option) => walkOption(option, all, change), data)
    case 'unknown':
    case 'any':
    case undefined:
      return byName(data, change)
    default:
      return data
  }
}

/** Traverses only the options of a union that fit; a mask fits like its original value. */
const walkOption = (option: z.core.$ZodType, data: unknown, change: Change) =>
  z.safeParse(option, data).success ? walk(option, data, change) : data

const mapObject = (data: unknown, each: (key: string, value: unknown) => unknown): unknown =>
  typeof data === 'object' && data !== null && !Array.isArray(data)
    ? Object.fromEntries(Object.entries(data).map(([key, value]) => [key, each(key, value)]))
    : data

/** The kind of values whose field is named beside them: `{ field: 'email', before: …, after: … }`. */
function besideOf(data: unknown): PersonalKind | undefined {
  const field = typeof data === 'object' && data !== null && 'field' in data ? data.field : undefined
  return typeof field === 'string' ? own(namedBeside, field) : undefined
}

/** Whether a schema leaves the value open. */
const isOpen = (schema: z.core.$ZodType): boolean => {
  const { type, innerType } = (schema as z.ZodType).def as { type: string; innerType?: z.core.$ZodType }
  return type === 'unknown' || type === 'any' || (innerType !== undefined && isOpen(innerType))
}

function byName(data: unknown, change: Change, kind?: PersonalKind): unknown {
  if (typeof data === 'string') return kind ? change(kind, data) : data
  if (Array.isArray(data)) return data.map((one) => byName(one, change, kind))
  const beside = kind ?? besideOf(data)
  return mapObject(data, (key, value) =>
    byName(value, change, key === 'field' ? kind : (beside ?? own(names, key))),
  )
}

/** An answer's data for a caller without `personal.read`. */
export const masked = <D>(schema: z.ZodType, data: D): D => walk(schema, data, mask) as D

/** The personal fields of a call's body that contain a mask: a mask must not be written back. */
export function masksIn(schema: z.ZodType, body: unknown): number {
  let found = 0
  walk(schema, body, (_, value) => {
    if (isMask(value)) found++
    return value
  })
  return found
}

/** Whether a field is marked, also inside an optional or nullable schema. */
export function isPersonal(schema: z.core.$ZodType): boolean {
  if (marks.has(schema as z.ZodType)) return true
  const inner = ((schema as z.ZodType).def as { innerType?: z.core.$ZodType }).innerType
  return inner !== undefined && isPersonal(inner)
}
