import { masked } from '@portreeve/contract/base/personal'
import { may } from '@portreeve/contract/base/rights'
import type { z } from 'zod'
import { refuse } from '../refuse.ts'
import type { Call } from './context.ts'
import { refuseMasks } from './parse.ts'

/** Some fields of a record. */
export const pick = (record: object, fields: string[]) =>
  Object.fromEntries(Object.entries(record).filter(([field]) => fields.includes(field)))

/**
 * Whether sent JSON equals a stored value. Ignores the order of keys and the notation of an instant. A part also
 * counts as equal when it equals the same part of `shown`, the masked value that the caller sees.
 */
export const same = (sent: unknown, stored: unknown, shown = stored): boolean => {
  if (Array.isArray(sent) && Array.isArray(stored))
    return sent.length === stored.length && sent.every((one, i) => same(one, stored[i], at(shown, i)))
  if (sent && stored && typeof sent === 'object' && typeof stored === 'object') {
    const keys = new Set([...Object.keys(sent), ...Object.keys(stored)])
    return [...keys].every((key) => same(at(sent, key), at(stored, key), at(shown, key)))
  }
  return (
    sent === stored ||
    sent === shown ||
    (typeof sent === 'string' && typeof stored === 'string' && isSameTime(sent, stored))
  )
}

const at = (value: unknown, key: string | number) => (value as Record<string | number, unknown> | null)?.[key]

const isSameTime = (a: string, b: string) =>
  /^\d{4}-\d\d-\d\dT/.test(a) && /^\d{4}-\d\d-\d\dT/.test(b) && Date.parse(a) === Date.parse(b)

/**
 * The fields that a whole record changes. A value that equals what the caller saw, masked or not, is no change. Refuses a changed
 * field that is not editable, and a mask in one that is.
 */
export function editsOf<R extends object>(
  { staff }: Pick<Call, 'staff'>,
  schema: z.ZodType<R>,
  record: R,
  sent: Partial<R>,
  editable: readonly (keyof R & string)[],
): Partial<R> {
  const shown = may(staff, 'personal.read') ? record : masked(schema, record)
  const changed = Object.keys(sent).filter(
    (field) => field !== 'version' && !same(at(sent, field), at(record, field), at(shown, field)),
  )
  const fixed = changed.filter((field) => !(editable as readonly string[]).includes(field))
  if (fixed.length > 0)
    refuse('refused', 'Cannot be edited', `These fields cannot be edited: ${fixed.join(', ')}.`)
  const edits = pick(sent, changed) as Partial<R>
  refuseMasks(schema, edits)
  return edits
}
