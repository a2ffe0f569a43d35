import { api } from '@portreeve/contract'
import type { MoneyPlan } from '@portreeve/contract/money/money-plans'
import { Link, useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { usePages } from '../../data/pages.ts'
import { shortLocal } from '../../format/dates.ts'
import { grouped, sumWords } from '../../format/money.ts'
import { serverNow } from '../../format/now.ts'
import { GuardedButton } from '../../shell/GuardedButton.tsx'
import classes from '../../shell/lists/desk.module.css'
import { onDemand } from '../../shell/on-demand.tsx'
import { PagedList } from '../../shell/PagedList.tsx'
import { UserLink } from '../../shell/records/UserLink.tsx'
import { Clamp } from '../../ui/Clamp.tsx'
import { type Column, ColumnTable } from '../../ui/ColumnTable.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { ScrollBox } from '../../ui/ScrollBox.tsx'
import { StateWord } from '../../ui/StateWord.tsx'
import { When } from '../../ui/When.tsx'
import { deliveredWords, planState, undeliveredWords } from './plan-words.ts'

const PlanDialog = onDemand(async () => (await import('./MoneyPlanDialog.tsx')).MoneyPlanDialog)

/** Unpaid sales, and what becomes of them. */
function Sales({ sales, way }: { sales: MoneyPlan['delivered']; way: string | undefined }) {
  if (sales.count === 0) return <span className={classes.quiet}>None</span>
  return (
    <>
      {sumWords(sales, grouped)} of {sales.count}
      {way && <span className={classes.quiet}>{way}</span>}
    </>
  )
}

const columnsOf = (onPlan: (of: MoneyPlan) => void): readonly Column<MoneyPlan>[] => [
  { name: 'Seller', width: '18%', cell: ({ seller }) => <UserLink {...seller} /> },
  {
    name: 'Blocked',
    width: 150,
    is: 'date',
    cell: ({ blocked_at }) => blocked_at && <When value={blocked_at} write={shortLocal} />,
  },
  {
    name: 'Buyers have',
    cell: ({ delivered, plan }) => (
      <Sales sales={delivered} way={plan ? deliveredWords[plan.delivered] : undefined} />
    ),
  },
  {
    name: 'Buyers wait for',
    cell: ({ undelivered, plan }) => (
      <Sales sales={undelivered} way={plan ? undeliveredWords[plan.undelivered] : undefined} />
    ),
  },
  { name: 'On', width: 150, is: 'date', cell: ({ due_at }) => <When value={due_at} write={shortLocal} /> },
  {
    name: 'State',
    width: '18%',
    cell: (row) => (
      <>
        <StateWord {...planState(row, serverNow())} />
        {row.plan && (
          <span className={classes.quiet}>
            <Clamp text={`by ${row.plan.by.name ?? row.plan.by.uid}`} />
          </span>
        )}
      </>
    ),
  },
  {
    name: 'Actions',
    width: 100,
    cell: (row) => (
      <GuardedButton
        may="money.hold"
        variant="subtle"
        size="compact-sm"
        aria-label={`Plan the money of ${row.seller.name ?? row.seller.uid}`}
        onClick={() => onPlan(row)}
      >
        {row.plan ? 'Change…' : 'Plan…'}
      </GuardedButton>
    ),
  },
]

/** Blocked sellers with unpaid sales: what becomes of the money, and when. */
export function MoneyPlansScreen() {
  const { seller } = useSearch({ from: '/shell/dashboard/money-plans' })
  const pages = usePages(api.moneyPlans.list, { query: { ...(seller && { seller }) } })
  const [open, setOpen] = useState<MoneyPlan | null>(null)
  const columns = useMemo(() => columnsOf(setOpen), [])
  return (
    <>
      <PageHead title="Money of blocked sellers" above={<Link to="/dashboard/payouts">Payouts</Link>}>
        {seller && <Link to="/dashboard/money-plans">All blocked sellers</Link>}
      </PageHead>
      <PagedList
        pages={pages}
        what="plans"
        empty={
          seller
            ? 'This seller is not blocked, or has no unpaid sale.'
            : 'No blocked seller has an unpaid sale.'
        }
      >
        {(rows) => (
          <ScrollBox label="Money of blocked sellers, table">
            <ColumnTable
              label="Money of blocked sellers"
              stacks
              columns={columns}
              rows={rows}
              keyOf={(row) => row.seller.uid}
              height={52}
            />
          </ScrollBox>
        )}
      </PagedList>
      {open && <PlanDialog of={open} onClose={() => setOpen(null)} />}
    </>
  )
}
