import { Alert } from '@mantine/core'
import { api } from '@portreeve/contract'
import { ruleEvents } from '@portreeve/contract/desk/rule-fields'
import { type Rule, ruleProgram } from '@portreeve/contract/desk/rules'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { failureText } from '../../data/failure.ts'
import { useMe } from '../../data/rights.ts'
import { useAction } from '../../data/use-action.ts'
import { useData } from '../../data/use-data.ts'
import { longLocal } from '../../format/dates.ts'
import { sumWords } from '../../format/money.ts'
import { count } from '../../format/words.ts'
import { GuardedButton } from '../../shell/GuardedButton.tsx'
import { FactList } from '../../ui/FactList.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { StateWord } from '../../ui/StateWord.tsx'
import { LinesSkeleton } from '../../ui/skeletons.tsx'
import { When } from '../../ui/When.tsx'
import parts from '../appeals/appeals.module.css'
import { RuleDialog } from './RuleDialog.tsx'
import { DeleteDialog, OffDialog, OnDialog } from './RuleDialogs.tsx'
import { RuleMatches } from './RuleMatches.tsx'
import { useTry } from './TryForm.tsx'
import { actionSentences, badWords, numbered, rightWords, ruleStates } from './words.ts'

/** A rule: what it does, how right it is, and what it has met. */
export function RuleScreen() {
  const { id } = useParams({ from: '/shell/dashboard/rules/$id' })
  const { data, failure, reload } = useData(api.rules.get, { params: { id } })
  if (!data)
    return (
      <>
        <PageHead title="Rule" above={<Link to="/dashboard/rules">Rules</Link>} />
        {failure ? (
          <FailedState message={failureText(failure)} onRetry={reload} />
        ) : (
          <LinesSkeleton lines={6} height={28} />
        )}
      </>
    )
  return (
    <>
      <PageHead title={data.name} above={<Link to="/dashboard/rules">Rules</Link>}>
        <Buttons rule={data} />
      </PageHead>
      {data.state === 'stopped' && (
        <Alert color="red" mb="md" title="It has stopped itself">
          {data.stopped}
        </Alert>
      )}
      {data.worse && (
        <Alert color="orange" mb="md" title="It gets worse">
          Of the newest 50 records whose end is known, clearly less ended badly than before.
        </Alert>
      )}
      <div className={parts.columns}>
        <RuleMatches rule={data} />
        <Facts rule={data} />
      </div>
    </>
  )
}

function Facts({ rule }: { rule: Rule }) {
  const { event, query, actions, per_hour, state, since, owner, on_by, figures } = rule
  return (
    <section className={parts.part} aria-labelledby="does">
      <h2 id="does">What it does</h2>
      <FactList
        className={parts.facts}
        facts={[
          ['When', ruleEvents[event].words],
          ['And', <code key="query">{query}</code>],
          ['Then', actionSentences(actions).map((sentence) => <div key={sentence}>{sentence}</div>)],
          ['At most', `${count(per_hour, 'record', 'records')} in an hour`],
          ['State', <StateWord key="state" {...ruleStates[state]} />],
          ['Since', <When key="since" value={since} write={longLocal} />],
          ['Answers for it', <bdi key="owner">{owner.name}</bdi>],
          ...(on_by ? ([['Turned on by', <bdi key="on">{on_by.name}</bdi>]] as const) : []),
          ['Met in 90 days', numbered(figures.met)],
          ['Ended badly', badWords(figures)],
          ['Amount', sumWords(figures.amount)],
          ['Right', rightWords(figures)],
        ]}
      />
    </section>
  )
}

type Dialog = 'change' | 'on' | 'off' | 'delete'

function Buttons({ rule }: { rule: Rule }) {
  const { id, name, event, query, state, waiting, owner } = rule
  const me = useMe()
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const close = () => setDialog(null)
  const navigate = useNavigate()
  const tried = useTry()
  const shadow = useAction(api.rules.shadow, {
    done: 'It notes what it meets from now on',
    failed: 'The rule could not be changed',
    refetch: [api.rules.get, api.rules.list],
    refetchOnConflict: [api.rules.get],
  })
  const shared = { may: 'rules.write', size: 'compact-sm', variant: 'default' } as const
  return (
    <>
      {state === 'shadow' ? (
        <GuardedButton
          {...shared}
          variant="filled"
          whyNot={me?.uid === owner.uid ? 'You wrote this rule; a colleague turns it on.' : null}
          onClick={() => setDialog('on')}
        >
          Turn on…
        </GuardedButton>
      ) : (
        state !== 'on' && (
          <GuardedButton
            {...shared}
            variant="filled"
            loading={shadow.busy}
            onClick={() => void shadow.run({ params: { id } })}
          >
            Let it note
          </GuardedButton>
        )
      )}
      <GuardedButton
        {...shared}
        loading={tried.busy}
        onClick={() => void tried.run({ body: { event, queries: [query] } })}
      >
        Try on the past
      </GuardedButton>
      <GuardedButton {...shared} onClick={() => setDialog('change')}>
        Change…
      </GuardedButton>
      {(state !== 'draft' || waiting > 0) && (
        <GuardedButton {...shared} onClick={() => setDialog('off')}>
          Turn off…
        </GuardedButton>
      )}
      <GuardedButton
        {...shared}
        may="staff.manage"
        onClick={() =>
          void navigate({ to: '/dashboard/undo', search: { of: 'program', id: ruleProgram(name) } })
        }
      >
        Undo what it did…
      </GuardedButton>
      {(state === 'draft' || state === 'stopped') && (
        <GuardedButton {...shared} onClick={() => setDialog('delete')}>
          Delete…
        </GuardedButton>
      )}
      {dialog === 'change' && <RuleDialog rule={rule} onClose={close} />}
      {dialog === 'on' && <OnDialog rule={rule} onClose={close} />}
      {dialog === 'off' && <OffDialog rule={rule} onClose={close} />}
      {dialog === 'delete' && <DeleteDialog rule={rule} onClose={close} />}
    </>
  )
}
