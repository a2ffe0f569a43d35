import { api } from '@portreeve/contract'
import type { DeskCase } from '@portreeve/contract/desk/desk'
import type { DeskKind } from '@portreeve/contract/desk/desk-ranking'
import { Link } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'
import { useData } from '../../data/use-data.ts'
import { grouped } from '../../format/money.ts'
import { serverNow } from '../../format/now.ts'
import { StatusBand } from '../../people/user-detail/StatusBand.tsx'
import { readCase } from '../../shell/lists/opened-case.ts'
import { onDemand } from '../../shell/on-demand.tsx'
import { PeekBody, PeekFacts, PeekHead } from '../../shell/peek/PeekParts.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LinesSkeleton } from '../../ui/skeletons.tsx'
import { CasePicture, Due, Kind } from './columns.tsx'
import classes from './desk-list.module.css'
import { bandReasonOf, detailOf, factOf, nameOf, partsOf } from './words.ts'

const skeleton = <LinesSkeleton lines={9} height={24} />
const TransactionFacts = onDemand(
  async () => (await import('../../money/transactions/TransactionFacts.tsx')).TransactionFacts,
  skeleton,
)
const ListingFacts = onDemand(
  async () => (await import('../../listings/review/ListingFacts.tsx')).ListingFacts,
  skeleton,
)
const ReportFacts = onDemand(
  async () => (await import('../../people/users/ReportFacts.tsx')).ReportFacts,
  skeleton,
)
const Similar = onDemand(async () => (await import('../../listings/review/Similar.tsx')).Similar)

interface CasePeekProps {
  /** 'kind:id' */
  text: string
  /** The case in the list; without it, it is loaded. */
  listed: DeskCase | undefined
  /** The decisions of a case. */
  children: (row: DeskCase) => ReactNode
}

/** A case beside the list: why it is urgent, what is known, and its decisions. */
export function CasePeek({ text, listed, children }: CasePeekProps) {
  const ref = readCase(text)
  const loaded = useData(
    api.desk.get,
    { params: ref ?? { kind: '', id: '' } },
    { when: !listed && ref !== null },
  )
  const row = listed ?? loaded.data
  if (!row)
    return (
      <PeekBody>
        <PeekHead picture={null} title={loaded.loading ? 'Case …' : 'No open case'} />
        {loaded.loading ? skeleton : <EmptyState>This case is decided, or there was none.</EmptyState>}
      </PeekBody>
    )
  return (
    <>
      <PeekBody>
        <PeekHead picture={<CasePicture row={row} size={72} />} title={nameOf(row)}>
          <span className={classes.line}>
            {row.cents !== null && <b>{grouped(row.cents, row.currency)}</b>}
            <Kind row={row} />
            <Due row={row} />
          </span>
          <span className={classes.reasons}>{detailOf(row)}</span>
          {row.listing !== null && row.kind !== 'listing_reports' && (
            <Link to="/dashboard/listings/$key" params={{ key: row.listing }}>
              Listing page
            </Link>
          )}
        </PeekHead>
        <Why row={row} />
        {factsOf(row)}
      </PeekBody>
      {children(row)}
    </>
  )
}

/** The band, and the parts of the score, which add up to it. */
function Why({ row }: { row: DeskCase }) {
  const now = serverNow()
  const band = bandReasonOf(row)
  return (
    <ul className={classes.why} aria-label={`Score ${row.score}`}>
      {band !== null && (
        <li>
          <b>{band}</b>
        </li>
      )}
      {partsOf(row).map((part) => (
        <li key={part}>
          <b>{row.points[part]}</b> {factOf(part, row, now)}
        </li>
      ))}
    </ul>
  )
}

const ofListings: readonly DeskKind[] = ['listing', 'promotion']

/** What is known of the record. */
function factsOf(row: DeskCase): ReactNode {
  const { kind, id, transaction, person, listing } = row
  if (ofListings.includes(kind))
    return <ListingFacts key={id} kind={kind === 'listing' ? kind : 'promotion'} id={id} />
  if (kind === 'listing_reports')
    return (
      <Fragment key={id}>
        <ReportFacts listing={listing ?? id} uid={person?.uid ?? null} />
        <Similar id={listing ?? id} />
      </Fragment>
    )
  if (kind === 'user_reports') return <ReportFacts key={id} listing={null} uid={id} />
  if (transaction !== null) return <TransactionFacts key={transaction} id={transaction} />
  return (
    <>
      {kind === 'conversation' && row.about && <PeekFacts facts={[['Waits', row.about]]} />}
      {person && <StatusBand key={person.uid} uid={person.uid} />}
    </>
  )
}
