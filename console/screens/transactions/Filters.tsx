import { Checkbox, NativeSelect } from '@mantine/core'
import { isDay } from '../../format/days.ts'
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
      w={width}
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
    placeholder: '$',
    width: 76,
    problem: (text: string) => (text === '' || amountOf(text) !== null ? null : 'Not an amount'),
  }
  const day = { type: 'date' as const, width: 120, asTyped: (text: string) => text === '' || isDay(text) }
  return (
    <search aria-label="Filters" className={classes.filters}>
      {/* D-052 */}
      <Checkbox
        className={classes.risk}
        size="xs"
        label="Cancel risk"
        checked={search.cancel_risk === 'true'}
        onChange={(event) => onChange({ cancel_risk: event.currentTarget.checked ? 'true' : '' })}
      />
      {choice('state', 'State', 124)}
      {choice('status', 'Status', 112)}
      {choice('shipping', 'Shipping', 100)}
      {choice('payout', 'Payout', 92)}
      {choice('dispute', 'Dispute', 80)}
      {typed('person', 'Buyer or seller', { width: 140, placeholder: 'Name, e-mail or UID' })}
      {typed('from', 'From', day)}
      {typed('to', 'To', day)}
      {typed('min', 'Price from', amount)}
      {typed('max', 'Price to', amount)}
    </search>
  )
}
