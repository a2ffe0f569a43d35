import { Title } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { Appeal } from '@portreeve/contract/desk/appeals'
import { statementText } from '@portreeve/contract/people/statement-text'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useEnvironment } from '../../data/backend.tsx'
import { useData } from '../../data/use-data.ts'
import { pictureAddress } from '../../format/address.ts'
import { longLocal, shortLocal } from '../../format/dates.ts'
import { orNull } from '../../format/words.ts'
import { appealWords, kindWords, standing } from '../../people/measures/words.ts'
import { GuardedButton } from '../../shell/GuardedButton.tsx'
import { onDemand } from '../../shell/on-demand.tsx'
import { AsThen, RecordLink } from '../../shell/records/RecordLink.tsx'
import { Thumbnail } from '../../shell/records/Thumbnail.tsx'
import { UserLink } from '../../shell/records/UserLink.tsx'
import { Files } from '../../staff/files/Files.tsx'
import { FactList } from '../../ui/FactList.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { StateWord } from '../../ui/StateWord.tsx'
import { LinesSkeleton } from '../../ui/skeletons.tsx'
import { When } from '../../ui/When.tsx'
import classes from './appeals.module.css'

const Dialogs = onDemand(async () => (await import('./AppealDialogs.tsx')).AppealDialogs)

/** An appeal: what the person says, the decision with its reasons, and the three outcomes. */
export function AppealScreen() {
  const { id } = useParams({ from: '/shell/dashboard/appeals/$id' })
  const { data, failure, loading, reload } = useData(api.appeals.get, { params: { id } })
  const isMissing = failure?.status === 404
  const appeal = isMissing ? undefined : data
  return (
    <>
      <PageHead
        title={appeal ? `Appeal of ${orNull(appeal.person.name)}` : 'Appeal'}
        above={
          <Link to="/dashboard/desk" search={{ kind: 'appeal' }}>
            Desk / Appeals
          </Link>
        }
      />
      {failure && (
        <FailedState
          message={isMissing ? 'There is no such appeal.' : 'The appeal could not be loaded.'}
          onRetry={reload}
        />
      )}
      {appeal ? <Content appeal={appeal} /> : loading && <LinesSkeleton lines={12} height={28} />}
    </>
  )
}

const Content = ({ appeal }: { appeal: Appeal }) => (
  <div className={classes.columns}>
    <div>
      <Said appeal={appeal} />
      {appeal.decided ? <Answer appeal={appeal} /> : <Outcomes appeal={appeal} />}
    </div>
    <Decision appeal={appeal} />
  </div>
)

function Said({ appeal: { rounds, person, conversation } }: { appeal: Appeal }) {
  return (
    <section className={classes.part} aria-labelledby="said">
      <Title order={2} id="said">
        What the person says
      </Title>
      <ol className={classes.rounds}>
        {rounds.map(({ by, text, attachments, at }) => (
          <li key={`${at} ${text}`}>
            <p className={classes.quiet}>
              <bdi>{orNull(by ? by.name : person.name)}</bdi>
              {by && ' asked'}, <When value={at} write={shortLocal} />
            </p>
            <p className={classes.text} dir="auto">
              {text}
            </p>
            <Attachments paths={attachments} />
          </li>
        ))}
      </ol>
      {conversation && (
        <Link to="/dashboard/messages/$id" params={{ id: conversation }} search={{ view: 'all' }}>
          Conversation
        </Link>
      )}
    </section>
  )
}

function Attachments({ paths }: { paths: readonly string[] }) {
  const { links } = useEnvironment()
  return paths.map((path) => {
    const address = pictureAddress(links.storage, path)
    return address ? (
      <a
        key={path}
        href={address}
        target="_blank"
        rel="noopener noreferrer"
        aria-label="Attachment, opens in a new tab"
      >
        <Thumbnail path={path} size={64} />
      </a>
    ) : (
      <Thumbnail key={path} path={null} size={64} />
    )
  })
}

/** The decision that the appeal is about, as it was made. */
function Decision({ appeal: { measure, person } }: { appeal: Appeal }) {
  const { kind, by, at, grounds, reason, subject } = measure
  // The record as it was just before the decision, as its decider saw it.
  const before = new Date(Date.parse(at) - 1000).toISOString()
  return (
    <section className={classes.part} aria-labelledby="decision">
      <Title order={2} id="decision">
        The decision
      </Title>
      <FactList
        className={classes.facts}
        facts={[
          ['Decision', kindWords[kind]],
          ['State', <StateWord key="state" {...standing(measure)} />],
          ['Person', <UserLink key="person" uid={person.uid} name={person.name} />],
          [
            'Record',
            <span key="record">
              <RecordLink subject={subject} /> <AsThen {...subject} at={before} />
            </span>,
          ],
          ['Decided by', orNull(by?.name)],
          ['Decided', <When key="at" value={at} write={longLocal} />],
          ['Policy', grounds.map(({ name }) => name).join(', ') || 'None'],
          ['Facts', reason ?? 'None'],
        ]}
      />
      <Title order={3}>The statement of reasons</Title>
      <p className={classes.text} dir="auto">
        {statementText(measure, 'taken', person.name)}
      </p>
    </section>
  )
}

function Outcomes({ appeal }: { appeal: Appeal }) {
  const [dialog, setDialog] = useState<'upheld' | 'changed' | 'reversed' | 'ask' | null>(null)
  const button = {
    may: 'appeals.decide',
    whyNot: appeal.barred
      ? 'You took part in the decision. Somebody who did not take part decides the appeal.'
      : null,
  } as const
  return (
    <section className={classes.part} aria-labelledby="outcome">
      <Title order={2} id="outcome">
        Decide
      </Title>
      <p className={classes.quiet}>
        Due <When value={appeal.due_at} write={shortLocal} />
      </p>
      <div className={classes.buttons}>
        <GuardedButton {...button} variant="default" onClick={() => setDialog('upheld')}>
          It stands…
        </GuardedButton>
        <GuardedButton {...button} variant="default" onClick={() => setDialog('changed')}>
          Change it…
        </GuardedButton>
        <GuardedButton {...button} variant="default" onClick={() => setDialog('reversed')}>
          Take it back…
        </GuardedButton>
        <GuardedButton {...button} variant="subtle" onClick={() => setDialog('ask')}>
          Ask the person…
        </GuardedButton>
      </div>
      {dialog && <Dialogs appeal={appeal} is={dialog} onClose={() => setDialog(null)} />}
    </section>
  )
}

function Answer({ appeal: { state, decided } }: { appeal: Appeal }) {
  return (
    <section className={classes.part} aria-labelledby="answer">
      <Title order={2} id="answer">
        Outcome
      </Title>
      <StateWord {...appealWords[state]} />
      <p className={classes.quiet}>
        {decided?.by && (
          <>
            <bdi>{orNull(decided.by.name)}</bdi>,{' '}
          </>
        )}
        <When value={decided?.at ?? null} write={longLocal} />
      </p>
      {decided?.reason && (
        <p className={classes.text} dir="auto">
          {decided.reason}
        </p>
      )}
      <Files files={decided?.files} />
    </section>
  )
}
