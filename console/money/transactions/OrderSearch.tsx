import { NativeSelect } from '@mantine/core'
import { orderFields } from '@portreeve/contract/base/query-fields'
import { useState } from 'react'
import { QueryBox } from '../../shell/query/QueryBox.tsx'
import { choices } from './filters.ts'
import classes from './list.module.css'

interface OrderSearchProps {
  term: string
  busy: boolean
  /** The order of the rows, by its value in the URL. */
  order: string
  onSearch: (term: string) => void
  /** A filter was removed from the term. */
  onRemove: (term: string) => void
  onOrder: (order: string) => void
}

/** The search of all orders, and their order. Mounted for one term of the URL, so that Back restores it. */
export function OrderSearch({ term, busy, order, onSearch, onRemove, onOrder }: OrderSearchProps) {
  const [text, setText] = useState(term)
  return (
    <search aria-label="Orders" className={classes.search}>
      <QueryBox
        fields={orderFields}
        shown={term}
        className={classes.query}
        label="Search orders by id, tracking number, payment, title, name or email"
        size="md"
        autoFocus
        value={text}
        busy={busy && term !== ''}
        onChange={setText}
        onSearch={(typed) => {
          setText(typed)
          onSearch(typed)
        }}
        onRemove={onRemove}
      />
      <NativeSelect
        aria-label="Order of the rows"
        size="md"
        miw={150}
        data={choices.sort.map(([value, label]) => ({ value, label }))}
        value={order}
        onChange={(event) => onOrder(event.currentTarget.value)}
      />
    </search>
  )
}
