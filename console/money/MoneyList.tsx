import { Button } from '@mantine/core'
import type { Totals } from '@portreeve/contract/money/refunds'
import type { LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Pages } from '../data/pages.ts'
import { isFiltered, type UrlSearch } from '../data/url-search.ts'
import type { Loaded } from '../data/use-data.ts'
import { currencyOf } from '../format/money.ts'
import { loadedCount } from '../format/words.ts'
import { useColumns } from '../shell/columns/useColumns.tsx'
import { CurrencyFilter } from '../shell/lists/CurrencyFilter.tsx'
import { DeskTable } from '../shell/lists/DeskTable.tsx'
import { PeriodFilter } from '../shell/lists/PeriodFilter.tsx'
import { StateTotals } from '../shell/lists/StateTotals.tsx'
import { PagedList } from '../shell/PagedList.tsx'
import { PeekArea } from '../shell/peek/PeekArea.tsx'
import type { Column } from '../ui/ColumnTable.tsx'
import { FailedState } from '../ui/FailedState.tsx'
import { FilterBar } from '../ui/FilterBar.tsx'
import type { Marked } from '../ui/marked.ts'
import { PageHead } from '../ui/PageHead.tsx'
import { orderPanel } from './order-peek.tsx'

interface MoneyListProps<Row> {
  title: string
  /** One row and several: 'payout', 'payouts'. */
  words: readonly [one: string, many: string]
  /** The filters in the URL. */
  search: UrlSearch<'state' | 'currency' | 'from' | 'to'>
  /** Merges a change into the filters. */
  onChange: (part: UrlSearch<'currency' | 'from' | 'to'>) => void
  onClear: () => void
  pages: Pages<Row>
  /** Of all states and currencies. */
  totals: Loaded<Totals>
  /** The states in order, with their words. */
  states: readonly (readonly [state: string, words: string])[]
  stateLink: (state: string | undefined) => Pick<LinkProps, 'to' | 'params' | 'search'>
  /** The page's buttons. */
  actions: ReactNode
  /** The filters beside the period. */
  filters: ReactNode
  columns: readonly Column<Row>[]
  /** The attributes of the row that the address names. */
  markOf?: (row: Row) => Marked | undefined
  /** Shown without rows and filters. */
  empty: string
}

/** The currencies of which there are rows. */
const currenciesIn = (totals: Totals | undefined) =>
  totals === undefined
    ? []
    : [
        ...(totals.count > 0 ? [currencyOf(totals.currency)] : []),
        ...(totals.others ?? []).map(({ currency }) => currency),
      ]

/** The totals of one currency. */
export function totalsIn(totals: Totals, currency: string | undefined): Totals {
  if (currency === undefined) return totals
  const { others = [], ...own } = totals
  if (currency === currencyOf(own.currency)) return own
  return others.find((one) => one.currency === currency) ?? { count: 0, cents: 0, by_state: [], currency }
}

/** A list of money with the totals of what it shows. Its filters are in the URL. */
export function MoneyList<Row extends { id: string }>(props: MoneyListProps<Row>) {
  const { title, words, search, onChange, pages, totals, columns } = props
  const { rows, more, failure } = pages
  const { button } = useColumns(title, columns)
  const filtered = isFiltered(search)
  return (
    <>
      <PageHead title={title} count={rows && !failure ? loadedCount(rows.length, more, ...words) : null}>
        {filtered && (
          <Button variant="default" size="compact-sm" onClick={props.onClear}>
            Clear filters
          </Button>
        )}
        {props.actions}
        {button}
      </PageHead>
      <PeekArea {...orderPanel}>
        <StateTotals
          totals={totals.data && totalsIn(totals.data, search.currency)}
          states={props.states}
          current={search.state}
          linkTo={props.stateLink}
        />
        {totals.failure && <FailedState message="The totals could not be loaded." onRetry={totals.reload} />}
        <FilterBar>
          <PeriodFilter from={search.from} to={search.to} onChange={onChange} />
          {props.filters}
          <CurrencyFilter
            known={currenciesIn(totals.data)}
            value={search.currency ?? ''}
            onChange={(currency) => onChange({ currency })}
          />
        </FilterBar>
        <PagedList
          pages={pages}
          what={words[1]}
          empty={filtered ? `No ${words[1]} match these filters.` : props.empty}
        >
          {(loaded) => (
            <DeskTable
              fixed
              label={title}
              columns={columns}
              rows={loaded}
              keyOf={({ id }) => id}
              least={850}
              markOf={props.markOf}
            />
          )}
        </PagedList>
      </PeekArea>
    </>
  )
}
