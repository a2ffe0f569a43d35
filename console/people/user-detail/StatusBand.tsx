import { api } from '@portreeve/contract'
import { restrictions as restrictionWords } from '@portreeve/contract/people/policies'
import type { UserOverview } from '@portreeve/contract/people/user-overview'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { isUnknownCall } from '../../data/failure.ts'
import { useData } from '../../data/use-data.ts'
import { spaced } from '../../format/actions.ts'
import { longLocal, shortLocal } from '../../format/dates.ts'
import { sumWords } from '../../format/money.ts'
import { count } from '../../format/words.ts'
import { PinnedNote } from '../../staff/timeline/PinnedNote.tsx'
import { Chip, Chips, type Tone } from '../../ui/Chip.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { When } from '../../ui/When.tsx'
import { proposedWords } from '../measures/words.ts'
import classes from './status-band.module.css'

/** What staff should know before they act: the block, a chip for each open matter, and the newest note. */
export function StatusBand({
  uid,
  atTop = false,
}: {
  uid: string /** Above the sections of the person's page. */
  atTop?: boolean
}) {
  const overview = useData(api.users.overview, { params: { uid } })
  const { data, failure } = overview
  if (failure && !data)
    return isUnknownCall(failure) ? null : (
      <section className={classes.band} data-top={atTop || undefined} aria-label="At a glance">
        <FailedState message="The person's open matters could not be loaded." onRetry={overview.reload} />
      </section>
    )
  // Before the answer the place stays empty: most people have nothing open.
  if (!data) return null
  const chips = chipsOf(data, uid)
  const { newest } = data.notes
  if (!data.blocked && chips.length === 0) return null
  return (
    <section className={classes.band} data-top={atTop || undefined} aria-label="At a glance">
      {data.blocked && <Blocked uid={uid} block={data.blocked} />}
      {chips.length > 0 && (
        <Chips label="Open matters">
          {chips.map(({ words, tone, link }) => (
            <li key={words}>{link(<Chip tone={tone}>{words}</Chip>)}</li>
          ))}
        </Chips>
      )}
      {newest && <PinnedNote note={newest} />}
    </section>
  )
}

function Blocked({ uid, block }: { uid: string; block: NonNullable<UserOverview['blocked']> }) {
  // A server of an earlier release has none.
  const { unpaid } = block
  return (
    <div className={classes.blocked}>
      <p title={block.reason ?? undefined}>
        <strong>Blocked</strong>
        {block.by !== null && (
          <>
            {' '}
            by <bdi>{block.by}</bdi>
          </>
        )}
        {block.at !== null && (
          <>
            {' on '}
            <When value={block.at} write={longLocal} />
          </>
        )}
        {block.reason === null ? (
          ', without a reason.'
        ) : (
          <>
            : <bdi>{block.reason}</bdi>
          </>
        )}
      </p>
      {unpaid?.count > 0 && (
        <Link to="/dashboard/money-plans" search={{ seller: uid }}>
          {sumWords(unpaid)} of {count(unpaid.count, 'unpaid sale', 'unpaid sales')}: the plan
        </Link>
      )}
    </div>
  )
}

interface ChipOf {
  readonly words: string
  readonly tone: Tone
  readonly link: (chip: ReactNode) => ReactNode
}

/** The chips with their words and places; matters without any are left out. */
export function chipsOf(overview: UserOverview, uid: string): ChipOf[] {
  const { reports, disputes, chargebacks, refunds, linked, notes, differs = [], held } = overview
  // A server of an earlier release has neither.
  const { restrictions = [], strikes = [] } = overview
  const here = (hash: string) => (chip: ReactNode) => (
    <Link to="/user-detail/$uid" params={{ uid }} hash={hash}>
      {chip}
    </Link>
  )
  const orders = (search: { dispute?: string; waiting?: string; state?: string }) => (chip: ReactNode) => (
    <Link to="/dashboard/txns/$id" params={{ id: 'overview' }} search={{ person: uid, ...search }}>
      {chip}
    </Link>
  )
  const timeline = (chip: ReactNode) => (
    <Link to="/user-detail/$uid" params={{ uid }} hash search={{ timeline: `user:${uid}` }}>
      {chip}
    </Link>
  )
  const chips: (ChipOf | false)[] = [
    reports.open > 0 && {
      words: `${count(reports.open, 'open report', 'open reports')}${reports.reporters > 0 ? ` · ${count(reports.reporters, 'person', 'people')}` : ''}`,
      tone: 'alarm',
      link: here('reports'),
    },
    ...restrictions.map(({ kind, until }) => ({
      words: `${restrictionWords[kind]}${until === null ? '' : ` until ${shortLocal(until)}`}`,
      tone: 'caution' as const,
      link: here('measures'),
    })),
    ...strikes.map(({ name, count: number, proposed }) => ({
      words: `${count(number, 'strike', 'strikes')}: ${name}${proposed ? ` · proposed: ${proposedWords(proposed)}` : ''}`,
      tone: proposed ? ('caution' as const) : ('quiet' as const),
      link: here('measures'),
    })),
    disputes > 0 && {
      words: count(disputes, 'open dispute', 'open disputes'),
      tone: 'alarm',
      link: orders({ dispute: 'open' }),
    },
    chargebacks > 0 && {
      words: count(chargebacks, 'open chargeback', 'open chargebacks'),
      tone: 'alarm',
      link: orders({ state: 'charged_back' }),
    },
    held.by_hand > 0 && {
      words: `${count(held.by_hand, 'payout', 'payouts')} held by staff`,
      tone: 'caution',
      link: orders({ state: 'held' }),
    },
    held.sales > 0 && {
      words: `${sumWords(held)} held`,
      tone: 'caution',
      link: orders({ state: 'held' }),
    },
    refunds.waiting > 0 && {
      words: `${count(refunds.waiting, 'request waits', 'requests wait')} for approval`,
      tone: 'caution',
      link: orders({ waiting: 'true' }),
    },
    refunds.pending > 0 && {
      words: `${count(refunds.pending, 'refund', 'refunds')} on the way`,
      tone: 'caution',
      link: orders({}),
    },
    differs.length > 0 && {
      words: `The marketplace differs: ${differs.map(spaced).join(', ')}`,
      tone: 'caution',
      link: timeline,
    },
    linked.accounts > 0 && {
      words: `${linked.accounts}${linked.more ? '+' : ''} linked ${linked.accounts === 1 ? 'account' : 'accounts'}${linked.blocked > 0 ? `, ${linked.blocked} blocked` : ''}`,
      tone: linked.blocked > 0 ? 'caution' : 'quiet',
      link: here('linked'),
    },
    notes.count > 0 && {
      words: count(notes.count, 'note', 'notes'),
      tone: 'quiet',
      link: timeline,
    },
  ]
  return chips.filter((chip) => chip !== false)
}
