import { Button, Group } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { PayoutRow } from '@portreeve/contract/payouts'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { usePages } from '../../data/pages.ts'
import { mergedSearch } from '../../data/url-search.ts'
import { useData } from '../../data/use-data.ts'
import { payoutStateWords } from '../../format/movement-words.ts'
import { loadedCount } from '../../format/words.ts'
import { CsvButton } from '../../parts/desk/CsvButton.tsx'
import { DeskTable } from '../../parts/desk/DeskTable.tsx'
import classes from '../../parts/desk/desk.module.css'
import { PeriodFilter } from '../../parts/desk/PeriodFilter.tsx'
import { StateTotals } from '../../parts/desk/StateTotals.tsx'
import { PagedList } from '../../parts/PagedList.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { TypedFilter } from '../../ui/TypedFilter.tsx'
import { payoutColumns } from './columns.tsx'
import { payoutFilterOf } from './filter.ts'
import { type HoldAction, HoldDialog } from './HoldDialog.tsx'
import type { PayoutSearch } from './search.ts'

const to = '/dashboard/payouts'
const states = Object.entries(payoutStateWords).map(([state, { word }]) => [state, word] as const)

/** Payouts to sellers, with what holds them. Each can be held and released with a reason. The filters are in the URL. */
export function PayoutsScreen() {
  const search = useSearch({ from: '/shell/dashboard/payouts' })
  const navigate = useNavigate()
  const [dialog, setDialog] = useState<{ action: HoldAction; payout: PayoutRow } | null>(null)
  const query = payoutFilterOf(search)
  const pages = usePages(api.payouts.list, { query })
  const { state: _, ...ofAllStates } = query
  const totals = useData(api.payouts.totals, { query: ofAllStates })
  const columns = useMemo(() => payoutColumns((action, payout) => setDialog({ action, payout })), [])
  const filtered = Object.keys(search).length > 0
  const show = (next: PayoutSearch) => void navigate({ to, search: next, resetScroll: false })
  const change = (part: PayoutSearch) => show(mergedSearch(search, part))
  const { rows, more, failure } = pages
  return (
    <>
      <PageHead
        title="Payouts"
        count={rows && !failure ? loadedCount(rows.length, more, 'payout', 'payouts') : null}
      >
        <Group gap="sm">
          {filtered && (
            <Button variant="default" size="compact-sm" onClick={() => show({})}>
              Clear filters
            </Button>
          )}
          <CsvButton
            key={JSON.stringify(search)}
            may="money.export"
            endpoint={api.payouts.export}
            input={{ query }}
            name="payouts"
          >
            Download CSV
          </CsvButton>
        </Group>
      </PageHead>
      <StateTotals
        totals={totals.data}
        states={states}
        current={search.state}
        linkTo={(state) => ({ to, search: mergedSearch<PayoutSearch>(search, { state: state ?? '' }) })}
      />
      {totals.failure && <FailedState message="The totals could not be loaded." onRetry={totals.reload} />}
      <search aria-label="Filters" className={classes.toolbar}>
        <PeriodFilter from={search.from} to={search.to} onChange={change} />
        <TypedFilter
          label="Seller (UID)"
          width={136}
          value={search.seller ?? ''}
          onEntered={(seller) => change({ seller })}
        />
      </search>
      <PagedList
        pages={pages}
        what="payouts"
        empty={
          filtered
            ? 'No payouts match these filters.'
            : 'No payouts yet. A payout is due here when its parcel is delivered.'
        }
      >
        {(loaded) => (
          <DeskTable label="Payouts" columns={columns} rows={loaded} keyOf={({ id }) => id} least={1080} />
        )}
      </PagedList>
      {dialog && <HoldDialog {...dialog} onClose={() => setDialog(null)} />}
    </>
  )
}
