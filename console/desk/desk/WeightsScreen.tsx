import { Anchor, Stack, Text, TextInput, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { api } from '@portreeve/contract'
import type { DeskCase } from '@portreeve/contract/desk/desk'
import { type DeskWeights, targetKinds, targetOf } from '@portreeve/contract/desk/desk-ranking'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { detailOf as failureDetail } from '../../data/failure.ts'
import { useWhyNot } from '../../data/rights.ts'
import { movedWords, useTyped } from '../../data/typed.ts'
import { useData } from '../../data/use-data.ts'
import { useForm } from '../../data/use-form.ts'
import { currencyOf, grouped, readCents, typedAmount } from '../../format/money.ts'
import { serverNow } from '../../format/now.ts'
import { GuardedButton } from '../../shell/GuardedButton.tsx'
import { ChoiceLinks } from '../../shell/lists/ChoiceLinks.tsx'
import deskClasses from '../../shell/lists/desk.module.css'
import { Then, useMoment, usePast } from '../../shell/past/AsOf.tsx'
import { Clamp } from '../../ui/Clamp.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { LeaveGuard } from '../../ui/LeaveGuard.tsx'
import { useNow } from '../../ui/moment.ts'
import { PageHead } from '../../ui/PageHead.tsx'
import { LinesSkeleton } from '../../ui/skeletons.tsx'
import { Kind, Score } from './columns.tsx'
import classes from './desk-list.module.css'
import { shownBy } from './options.ts'
import { ReportReasons } from './ReportReasons.tsx'
import { kindWords, nameOf, reasonsOf } from './words.ts'

type Field = keyof DeskWeights

const fields: readonly [Field, label: string, about: string, most: number, least: number][] = [
  ['deadline', 'Deadline', 'Points at the deadline and after it', 100, 0],
  ['deadline_hours', 'Hours before the deadline', 'From then on its points grow', 720, 1],
  ['money', 'Money at stake', 'Points for the full amount', 100, 0],
  ['money_full', 'Full amount in dollars', 'From this amount on all points count', 100_000_000, 100],
  ['reporters', 'Record of the reporters', 'Points when all their earlier reports were upheld', 100, 0],
  ['reports', 'Number of reports', 'Points for ten reports or more', 100, 0],
  ['priority', 'Priority', 'Points for an urgent case; a high priority has half', 100, 0],
  ['waiting', 'Waiting', 'Points for a case that waits as long as its target', 100, 0],
  ['backlog_days', 'Days until backlog', 'Without news for so long, a case comes last', 3650, 1],
  [
    'second_look_percent',
    'Second looks in percent',
    'Of the decisions in Pending Review; 0 for none',
    100,
    0,
  ],
]
/** The targets of the kinds, in hours. */
const targets: typeof fields = targetKinds.map((kind) => [targetOf(kind), kindWords[kind][1], '', 8760, 1])
const isMoney = (name: Field) => name === 'money_full'

/** The weight of a text: a whole number, or the smallest unit of an amount; null outside of its limits. */
function weightOf([name, , , most, least]: (typeof fields)[number], text: string): number | null {
  const value = isMoney(name) ? readCents(text) : /^\d{1,4}$/.test(text.trim()) ? Number(text) : null
  return value !== null && value >= least && value <= most ? value : null
}

/** The weights of the score, the first ten cases before and after a change, and the classes of the reasons of reports. */
export function WeightsScreen() {
  const { at } = useMoment()
  const past = usePast({ at, seen: undefined })
  const { data, failure, reload } = useData(api.desk.weights, {})
  const whyNot = useWhyNot('desk.weights')
  const typed = useTyped((field: Field) => {
    const value = data?.[field]
    return value === undefined ? undefined : isMoney(field) ? typedAmount(value) : String(value)
  })
  const form = useForm(api.desk.saveWeights, typed, {
    done: 'Weights saved.',
    failed: 'Error saving the weights.',
    refetch: [api.desk.weights, api.desk.preview, ...shownBy],
  })
  const read = [...fields, ...targets].map((field) => [field, weightOf(field, typed.text(field[0]))] as const)
  const changes = Object.fromEntries(
    read.flatMap(([[name], value]) => (typed.isDirty(name) && value !== null ? [[name, value]] : [])),
  ) as Partial<DeskWeights>
  const isValid = read.every(([, value]) => value !== null)
  const body = () => (isValid && Object.keys(changes).length > 0 ? { body: changes } : null)
  if (whyNot) return <Text size="sm">{whyNot}</Text>
  const input = ([[name, label, about, most, least], value]: (typeof read)[number]) => (
    <TextInput
      key={name}
      label={isMoney(name) && currencyOf() !== 'USD' ? `Full amount in ${currencyOf()}` : label}
      description={about || undefined}
      inputMode={isMoney(name) ? 'decimal' : 'numeric'}
      autoComplete="off"
      value={typed.text(name)}
      error={
        (value === null &&
          (isMoney(name)
            ? `An amount from ${grouped(least)} to ${grouped(most)}.`
            : `A whole number from ${least} to ${most}.`)) ||
        movedWords(typed.movedTo(name))
      }
      onChange={(event) => typed.change(name, event.currentTarget.value)}
    />
  )
  const preview = (
    <Preview changes={isValid ? changes : {}}>
      <ReportReasons />
    </Preview>
  )
  return (
    <>
      <PageHead title="Weights of the desk" />
      {failure && !data && <FailedState message="The weights could not be loaded." onRetry={reload} />}
      <div className={classes.columns}>
        {!data && !failure && <LinesSkeleton lines={9} height={56} />}
        {data && (
          <form onSubmit={form.onSubmit(body)}>
            <Stack gap="lg" align="stretch">
              {read.slice(0, fields.length).map(input)}
              <fieldset className={classes.targets}>
                <legend>Targets in hours</legend>
                <p>
                  Within these hours a case should be decided; longer waiting counts no more. Conversations
                  have the target of the{' '}
                  <Anchor
                    inherit
                    underline="always"
                    renderRoot={(props) => <Link to="/dashboard/inbox-settings" {...props} />}
                  >
                    team inbox
                  </Anchor>
                  , or a day.
                </p>
                {read.slice(fields.length).map(input)}
              </fieldset>
              {failureDetail(form.failure)}
              <GuardedButton
                may="desk.weights"
                type="submit"
                loading={form.busy}
                whyNot={!isValid ? 'A weight is not valid.' : typed.dirty ? null : 'Nothing has changed.'}
              >
                Save weights
              </GuardedButton>
            </Stack>
          </form>
        )}
        {data && (
          <Stack gap="lg">
            <Days at={at} />
            {past ? <Then past={past}>{preview}</Then> : preview}
          </Stack>
        )}
      </div>
      <LeaveGuard dirty={typed.dirty} what="the weights" />
    </>
  )
}

/** Milliseconds after the last key until the preview is computed. */
const restMs = 300

/** The moments at which the weights can be tried: midnights (UTC), which stay the same while one works. */
const moments = (['Now', '7 days ago', '30 days ago', '90 days ago'] as const).map((label) => {
  const days = Number.parseInt(label, 10)
  const midnight = new Date(serverNow().setUTCHours(0, 0, 0, 0) - (days || 0) * 86_400_000)
  return { label, at: days ? midnight.toISOString() : null }
})

/** Whose open work the preview orders: that of now, or that of an earlier day with its facts of then. */
const Days = ({ at }: { at: string | null }) => (
  <ChoiceLinks
    label="Open work of"
    quiet
    choices={moments.map((one) => ({
      label: one.label,
      isCurrent: one.at === at,
      link: { to: '/dashboard/desk/weights' as const, search: one.at ? { at: one.at } : {} },
    }))}
  />
)

/** The first ten cases by the saved and by the typed weights, and what is below them once they are there: then it does not move. */
function Preview({ changes, children }: { changes: Partial<DeskWeights>; children: ReactNode }) {
  const [text] = useDebouncedValue(JSON.stringify(changes), restMs)
  const query = Object.fromEntries(
    Object.entries(JSON.parse(text) as Partial<DeskWeights>).map(([name, value]) => [name, String(value)]),
  )
  const { data, failure, reload } = useData(api.desk.preview, { query })
  const [last, setLast] = useState(data)
  if (data && data !== last) setLast(data)
  if (failure)
    return (
      <>
        <FailedState message="The preview could not be computed." onRetry={reload} />
        {children}
      </>
    )
  if (!last) return <LinesSkeleton lines={10} height={48} />
  return (
    <>
      {last.before.length === 0 ? (
        <Text size="sm">There is no open case to compare.</Text>
      ) : (
        <section aria-label="Preview" className={classes.preview}>
          <Ranks title="By the saved weights" rows={last.before} />
          <Ranks title="By your weights" rows={last.after} before={last.before} />
        </section>
      )}
      {children}
    </>
  )
}

function Ranks({ title, rows, before }: { title: string; rows: DeskCase[]; before?: DeskCase[] }) {
  const now = useNow()
  const isSame = (one: DeskCase, other: DeskCase) => one.kind === other.kind && one.id === other.id
  return (
    <section className={deskClasses.card} aria-label={title}>
      <div className={deskClasses.cardHead}>
        <Title order={2}>{title}</Title>
      </div>
      <ol className={`${deskClasses.cardBody} ${classes.ranks}`}>
        {rows.map((row, at) => {
          const was = before?.findIndex((one) => isSame(one, row))
          return (
            <li key={`${row.kind} ${row.id}`}>
              <b>{at + 1}</b>
              <div>
                <Clamp text={nameOf(row)} />
                <Kind row={row} />
                <span className={classes.reasons}>{reasonsOf(row, now).join(' · ')}</span>
              </div>
              <div>
                <Score row={row} />
                {was !== undefined && was !== at && (
                  <span className={classes.moved}>
                    {was < 0 ? 'new here' : was > at ? `up ${was - at}` : `down ${at - was}`}
                  </span>
                )}
              </div>
            </li>
          )
        })}
      </ol>
    </section>
  )
}
