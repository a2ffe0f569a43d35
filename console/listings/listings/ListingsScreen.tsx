import { Button, Text } from '@mantine/core'
import { api } from '@portreeve/contract'
import { allListingFields } from '@portreeve/contract/base/query-fields'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useBulkEnded } from '../../data/bulk.ts'
import { detailOf } from '../../data/failure.ts'
import { useUndone } from '../../data/held.ts'
import { rememberList } from '../../data/opened-list.ts'
import { useMe } from '../../data/rights.ts'
import { useData } from '../../data/use-data.ts'
import { zonedQuery } from '../../format/days.ts'
import { loadedCount } from '../../format/words.ts'
import { useSelection } from '../../shell/bulk/useSelection.ts'
import { useColumns } from '../../shell/columns/useColumns.tsx'
import { DeskTable } from '../../shell/lists/DeskTable.tsx'
import { ListCsv } from '../../shell/lists/ListCsv.tsx'
import { onDemand } from '../../shell/on-demand.tsx'
import { QueryBox } from '../../shell/query/QueryBox.tsx'
import { SavedViews } from '../../shell/saved-views/SavedViews.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { columnsOf } from './columns.tsx'
import classes from './listing.module.css'

const ListingsBar = onDemand(async () => (await import('./ListingsBar.tsx')).ListingsBar)

/** All listings, of every state, by a query in the URL; many can be decided at once. */
export function ListingsScreen() {
  const { q = '' } = useSearch({ from: '/shell/dashboard/listings' })
  // Another query is another list: nothing typed or chosen stays.
  return <Listings key={q} q={q} />
}

function Listings({ q }: { q: string }) {
  const navigate = useNavigate()
  const [text, setText] = useState(q)
  const asked = zonedQuery(allListingFields, q)
  const found = useData(api.listings.search, { query: { query: asked } })
  const rows = found.data
  const keys = rows?.map(({ key }) => key) ?? []
  const selection = useSelection(keys)
  const hasJobs = useMe() !== null
  // In the head they move nothing when they appear.
  const columns = columnsOf(selection)
  const { button } = useColumns('Listings', columns)
  useBulkEnded(found.reload)
  useUndone(({ action }) => action === 'posts.remove' && found.reload())
  const run = (next: string) => {
    const query = next.trim()
    setText(query)
    if (query === q) return found.reload()
    void navigate({ to: '/dashboard/listings', search: query ? { q: query } : {}, resetScroll: false })
  }
  const remember = rememberList('listing', keys)
  return (
    <>
      <PageHead
        title="Listings"
        count={rows && !found.failure ? loadedCount(rows.length, found.more, 'listing', 'listings') : null}
      >
        {hasJobs && !selection.on && (
          <Button variant="subtle" size="compact-sm" disabled={keys.length === 0} onClick={selection.start}>
            Select
          </Button>
        )}
        <SavedViews list="listings" />
        <ListCsv list="listings" query={{ query: asked }} name="listings" />
        {button}
      </PageHead>
      <search>
        <QueryBox
          fields={allListingFields}
          shown={q}
          label="Search listings"
          size="md"
          className={classes.bar}
          autoFocus
          value={text}
          busy={found.busy}
          onChange={setText}
          onSearch={run}
          onRemove={run}
        />
      </search>
      {q === '' && (
        <Text c="dimmed" size="sm" mb="xs">
          Words of the title or the description, and filters such as created:&lt;14d, approved_by:me,
          reports_since:&gt;0 or status:denied. The arrow down in the field lists them.
        </Text>
      )}
      {selection.on && <ListingsBar selection={selection} rows={rows ?? []} query={asked} />}
      {found.failure && (
        <FailedState
          message={
            (found.failure.status === 429 && detailOf(found.failure)) || 'The listings could not be searched.'
          }
          onRetry={found.reload}
        />
      )}
      {rows?.length === 0 && !found.failure ? (
        <EmptyState>{q === '' ? 'No listings yet.' : 'No listings match.'}</EmptyState>
      ) : (
        (!found.failure || rows) && (
          <div onClickCapture={remember} onAuxClickCapture={remember}>
            <DeskTable
              label="Listings"
              columns={columns}
              fixed
              rows={rows}
              keyOf={({ key }) => key}
              least={850}
            />
          </div>
        )
      )}
      {found.more && !found.failure && (
        <Text c="dimmed" size="sm" mt="sm">
          Showing the newest {rows?.length}. Narrow the search to see others.
        </Text>
      )}
    </>
  )
}
