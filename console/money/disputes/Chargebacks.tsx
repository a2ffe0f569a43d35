import { api } from '@portreeve/contract'
import type { Chargeback } from '@portreeve/contract/money/chargebacks'
import { Link, useNavigate } from '@tanstack/react-router'
import { usePages } from '../../data/pages.ts'
import { mergedSearch } from '../../data/url-search.ts'
import { shortLocal } from '../../format/dates.ts'
import { currencyOf, grouped } from '../../format/money.ts'
import { orNull } from '../../format/words.ts'
import { ChoiceLinks } from '../../shell/lists/ChoiceLinks.tsx'
import { CurrencyFilter } from '../../shell/lists/CurrencyFilter.tsx'
import { DeadlineWord } from '../../shell/lists/DeadlineWord.tsx'
import { DeskTable } from '../../shell/lists/DeskTable.tsx'
import classes from '../../shell/lists/desk.module.css'
import { PagedList } from '../../shell/PagedList.tsx'
import { UserLink } from '../../shell/records/UserLink.tsx'
import { Clamp } from '../../ui/Clamp.tsx'
import type { Column } from '../../ui/ColumnTable.tsx'
import { StateWord } from '../../ui/StateWord.tsx'
import { When } from '../../ui/When.tsx'
import { chargebackReason, chargebackStateWords } from '../chargeback-words.ts'
import ownClasses from './disputes.module.css'
import type { DisputeSearch } from './search.ts'

const what: Column<Chargeback> = {
  name: 'Order',
  cell: ({ id, title, public_id }) => (
    <>
      <Link to="/dashboard/chargebacks/$id" params={{ id }} className={classes.title}>
        <Clamp text={title === null ? id : orNull(title)} />
      </Link>
      <span className={classes.quiet}>
        <Clamp text={public_id ?? id} mono />
      </span>
    </>
  ),
}
const amount: Column<Chargeback> = {
  name: 'Amount',
  width: 112,
  is: 'number',
  cell: (row) => (
    <>
      <span className={classes.money}>{grouped(row.amount, row.currency)}</span>
      <span className={classes.quiet}>fee {grouped(row.fee, row.currency)}</span>
    </>
  ),
}
const state: Column<Chargeback> = {
  name: 'State',
  width: 152,
  cell: (row) => <StateWord {...chargebackStateWords[row.state]} />,
}
const reason: Column<Chargeback> = {
  name: 'Reason',
  width: '20%',
  cell: (row) => <Clamp text={chargebackReason(row.reason)} lines={2} />,
}
const buyer: Column<Chargeback> = {
  name: 'Buyer',
  width: '13%',
  cell: (row) => (row.buyer ? <UserLink {...row.buyer} /> : '–'),
}
const open: readonly Column<Chargeback>[] = [
  what,
  amount,
  {
    name: 'Evidence',
    width: 128,
    cell: ({ evidence_due_at, submitted_at }) =>
      submitted_at ? (
        <StateWord word="Sent" tone="good" />
      ) : evidence_due_at === null ? (
        'No deadline'
      ) : (
        <DeadlineWord at={evidence_due_at} />
      ),
  },
  state,
  reason,
  buyer,
]
const closed: readonly Column<Chargeback>[] = [
  what,
  amount,
  state,
  reason,
  buyer,
  {
    name: 'Closed',
    width: 176,
    is: 'date',
    cell: ({ closed_at }) => (closed_at ? <When value={closed_at} write={shortLocal} /> : '–'),
  },
]

/** The chargebacks, nearest evidence deadline first. */
export function Chargebacks({ search }: { search: DisputeSearch }) {
  const isClosed = search.scope === 'closed'
  const { currency } = search
  const navigate = useNavigate()
  const pages = usePages(api.chargebacks.list, {
    query: { ...(isClosed && { scope: 'closed' as const }), ...(currency && { currency }) },
  })
  const { rows, more, failure } = pages
  const choice = (label: string, scope?: 'closed') => {
    const isCurrent = isClosed === (scope === 'closed')
    return {
      label,
      isCurrent,
      figure: isCurrent && rows && !failure ? `${rows.length}${more ? '+' : ''}` : undefined,
      link: {
        to: '/dashboard/disputes' as const,
        search: { tab: 'chargebacks', ...(scope && { scope }), ...(currency && { currency }) },
      },
    }
  }
  return (
    <>
      <search aria-label="Filters" className={ownClasses.filters}>
        <ChoiceLinks label="Chargebacks" choices={[choice('Open'), choice('Closed', 'closed')]} />
        <CurrencyFilter
          known={rows?.map((row) => currencyOf(row.currency)) ?? []}
          value={currency ?? ''}
          onChange={(chosen) =>
            void navigate({
              to: '/dashboard/disputes',
              search: mergedSearch<DisputeSearch>(search, { currency: chosen }),
              resetScroll: false,
            })
          }
        />
      </search>
      <PagedList
        pages={pages}
        what="chargebacks"
        empty={
          currency !== undefined
            ? 'No chargebacks match these filters.'
            : isClosed
              ? 'No chargeback is closed yet.'
              : 'No chargeback is open. One is listed here when a bank takes a payment back.'
        }
      >
        {(loaded) => (
          <DeskTable
            label="Chargebacks"
            columns={isClosed ? closed : open}
            rows={loaded}
            keyOf={({ id }) => id}
            least={920}
          />
        )}
      </PagedList>
    </>
  )
}
