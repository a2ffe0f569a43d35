import { NativeSelect } from '@mantine/core'
import { knownActions } from '../../format/actions.ts'
import { isDay } from '../../format/days.ts'
import { kinds } from '../../format/record-kinds.ts'
import { FilterBar } from '../../ui/FilterBar.tsx'
import { TypedFilter } from '../../ui/TypedFilter.tsx'
import type { AuditSearch } from './search.ts'

interface AuditFiltersProps {
  search: AuditSearch
  onChange: (change: AuditSearch) => void
}

/** The filters of the audit log. */
export function AuditFilters({ search, onChange }: AuditFiltersProps) {
  const day = { type: 'date' as const, width: 124, asTyped: (text: string) => text === '' || isDay(text) }
  const choice = (
    name: 'kind' | 'action' | 'what',
    label: string,
    width: number,
    known: { value: string; label: string }[],
  ) => {
    const value = search[name] ?? ''
    // A URL may contain a value that this console has no label for.
    const unknownOption =
      value === '' || known.some((one) => one.value === value) ? [] : [{ value, label: value }]
    return (
      <NativeSelect
        size="xs"
        miw={width}
        label={label}
        data={[{ value: '', label: 'Any' }, ...unknownOption, ...known]}
        value={value}
        // An id is meaningless with another kind.
        onChange={(event) =>
          onChange({ [name]: event.currentTarget.value, ...(name === 'kind' && { id: '' }) })
        }
      />
    )
  }
  return (
    <FilterBar>
      <TypedFilter
        label="Who (email or UID)"
        width={176}
        value={search.actor ?? ''}
        onEntered={(actor) => onChange({ actor })}
      />
      {choice('what', 'What', 108, [
        { value: 'decisions', label: 'Decisions' },
        { value: 'looks', label: 'Looks' },
      ])}
      {choice('action', 'Action', 224, knownActions)}
      {choice(
        'kind',
        'Record',
        140,
        Object.entries(kinds).map(([value, label]) => ({ value, label })),
      )}
      {search.kind && (
        <TypedFilter
          label="ID of the record"
          width={176}
          value={search.id ?? ''}
          onEntered={(id) => onChange({ id })}
        />
      )}
      <TypedFilter label="From" value={search.from ?? ''} onEntered={(from) => onChange({ from })} {...day} />
      <TypedFilter label="To" value={search.to ?? ''} onEntered={(to) => onChange({ to })} {...day} />
    </FilterBar>
  )
}
