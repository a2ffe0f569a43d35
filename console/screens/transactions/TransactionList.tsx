import { Button } from '@mantine/core'
import { api } from '@portreeve/contract'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { usePages } from '../../data/pages.ts'
import { count } from '../../format/words.ts'
import { PagedList } from '../../parts/PagedList.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { Filters } from './Filters.tsx'
import { filterOf, type ListSearch } from './filters.ts'
import classes from './list.module.css'
import { TransactionsTable } from './TransactionsTable.tsx'
import { WaitingLink } from './WaitingLink.tsx'

/** All transactions, newest first; the filters live in the address (TXN-01, API-36, API-37). */
export function TransactionList() {
  const search = useSearch({ from: '/shell/dashboard/txns/$id' })
  const navigate = useNavigate()
  const pages = usePages(
    api.transactions.list,
    { query: filterOf(search) },
    // D-053
    { failed: 'Error loading transaction. ' },
  )
  const { rows, more, failure } = pages
  const filtered = Object.keys(search).length > 0
  const show = (next: ListSearch) =>
    void navigate({ to: '/dashboard/txns/$id', params: { id: 'overview' }, search: next, resetScroll: false })

  return (
    <div className={classes.screen}>
      <PageHead title="Orders" count={rows && !failure ? transactions(rows.length, more) : null}>
        <WaitingLink />
        {filtered && (
          <Button variant="default" size="compact-sm" onClick={() => show({})}>
            Clear filters
          </Button>
        )}
      </PageHead>
      <Filters search={search} onChange={(change) => show(merged(search, change))} />
      <PagedList
        pages={pages}
        what="transactions"
        empty={filtered ? 'No transactions match these filters.' : 'No transactions yet.'}
      >
        {/* Other filters, another list: it begins at its top. */}
        {(loaded) => <TransactionsTable key={JSON.stringify(search)} rows={loaded} more={more} />}
      </PagedList>
    </div>
  )
}

const transactions = (rows: number, more: boolean) =>
  more ? `${rows}+ transactions` : count(rows, 'transaction', 'transactions')

/** An empty filter is none. */
const merged = (search: ListSearch, change: ListSearch): ListSearch =>
  Object.fromEntries(Object.entries({ ...search, ...change }).filter(([, value]) => value !== ''))
