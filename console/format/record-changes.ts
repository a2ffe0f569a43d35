import type { ChangedBy, RecordChange } from '@portreeve/contract/staff/history'
import { spaced } from './actions.ts'
import { count } from './words.ts'

const kinds: Readonly<Record<ChangedBy['kind'], string>> = {
  staff: 'Staff',
  key: 'Machine key',
  import: 'Import',
  provider: 'Payment provider',
  operation: 'Operation',
  server: 'Portreeve',
}

/** Who or what changed a record. */
export function changedBy({ kind, id, name }: ChangedBy): string {
  if (kind === 'staff') return name ?? id ?? kinds.staff
  if (kind === 'key') return `${kinds.key} ${name ?? id}`
  return name === null ? kinds[kind] : name.charAt(0).toUpperCase() + name.slice(1)
}

/** What a change did: 'Changed email and phone number'. */
export function changeWords({ made, gone, fields }: RecordChange): string {
  if (made) return 'Added it'
  if (gone !== undefined) return gone ? 'Deleted it' : 'Restored it'
  const names = fields.map(({ field }) => spaced(field))
  return names.length > 3
    ? `Changed ${count(names.length, 'field', 'fields')}`
    : `Changed ${new Intl.ListFormat('en').format(names)}`
}
