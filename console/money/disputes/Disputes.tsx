import { NativeSelect, Text } from '@mantine/core'
import { api } from '@portreeve/contract'
import { type DisputeCase, disputeTypes } from '@portreeve/contract/money/disputes'
import { useNavigate } from '@tanstack/react-router'
import { usePages } from '../../data/pages.ts'
import { mergedSearch } from '../../data/url-search.ts'
import { shortLocal } from '../../format/dates.ts'
import { ageWords } from '../../format/deadline.ts'
import { currencyOf, grouped } from '../../format/money.ts'
import { orNull, wordOf } from '../../format/words.ts'
import { useColumns } from '../../shell/columns/useColumns.tsx'
import { ChoiceLinks } from '../../shell/lists/ChoiceLinks.tsx'
import { CurrencyFilter } from '../../shell/lists/CurrencyFilter.tsx'
import { DeadlineWord } from '../../shell/lists/DeadlineWord.tsx'
import { DeskTable } from '../../shell/lists/DeskTable.tsx'
import deskClasses from '../../shell/lists/desk.module.css'
import { PagedList } from '../../shell/PagedList.tsx'
import { PeekLink } from '../../shell/peek/PeekLink.tsx'
import { Clamp } from '../../ui/Clamp.tsx'
import type { Column } from '../../ui/ColumnTable.tsx'
import rowClasses from '../../ui/rows.module.css'
import { When } from '../../ui/When.tsx'
import { orderPeek } from '../order-peek.tsx'
import { DisputePanel } from './DisputePanel.tsx'
import classes from './disputes.module.css'
import { outcomeWords } from './outcome.ts'
import type { DisputeSearch } from './search.ts'

const to = '/dashboard/disputes'

const scopes = [
  [undefined, 'Open'],
  ['mine', 'Mine'],
  ['unassigned', 'Unassigned'],
  ['overdue', 'Past the deadline'],
  ['resolved', 'Resolved'],
] as const

type Scope = Exclude<(typeof scopes)[number][0], undefined>

/** Names of any direction, in a line that begins where the others begin. */
const Parties = ({ buyer, seller }: { buyer: string; seller: string }) => (
  <Text size="xs" c="dimmed" truncate title={`${buyer} against ${seller}`}>
    <bdi>{buyer}</bdi> against <bdi>{seller}</bdi>
  </Text>
)

const what: Column<DisputeCase> = {
  name: 'Order',
  cell: ({ transaction_id, title, buyer, seller }) => (
    <>
      <PeekLink
        to={to}
        peek={orderPeek(transaction_id)}
        search={(previous: DisputeSearch) => ({ ...previous, txn: transaction_id })}
        resetScroll={false}
        // The row of the opened dispute is marked, not each one of this page.
        activeOptions={{ includeSearch: true }}
        className={rowClasses.link ?? ''}
      >
        <Clamp text={orNull(title)} />
      </PeekLink>
      <Parties buyer={orNull(buyer.name)} seller={orNull(seller.name)} />
    </>
  ),
}
const amount: Column<DisputeCase> = {
  name: 'Amount',
  width: 104,
  is: 'number',
  cell: (row) => <span className={deskClasses.money}>{grouped(row.amount, row.currency)}</span>,
}
const deadline: Column<DisputeCase> = {
  name: 'Deadline',
  width: 140,
  cell: ({ deadline_at }) => <DeadlineWord at={deadline_at} />,
}
const reason: Column<DisputeCase> = {
  name: 'Reason',
  width: '22%',
  cell: ({ dispute_type }) => wordOf(disputeTypes, dispute_type),
}
const age: Column<DisputeCase> = {
  name: 'Age',
  width: 88,
  cell: ({ created_at }) => (
    <When value={created_at} write={(value, now) => ageWords(value, now) ?? orNull(value)} />
  ),
}
const assignee: Column<DisputeCase> = {
  name: 'Assignee',
  width: '15%',
  cell: (row) =>
    row.assignee ? <Clamp text={row.assignee.name} /> : <span className={deskClasses.quiet}>No one</span>,
}
const outcome: Column<DisputeCase> = { name: 'Outcome', width: '24%', cell: outcomeWords }
const resolvedAt: Column<DisputeCase> = {
  name: 'Resolved',
  width: 176,
  is: 'date',
  cell: ({ resolved_at }) => (resolved_at ? <When value={resolved_at} write={shortLocal} /> : '–'),
}

/** Beside an opened dispute the list has the room of the first three columns. */
const columns = {
  open: [what, amount, deadline, reason, age, assignee],
  resolved: [what, amount, outcome, reason, resolvedAt],
  beside: [what, amount, deadline],
  besideResolved: [what, amount, outcome],
}

/** The disputes, nearest deadline first, and the opened one beside them. */
export function Disputes({ search }: { search: DisputeSearch }) {
  const navigate = useNavigate()
  const { scope, type, currency, txn } = search
  const pages = usePages(api.disputes.list, {
    query: {
      ...(scope && { scope: scope as Scope }),
      ...(type && { type: type as '1' | '2' | '3' }),
      ...(currency && { currency }),
    },
  })
  const { rows, more, failure } = pages
  const show = (change: DisputeSearch) =>
    void navigate({ to, search: mergedSearch(search, change), resetScroll: false })
  const isResolved = scope === 'resolved'
  const shown = txn
    ? isResolved
      ? columns.besideResolved
      : columns.beside
    : isResolved
      ? columns.resolved
      : columns.open
  const { button } = useColumns('Disputes', shown)
  const filtered = [scope, type, currency].some((one) => one !== undefined)
  return (
    <>
      <search aria-label="Filters" className={classes.filters}>
        <ChoiceLinks
          label="Disputes"
          choices={scopes.map(([value, label]) => ({
            label,
            isCurrent: scope === value,
            figure: scope === value && rows && !failure ? `${rows.length}${more ? '+' : ''}` : undefined,
            link: { to, search: mergedSearch<DisputeSearch>(search, { scope: value ?? '', txn: '' }) },
          }))}
        />
        <NativeSelect
          size="xs"
          miw={220}
          aria-label="Reason"
          data={[
            { value: '', label: 'Any reason' },
            ...Object.entries(disputeTypes).map(([value, label]) => ({ value, label })),
          ]}
          value={type ?? ''}
          onChange={(event) => show({ type: event.currentTarget.value, txn: '' })}
        />
        <CurrencyFilter
          known={rows?.map((row) => currencyOf(row.currency)) ?? []}
          value={currency ?? ''}
          onChange={(chosen) => show({ currency: chosen, txn: '' })}
        />
        {button}
      </search>
      <div className={classes.split} data-open={txn !== undefined || undefined}>
        <div className={classes.list}>
          <PagedList
            pages={pages}
            what="disputes"
            empty={
              filtered
                ? 'No disputes match these filters.'
                : 'No dispute is open. A dispute is listed here until it is decided, the nearest deadline first.'
            }
          >
            {(loaded) => (
              <DeskTable
                fixed
                label="Disputes"
                columns={shown}
                rows={loaded}
                keyOf={({ id }) => id}
                least={txn ? 380 : 850}
              />
            )}
          </PagedList>
        </div>
        {txn && (
          <section className={classes.panel} aria-label="Opened dispute">
            <DisputePanel key={txn} transaction={txn} onClose={() => show({ txn: '' })} />
          </section>
        )}
      </div>
    </>
  )
}
