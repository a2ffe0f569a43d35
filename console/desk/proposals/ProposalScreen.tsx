import { Title } from '@mantine/core'
import { api } from '@portreeve/contract'
import { permissions } from '@portreeve/contract/base/rights'
import type { Proposal } from '@portreeve/contract/desk/proposals'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useData } from '../../data/use-data.ts'
import { actionWords } from '../../format/actions.ts'
import { longLocal } from '../../format/dates.ts'
import { grouped } from '../../format/money.ts'
import { rateWords } from '../../format/proposal-rate.ts'
import { GuardedButton } from '../../shell/GuardedButton.tsx'
import { RecordLink } from '../../shell/records/RecordLink.tsx'
import { Changes } from '../../staff/timeline/Changes.tsx'
import { FactList } from '../../ui/FactList.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { StateWord, type Tone } from '../../ui/StateWord.tsx'
import { LinesSkeleton } from '../../ui/skeletons.tsx'
import { When } from '../../ui/When.tsx'
import classes from '../appeals/appeals.module.css'
import { AcceptDialog, DeclineDialog } from './ProposalDialogs.tsx'

const states: Readonly<Record<Proposal['state'], { word: string; tone: Tone }>> = {
  waiting: { word: 'waits', tone: 'caution' },
  accepted: { word: 'accepted', tone: 'good' },
  declined: { word: 'declined', tone: 'quiet' },
  stale: { word: 'stale', tone: 'quiet' },
}

const failures: Readonly<Record<number, string>> = {
  404: 'There is no such proposal.',
  403: 'You may not do what is proposed, so it is not shown to you.',
}

/** What a program proposes: its reason, what it would do, and the decision of a person. */
export function ProposalScreen() {
  const { id } = useParams({ from: '/shell/dashboard/proposals/$id' })
  const { data, failure, loading, reload } = useData(api.proposals.get, { params: { id } })
  const words = failures[failure?.status ?? 0]
  const proposal = words ? undefined : data
  return (
    <>
      <PageHead
        title={proposal ? `Proposal: ${actionWords(proposal.call)}` : 'Proposal'}
        above={
          <Link to="/dashboard/desk" search={{ kind: 'proposal' }}>
            Desk / Proposals
          </Link>
        }
      />
      {failure && <FailedState message={words ?? 'The proposal could not be loaded.'} onRetry={reload} />}
      {proposal ? (
        <div className={classes.columns}>
          <div>
            <Said proposal={proposal} />
            {proposal.decided ? <Outcome proposal={proposal} /> : <Decide proposal={proposal} />}
          </div>
          <Effect proposal={proposal} />
        </div>
      ) : (
        loading && <LinesSkeleton lines={12} height={28} />
      )}
    </>
  )
}

/** The words of a program are plain text: nothing in them is a link. */
function Said({ proposal }: { proposal: Proposal }) {
  const { program, owner, reason, subject, created_at, state, permission, rate } = proposal
  return (
    <section className={classes.part} aria-labelledby="said">
      <Title order={2} id="said">
        What the program says
      </Title>
      <p className={classes.text} dir="auto">
        {reason}
      </p>
      <FactList
        className={classes.facts}
        facts={[
          ['Program', <bdi key="program">{program}</bdi>],
          ['Owned by', <bdi key="owner">{owner.name}</bdi>],
          ['Record', <RecordLink key="record" subject={subject} />],
          ['State', <StateWord key="state" {...states[state]} />],
          ['Proposed', <When key="at" value={created_at} write={longLocal} />],
          ['Needs the right', `to ${permissions[permission].words}`],
          ['Its proposals', rateWords(rate)],
        ]}
      />
    </section>
  )
}

/** What the call would do, as it was tried when it was proposed. */
function Effect({ proposal: { effect, currency } }: { proposal: Proposal }) {
  return (
    <section className={classes.part} aria-labelledby="effect">
      <Title order={2} id="effect">
        What it would do
      </Title>
      {effect.deeds.map((deed) => (
        <div key={`${deed.action} ${deed.subject?.id}`} className={classes.part}>
          <p className={classes.quiet}>
            {actionWords(deed.action, deed.after)} <RecordLink subject={deed.subject} />
          </p>
          <Changes before={deed.before} after={deed.after} currency={currency ?? undefined} />
        </div>
      ))}
      {effect.operations.length > 0 && (
        <>
          <Title order={3}>What would leave afterwards</Title>
          <ul>
            {effect.operations.map(({ kind, subject, cents }) => (
              <li key={`${kind} ${subject?.id}`}>
                {kind.replaceAll(/[_.]/g, ' ')}
                {cents !== null && ` ${grouped(cents, currency ?? undefined)}`}
              </li>
            ))}
          </ul>
        </>
      )}
      <p className={classes.quiet}>
        {effect.events.length === 0
          ? 'The marketplace gets no event.'
          : `The marketplace gets: ${effect.events.map(({ type }) => type).join(', ')}.`}
      </p>
    </section>
  )
}

function Decide({ proposal }: { proposal: Proposal }) {
  const [dialog, setDialog] = useState<'accept' | 'decline' | null>(null)
  const close = () => setDialog(null)
  return (
    <section className={classes.part} aria-labelledby="decide">
      <Title order={2} id="decide">
        Decide
      </Title>
      <p className={classes.quiet}>
        You do it under your name and with your rights. If something else is right, do that on the page of the
        record, and decline this with a word.
      </p>
      <div className={classes.buttons}>
        <GuardedButton may="proposals.decide" onClick={() => setDialog('accept')}>
          Accept…
        </GuardedButton>
        <GuardedButton may="proposals.decide" variant="default" onClick={() => setDialog('decline')}>
          Decline…
        </GuardedButton>
      </div>
      {dialog === 'accept' && <AcceptDialog proposal={proposal} onClose={close} />}
      {dialog === 'decline' && <DeclineDialog proposal={proposal} onClose={close} />}
    </section>
  )
}

function Outcome({ proposal: { state, decided } }: { proposal: Proposal }) {
  return (
    <section className={classes.part} aria-labelledby="outcome">
      <Title order={2} id="outcome">
        Outcome
      </Title>
      <StateWord {...states[state]} />
      <p className={classes.quiet}>
        <bdi>{decided?.by.name}</bdi>, <When value={decided?.at ?? null} write={longLocal} />
      </p>
      {decided?.note && (
        <p className={classes.text} dir="auto">
          {decided.note}
        </p>
      )}
    </section>
  )
}
