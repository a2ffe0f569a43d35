import { Button, Text } from '@mantine/core'
import { api } from '@portreeve/contract'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { usePages } from '../../data/pages.ts'
import { useWhyNot } from '../../data/rights.ts'
import { isFiltered, mergedSearch } from '../../data/url-search.ts'
import { count } from '../../format/words.ts'
import { useColumns } from '../../shell/columns/useColumns.tsx'
import { ListCsv } from '../../shell/lists/ListCsv.tsx'
import { onDemand } from '../../shell/on-demand.tsx'
import { PagedList } from '../../shell/PagedList.tsx'
import { PeekArea } from '../../shell/peek/PeekArea.tsx'
import { useMarks } from '../../shell/records/order-marks.ts'
import { SavedViews } from '../../shell/saved-views/SavedViews.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { ApprovalsLink } from '../ApprovalsLink.tsx'
import { orderPanel } from '../order-peek.tsx'
import { Filters } from './Filters.tsx'
import { filterOf, isSearched, type ListSearch, orderFilterOf } from './filters.ts'
import classes from './list.module.css'
import { OrderSearch } from './OrderSearch.tsx'
import { rowOfHit, rowOfTransaction } from './order-rows.ts'
import { orderColumns, TransactionsTable } from './TransactionsTable.tsx'

const ApprovalList = onDemand(async () => (await import('./ApprovalList.tsx')).default)

// D-053
const failed = 'Error loading transaction. '

/** The rows of the list: the specification's call (API-36, API-37), or the desk's search. */
function useOrders(search: ListSearch) {
  const searched = isSearched(search)
  const listed = usePages(api.transactions.list, { query: filterOf(search) }, { failed, when: !searched })
  const hits = usePages(api.orderSearch.search, { query: orderFilterOf(search) }, { failed, when: searched })
  const marks = useMarks(searched ? [] : (listed.rows ?? []).map(({ id }) => id))
  return searched
    ? { ...hits, rows: hits.rows?.map(rowOfHit) }
    : { ...listed, rows: listed.rows?.map((txn) => rowOfTransaction(txn, marks)) }
}

/** All transactions, newest first unless sorted; search, filters and order are in the URL (TXN-01). */
export function TransactionList() {
  const search = useSearch({ from: '/shell/dashboard/txns/$id' })
  const navigate = useNavigate()
  const pages = useOrders(search)
  const { rows, more, failure } = pages
  /** The term whose only hit opens by itself. Not after returning to this page. */
  const [opening, setOpening] = useState<string | null>(null)
  const seesAll = useWhyNot('personal.read') === null
  const narrowed = isFiltered(search, 'sort')
  const show = (next: ListSearch) =>
    void navigate({ to: '/dashboard/txns/$id', params: { id: 'overview' }, search: next, resetScroll: false })
  // A search looks at all orders: a filter that is left from before would hide its hit.
  const find = (term: string) => {
    const q = term.trim()
    setOpening(q || null)
    show({ ...(q && { q }), ...(search.sort && { sort: search.sort }) })
  }
  const { columns, button } = useColumns('Orders', orderColumns)
  const [only] = rows ?? []
  const opens = opening !== null && opening === search.q && !pages.busy && rows?.length === 1 && !more

  return (
    <div className={classes.screen}>
      {opens && only && <Open id={only.id} onOpened={() => setOpening(null)} />}
      <PageHead title="Orders" count={rows && !failure ? transactions(rows.length, more) : null}>
        <ApprovalsLink />
        <SavedViews list="orders" />
        <ListCsv list="orders" query={orderFilterOf(search)} name="orders" />
        {button}
        {narrowed && (
          <Button variant="default" size="compact-sm" onClick={() => show({})}>
            Clear filters
          </Button>
        )}
      </PageHead>
      <PeekArea {...orderPanel}>
        <OrderSearch
          key={search.q}
          term={search.q ?? ''}
          busy={pages.busy}
          order={search.sort ?? ''}
          onSearch={find}
          onRemove={(q) => show(mergedSearch(search, { q }))}
          onOrder={(sort) => show(mergedSearch(search, { sort }))}
        />
        <Filters search={search} onChange={(change) => show(mergedSearch(search, change))} />
        {search.waiting && <ApprovalList />}
        <PagedList
          pages={pages}
          what="transactions"
          empty={
            search.q ? (
              <>
                Nothing matches “<bdi>{search.q}</bdi>”.
                {!seesAll && (
                  <Text span c="dimmed" size="sm">
                    {' '}
                    An email or payment finds its orders only when it is typed in full; that counts as a
                    reveal.
                  </Text>
                )}
              </>
            ) : narrowed ? (
              'No transactions match these filters.'
            ) : (
              'No transactions yet.'
            )
          }
        >
          {/* The key remounts the table after a change of filters, which scrolls it to the top. */}
          {(loaded) => (
            <TransactionsTable
              key={JSON.stringify({ ...search, peek: undefined })}
              columns={columns}
              rows={loaded}
              more={more}
              sort={search.sort ?? ''}
              onSort={(sort) => show(mergedSearch(search, { sort }))}
            />
          )}
        </PagedList>
      </PeekArea>
    </div>
  )
}

/** Opens the only hit once. An effect, because the search's answer is not an event here. */
function Open({ id, onOpened }: { id: string; onOpened: () => void }) {
  const navigate = useNavigate()
  const go = useEffectEvent(() => {
    onOpened()
    void navigate({ to: '/dashboard/txns/$id', params: { id } })
  })
  useEffect(() => go(), [])
  return null
}

const transactions = (rows: number, more: boolean) =>
  more ? `${rows}+ transactions` : count(rows, 'transaction', 'transactions')
