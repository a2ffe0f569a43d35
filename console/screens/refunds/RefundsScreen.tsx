import { Button, Group, NativeSelect } from '@mantine/core'
import { api } from '@portreeve/contract'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { usePages } from '../../data/pages.ts'
import { mergedSearch } from '../../data/url-search.ts'
import { useData } from '../../data/use-data.ts'
import { movementKindWords } from '../../format/movement-words.ts'
import { loadedCount } from '../../format/words.ts'
import { CsvButton } from '../../parts/desk/CsvButton.tsx'
import classes from '../../parts/desk/desk.module.css'
import { PeriodFilter } from '../../parts/desk/PeriodFilter.tsx'
import { StateTotals } from '../../parts/desk/StateTotals.tsx'
import { PagedList } from '../../parts/PagedList.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { TypedFilter } from '../../ui/TypedFilter.tsx'
import { refundFilterOf } from './filter.ts'
import { RefundsTable } from './RefundsTable.tsx'
import type { RefundSearch } from './search.ts'

const to = '/dashboard/refunds'
const states = [
  ['pending', 'On their way'],
  ['done', 'Done'],
  ['failed', 'Failed'],
] as const
const kinds = ['refund', 'cancel', 'dispute_refund'] as const

/** Refunds and cancellations, newest first, with the totals of what is shown. The filters are in the URL. */
export function RefundsScreen() {
  const search = useSearch({ from: '/shell/dashboard/refunds' })
  const navigate = useNavigate()
  const query = refundFilterOf(search)
  const pages = usePages(api.refunds.list, { query })
  const { state: _, ...ofAllStates } = query
  const totals = useData(api.refunds.totals, { query: ofAllStates })
  const filtered = Object.keys(search).length > 0
  const show = (next: RefundSearch) => void navigate({ to, search: next, resetScroll: false })
  const change = (part: RefundSearch) => show(mergedSearch(search, part))
  const { rows, more, failure } = pages
  return (
    <>
      <PageHead
        title="Refunds"
        count={rows && !failure ? loadedCount(rows.length, more, 'refund', 'refunds') : null}
      >
        <Group gap="sm">
          {filtered && (
            <Button variant="default" size="compact-sm" onClick={() => show({})}>
              Clear filters
            </Button>
          )}
          <Button
            variant="default"
            size="compact-sm"
            renderRoot={(props) => <Link to="/dashboard/money-settings" {...props} />}
          >
            Reasons and deadlines
          </Button>
          <CsvButton
            key={JSON.stringify(search)}
            may="money.export"
            endpoint={api.refunds.export}
            input={{ query }}
            name={nameOf(search)}
          >
            Download CSV
          </CsvButton>
        </Group>
      </PageHead>
      <StateTotals
        totals={totals.data}
        states={states}
        current={search.state}
        linkTo={(state) => ({ to, search: mergedSearch<RefundSearch>(search, { state: state ?? '' }) })}
      />
      {totals.failure && <FailedState message="The totals could not be loaded." onRetry={totals.reload} />}
      <Filters search={search} onChange={change} />
      <PagedList
        pages={pages}
        what="refunds"
        empty={
          filtered
            ? 'No refunds match these filters.'
            : 'No refunds yet. Each refund and cancellation is listed here with its id at the provider.'
        }
      >
        {(loaded) => <RefundsTable rows={loaded} />}
      </PagedList>
    </>
  )
}

/** The file's name has the period: 'refunds-2026-10-01-to-2026-10-31'. */
const nameOf = ({ from, to: until }: RefundSearch) =>
  ['refunds', from && `${from}-to-${until ?? 'now'}`].filter(Boolean).join('-')

function Filters({ search, onChange }: { search: RefundSearch; onChange: (part: RefundSearch) => void }) {
  const reasons = useData(api.moneySettings.reasons, {})
  const choice = (name: 'kind' | 'reason', label: string, known: { value: string; label: string }[]) => {
    const value = search[name] ?? ''
    const unknown = value === '' || known.some((one) => one.value === value) ? [] : [{ value, label: value }]
    return (
      <NativeSelect
        size="xs"
        w={160}
        label={label}
        data={[{ value: '', label: 'Any' }, ...unknown, ...known]}
        value={value}
        onChange={(event) => onChange({ [name]: event.currentTarget.value })}
      />
    )
  }
  return (
    <search aria-label="Filters" className={classes.toolbar}>
      <PeriodFilter from={search.from} to={search.to} onChange={onChange} />
      {choice(
        'kind',
        'Kind',
        kinds.map((value) => ({ value, label: movementKindWords[value] })),
      )}
      {choice(
        'reason',
        'Reason',
        (reasons.data ?? []).map(({ id, words, retired }) => ({
          value: id,
          label: retired ? `${words} (retired)` : words,
        })),
      )}
      <TypedFilter
        label="Requested by (UID)"
        width={136}
        value={search.by ?? ''}
        onEntered={(by) => onChange({ by })}
      />
      <TypedFilter
        label="Buyer (UID)"
        width={136}
        value={search.buyer ?? ''}
        onEntered={(buyer) => onChange({ buyer })}
      />
    </search>
  )
}
