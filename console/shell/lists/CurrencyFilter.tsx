import { NativeSelect } from '@mantine/core'

interface CurrencyFilterProps {
  /** The currencies that the list has, as far as it is known. */
  known: readonly string[]
  /** The chosen one; '' for any. */
  value: string
  onChange: (currency: string) => void
}

/** The choice of a currency. A list of one currency has none. */
export function CurrencyFilter({ known, value, onChange }: CurrencyFilterProps) {
  const all = [...new Set([...known, ...(value === '' ? [] : [value])])].toSorted()
  if (all.length < 2 && value === '') return null
  return (
    <NativeSelect
      size="xs"
      miw={88}
      label="Currency"
      data={[{ value: '', label: 'Any' }, ...all]}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
