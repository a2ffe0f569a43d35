import { Button } from '@mantine/core'
import { api } from '@portreeve/contract'
import { correctable, type LedgerDifference } from '@portreeve/contract/money/reconciliation'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { usePages } from '../../data/pages.ts'
import { grouped } from '../../format/money.ts'
import { GuardedButton } from '../../shell/GuardedButton.tsx'
import { ChoiceLinks } from '../../shell/lists/ChoiceLinks.tsx'
import { DeskTable } from '../../shell/lists/DeskTable.tsx'
import classes from '../../shell/lists/desk.module.css'
import { useCaseMark } from '../../shell/lists/opened-case.ts'
import { PagedList } from '../../shell/PagedList.tsx'
import { Clamp } from '../../ui/Clamp.tsx'
import type { Column } from '../../ui/ColumnTable.tsx'
import { StateWord } from '../../ui/StateWord.tsx'
import { ProviderId } from '../ProviderId.tsx'
import { SettleDialog } from './SettleDialog.tsx'
import { differencesOf, type ReconciliationSearch } from './search.ts'
import { differenceStates, kindWords } from './words.ts'

const to = '/dashboard/reconciliation'

const side = (cents: number | null, currency?: string) => (cents === null ? '–' : grouped(cents, currency))

const columnsFor = (
  onSettle: (difference: LedgerDifference) => void,
): readonly Column<LedgerDifference>[] => [
  {
    name: 'Difference',
    cell: ({ kind, words }) => (
      <>
        <strong>{kindWords[kind]}</strong>
        <Clamp text={words} lines={2} />
      </>
    ),
  },
  {
    name: 'Where',
    width: '18%',
    cell: ({ transaction_id, reference }) => (
      <>
        {transaction_id && (
          <Link to="/dashboard/txns/$id" params={{ id: transaction_id }} className={classes.title}>
            <Clamp text={transaction_id} mono />
          </Link>
        )}
        <ProviderId id={reference} />
      </>
    ),
  },
  { name: 'Ledger', width: 96, is: 'number', cell: (one) => side(one.ledger_cents, one.currency) },
  { name: 'Provider', width: 96, is: 'number', cell: (one) => side(one.provider_cents, one.currency) },
  {
    name: 'State',
    width: 148,
    cell: ({ state, first_day, last_day, settled_by, reason }) => (
      <>
        <StateWord {...differenceStates[state]} />
        <span className={classes.quiet}>
          {first_day === last_day ? first_day : `${first_day} to ${last_day}`}
        </span>
        {settled_by && (
          <span className={classes.quiet}>
            <Clamp text={`${settled_by.name ?? settled_by.uid}${reason ? `: ${reason}` : ''}`} lines={2} />
          </span>
        )}
      </>
    ),
  },
  {
    name: 'Action',
    width: 84,
    cell: (difference) =>
      difference.state === 'open' && (
        <GuardedButton
          may="money.correct"
          size="compact-sm"
          variant="default"
          aria-label={`Settle: ${difference.words}`}
          whyNot={difference.kind in correctable ? null : 'No correction settles this kind of difference.'}
          onClick={() => onSettle(difference)}
        >
          Settle…
        </GuardedButton>
      ),
  },
]

const states = [
  [undefined, 'Open'],
  ['asked', 'Wait for approval'],
  ['settled', 'Settled'],
  ['gone', 'Gone'],
  ['all', 'All'],
] as const

/** Differences with the figures of both sides, by state or by the day whose check found them. */
export function Differences({ search }: { search: ReconciliationSearch }) {
  const [settling, setSettling] = useState<LedgerDifference | null>(null)
  const columns = useMemo(() => columnsFor(setSettling), [])
  const { day, state, difference } = search
  const mark = useCaseMark('difference')
  const pages = usePages(api.reconciliation.differences, { query: differencesOf(search) })
  return (
    <>
      <ChoiceLinks
        label="State"
        choices={states.map(([value, label]) => ({
          label,
          isCurrent: day === undefined && difference === undefined && state === value,
          link: { to, search: value === undefined ? {} : { state: value } },
        }))}
      />
      {(difference !== undefined || day !== undefined) && (
        <p className={classes.toolbar}>
          {difference === undefined ? `What the check of ${day} found.` : 'A single difference.'}
          <Button
            size="compact-xs"
            variant="default"
            renderRoot={(props) => <Link to={to} resetScroll={false} {...props} />}
          >
            {difference === undefined ? 'All days' : 'All differences'}
          </Button>
        </p>
      )}
      <PagedList
        pages={pages}
        what="differences"
        empty={
          day === undefined && difference === undefined && state === undefined
            ? 'Nothing is open: the ledger and the provider agree.'
            : 'No differences here.'
        }
      >
        {(rows) => (
          <DeskTable
            label="Differences"
            columns={columns}
            rows={rows}
            keyOf={({ id }) => id}
            least={760}
            markOf={({ id }) => mark(id)}
          />
        )}
      </PagedList>
      {settling && <SettleDialog difference={settling} onClose={() => setSettling(null)} />}
    </>
  )
}
