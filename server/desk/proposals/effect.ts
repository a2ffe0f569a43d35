import { createHash } from 'node:crypto'
import type { DryRun } from '@portreeve/contract/base/dry-run'
import type { Me } from '@portreeve/contract/staff/staff'

/** Values that each run makes for itself: ids, times and digests. */
const made =
  /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}|\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d[.\d]*(Z|\+00(:00)?)?|[0-9a-f]{16,}|[\w+/=-]{40,}|\b\d{13}\b/g

/** The digest of an effect, in which two callers who would do the same are the same. @param by the caller */
export function digestOf(effect: DryRun, by: Me): string {
  const own: readonly unknown[] = [by.uid, by.email, by.displayName, by.role]
  const plain = (value: unknown): unknown => {
    if (typeof value === 'string') return own.includes(value) ? '‹caller›' : value.replaceAll(made, '…')
    if (Array.isArray(value)) return value.map(plain)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.keys(value)
        .toSorted()
        .map((key) => [key, plain((value as Record<string, unknown>)[key])]),
    )
  }
  return createHash('sha256')
    .update(JSON.stringify(plain(JSON.parse(JSON.stringify(effect)))))
    .digest('hex')
}
