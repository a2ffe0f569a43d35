import { Checkbox, NativeSelect } from '@mantine/core'
import { symbolOf } from '@portreeve/contract/base/currency'
import { isDay } from '../../format/days.ts'
import { currencyOf } from '../../format/money.ts'
import { FilterBar } from '../../ui/FilterBar.tsx'
import { TypedFilter, type TypedFilterProps } from '../../ui/TypedFilter.tsx'
import { amountOf, choices, type ListSearch } from './filters.ts'
import classes from './list.module.css'

interface FiltersProps {
  search: ListSearch
  onChange: (change: ListSearch) => void
}

/** The filters of the list. Typed filters apply on Enter or on blur. */
export function Filters({ search, onChange }: FiltersProps) {
  const choice = (name: keyof typeof choices, label: string, width: number) => (
    <NativeSelect
      size="xs"
      miw={width}
      label={label}
      data={choices[name].map(([value, words]) => ({ value, label: words }))}
      value={search[name] ?? ''}
      onChange={(event) => onChange({ [name]: event.currentTarget.value })}
    />
  )
  const typed = (name: keyof ListSearch, label: string, more: Partial<TypedFilterProps> = {}) => (
    <TypedFilter
      label={label}
      value={search[name] ?? ''}
      onEntered={(text) => onChange({ [name]: text })}
      {...more}
    />
  )
  const amount = {
    placeholder: symbolOf(currencyOf()).trim(),
    width: 76,
    problem: (text: string) => (text === '' || amountOf(text) !== null ? null : 'Not an amount'),
  }
  const day = { type: 'date' as const, width: 120, asTyped: (text: string) => text === '' || isDay(text) }
  return (
    <FilterBar>
      {/* D-052 */}
      <Checkbox
        className={classes.risk}
        size="xs"
        label="Cancel risk"
        checked={search.cancel_risk === 'true'}
        onChange={(event) => onChange({ cancel_risk: event.currentTarget.checked ? 'true' : '' })}
      />
      {choice('state', 'State', 88)}
      {choice('status', 'Status', 88)}
      {choice('shipping', 'Shipping', 88)}
      {choice('payout', 'Payout', 88)}
      {choice('dispute', 'Dispute', 88)}
      {typed('person', 'Buyer or seller', { width: 140, placeholder: 'Name, email or UID' })}
      {typed('from', 'From', day)}
      {typed('to', 'To', day)}
      {typed('min', 'Price from', amount)}
      {typed('max', 'Price to', amount)}
    </FilterBar>
  )
}
