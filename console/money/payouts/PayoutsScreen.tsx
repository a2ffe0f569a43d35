import { api } from '@portreeve/contract'
import type { PayoutRow } from '@portreeve/contract/money/payouts'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { usePages } from '../../data/pages.ts'
import { mergedSearch } from '../../data/url-search.ts'
import { useData } from '../../data/use-data.ts'
import { payoutStateWords } from '../../format/movement-words.ts'
import { CsvButton } from '../../shell/lists/CsvButton.tsx'
import { useCaseMark } from '../../shell/lists/opened-case.ts'
import { SavedViews } from '../../shell/saved-views/SavedViews.tsx'
import { TypedFilter } from '../../ui/TypedFilter.tsx'
import { MoneyList } from '../MoneyList.tsx'
import { payoutColumns } from './columns.tsx'
import { payoutFilterOf } from './filter.ts'
import { type HoldAction, HoldDialog } from './HoldDialog.tsx'
import type { PayoutSearch } from './search.ts'

const to = '/dashboard/payouts'
const states = Object.entries(payoutStateWords).map(([state, { word }]) => [state, word] as const)

/** Payouts to sellers, with what holds them. Each can be held and released with a reason. */
export function PayoutsScreen() {
  const search = useSearch({ from: '/shell/dashboard/payouts' })
  const navigate = useNavigate()
  const mark = useCaseMark('payout')
  const [dialog, setDialog] = useState<{ action: HoldAction; payout: PayoutRow } | null>(null)
  const query = payoutFilterOf(search)
  const pages = usePages(api.payouts.list, { query })
  const { state: _, currency: __, ...ofAllStates } = query
  const totals = useData(api.payouts.totals, { query: ofAllStates })
  const columns = useMemo(() => payoutColumns((action, payout) => setDialog({ action, payout })), [])
  const merged = (part: PayoutSearch) => mergedSearch(search, part)
  const show = (next: PayoutSearch) => void navigate({ to, search: next, resetScroll: false })
  const change = (part: PayoutSearch) => show(merged(part))
  return (
    <>
      <MoneyList
        title="Payouts"
        words={['payout', 'payouts']}
        search={search}
        onChange={change}
        onClear={() => show({})}
        pages={pages}
        totals={totals}
        states={states}
        stateLink={(state) => ({ to, search: merged({ state: state ?? '' }) })}
        actions={
          <>
            <Link to="/dashboard/money-plans">Blocked sellers</Link>
            <SavedViews list="payouts" />
            <CsvButton
              key={JSON.stringify(query)}
              may="money.export"
              endpoint={api.payouts.export}
              input={{ query }}
              name="payouts"
            >
              Download CSV
            </CsvButton>
          </>
        }
        filters={
          <TypedFilter
            label="Seller"
            placeholder="Name, email or UID"
            width={160}
            value={search.seller ?? ''}
            onEntered={(seller) => change({ seller })}
          />
        }
        columns={columns}
        // The case is the last payout of its transaction.
        markOf={({ transaction_id, can_retry }) => (can_retry ? mark(transaction_id) : undefined)}
        empty="No payouts yet. A payout is due here when its parcel is delivered."
      />
      {dialog && <HoldDialog {...dialog} onClose={() => setDialog(null)} />}
    </>
  )
}
