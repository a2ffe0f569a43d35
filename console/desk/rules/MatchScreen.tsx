import { api } from '@portreeve/contract'
import { ruleEvents } from '@portreeve/contract/desk/rule-fields'
import type { RuleMatch } from '@portreeve/contract/desk/rules'
import { Link, useParams } from '@tanstack/react-router'
import { failureText } from '../../data/failure.ts'
import { useAction } from '../../data/use-action.ts'
import { useData } from '../../data/use-data.ts'
import { classWords } from '../../format/cases.ts'
import { longLocal } from '../../format/dates.ts'
import { dollars } from '../../format/money.ts'
import { GuardedButton } from '../../shell/GuardedButton.tsx'
import { RecordLink } from '../../shell/records/RecordLink.tsx'
import { FactList } from '../../ui/FactList.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { LinesSkeleton } from '../../ui/skeletons.tsx'
import { When } from '../../ui/When.tsx'
import parts from '../appeals/appeals.module.css'
import { shownBy } from '../desk/options.ts'

/** A record that a rule has met, and the decision of a person about its case. */
export function MatchScreen() {
  const { id } = useParams({ from: '/shell/dashboard/rules/met/$id' })
  const { data, failure, loading, reload } = useData(api.rules.match, { params: { id } })
  return (
    <>
      <PageHead
        title={data?.case?.words ?? 'Met by a rule'}
        above={
          <Link to="/dashboard/desk" search={{ kind: 'rule' }}>
            Desk / Met by rules
          </Link>
        }
      />
      {failure && !data && <FailedState message={failureText(failure)} onRetry={reload} />}
      {data ? (
        <div className={parts.columns}>
          <Decide match={data} />
          <Facts match={data} />
        </div>
      ) : (
        loading && <LinesSkeleton lines={8} height={28} />
      )}
    </>
  )
}

function Facts({
  match: { subject, rule, at, did, end, cents, currency, case: about },
}: {
  match: RuleMatch
}) {
  return (
    <section className={parts.part} aria-labelledby="facts">
      <h2 id="facts">What the rule says</h2>
      <FactList
        className={parts.facts}
        facts={[
          ['Record', <RecordLink key="record" subject={subject} />],
          [
            'Rule',
            <Link key="rule" to="/dashboard/rules/$id" params={{ id: rule.id }} search={{}}>
              {rule.name}
            </Link>,
          ],
          ['When', ruleEvents[rule.event].words],
          ['And', <code key="query">{rule.query}</code>],
          ...(about ? ([['Class', classWords[about.class]]] as const) : []),
          ['Met', <When key="at" value={at} write={longLocal} />],
          ['It did', did.map((one) => <div key={one}>{one}</div>)],
          ['Ended', end ?? 'gone'],
          ...(cents === null ? [] : ([['Amount', dollars(cents, currency)]] as const)),
        ]}
      />
    </section>
  )
}

const outcomes = {
  open: 'It waits.',
  right: 'It was right',
  wrong: 'It was a mistake',
  closed: 'It was closed',
}

function Decide({ match: { id, subject, case: about } }: { match: RuleMatch }) {
  const judge = useAction(api.rules.judge, {
    done: 'The case is decided',
    failed: 'The case could not be decided',
    refetch: [api.rules.match, api.rules.get, ...shownBy],
    refetchOnConflict: [api.rules.match],
  })
  const decide = (right: boolean) => void judge.run({ params: { id }, body: { right } })
  const shared = { may: 'proposals.decide', loading: judge.busy } as const
  if (about?.state !== 'open')
    return (
      <section className={parts.part} aria-labelledby="decide">
        <h2 id="decide">Outcome</h2>
        <p className={parts.quiet}>
          {about ? outcomes[about.state] : 'The rule has put no case on the desk.'}
          {about?.by && (
            <>
              : <bdi>{about.by}</bdi>, <When value={about.at} write={longLocal} />
            </>
          )}
        </p>
      </section>
    )
  return (
    <section className={parts.part} aria-labelledby="decide">
      <h2 id="decide">Decide</h2>
      <p className={parts.quiet}>
        Look at <RecordLink subject={subject} />, and do there what is right. Then say whether the rule was
        right to point it out: it counts in its figures, and the case leaves the desk.
      </p>
      <div className={parts.buttons}>
        <GuardedButton {...shared} onClick={() => decide(true)}>
          It was right
        </GuardedButton>
        <GuardedButton {...shared} variant="default" onClick={() => decide(false)}>
          It was a mistake
        </GuardedButton>
      </div>
    </section>
  )
}
