import { Button, NativeSelect } from '@mantine/core'
import { api } from '@portreeve/contract'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { usePages } from '../../data/pages.ts'
import { mergedSearch } from '../../data/url-search.ts'
import { useData } from '../../data/use-data.ts'
import { movementKindWords } from '../../format/movement-words.ts'
import { CsvButton } from '../../shell/lists/CsvButton.tsx'
import { SavedViews } from '../../shell/saved-views/SavedViews.tsx'
import { TypedFilter } from '../../ui/TypedFilter.tsx'
import { ApprovalsLink } from '../ApprovalsLink.tsx'
import { MoneyList } from '../MoneyList.tsx'
import { refundColumns } from './columns.tsx'
import { refundFilterOf } from './filter.ts'
import type { RefundSearch } from './search.ts'

const to = '/dashboard/refunds'
const states = [
  ['pending', 'On their way'],
  ['done', 'Done'],
  ['failed', 'Failed'],
] as const
const kinds = ['refund', 'cancel', 'dispute_refund'] as const

/** Refunds and cancellations, newest first. */
export function RefundsScreen() {
  const search = useSearch({ from: '/shell/dashboard/refunds' })
  const navigate = useNavigate()
  const query = refundFilterOf(search)
  const pages = usePages(api.refunds.list, { query })
  const { state: _, currency: __, ...ofAllStates } = query
  const totals = useData(api.refunds.totals, { query: ofAllStates })
  const merged = (part: RefundSearch) => mergedSearch(search, part)
  const show = (next: RefundSearch) => void navigate({ to, search: next, resetScroll: false })
  const change = (part: RefundSearch) => show(merged(part))
  return (
    <MoneyList
      title="Refunds"
      words={['refund', 'refunds']}
      search={search}
      onChange={change}
      onClear={() => show({})}
      pages={pages}
      totals={totals}
      states={states}
      stateLink={(state) => ({ to, search: merged({ state: state ?? '' }) })}
      actions={
        <>
          <SavedViews list="refunds" />
          <ApprovalsLink />
          <Button
            variant="default"
            size="compact-sm"
            renderRoot={(props) => <Link to="/dashboard/money-settings" {...props} />}
          >
            Reasons and deadlines
          </Button>
          <CsvButton
            key={JSON.stringify(query)}
            may="money.export"
            endpoint={api.refunds.export}
            input={{ query }}
            name={nameOf(search)}
          >
            Download CSV
          </CsvButton>
        </>
      }
      filters={<Filters search={search} onChange={change} />}
      columns={refundColumns}
      empty="No refunds yet. Each refund and cancellation is listed here with its id at the provider."
    />
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
        miw={120}
        label={label}
        data={[{ value: '', label: 'Any' }, ...unknown, ...known]}
        value={value}
        onChange={(event) => onChange({ [name]: event.currentTarget.value })}
      />
    )
  }
  return (
    <>
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
        label="Requested by"
        placeholder="Name, email or UID"
        width={160}
        value={search.by ?? ''}
        onEntered={(by) => onChange({ by })}
      />
      <TypedFilter
        label="Buyer"
        placeholder="Name, email or UID"
        width={160}
        value={search.buyer ?? ''}
        onEntered={(buyer) => onChange({ buyer })}
      />
    </>
  )
}
