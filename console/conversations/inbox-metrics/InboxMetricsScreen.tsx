import { Anchor, Text, Title } from '@mantine/core'
import { api } from '@portreeve/contract'
import {
  type InboxMetrics,
  type MetricDays,
  metricDays,
} from '@portreeve/contract/conversations/inbox-metrics'
import type { InboxSettings } from '@portreeve/contract/conversations/inbox-settings'
import { Link, useSearch } from '@tanstack/react-router'
import { useWhyNot } from '../../data/rights.ts'
import { useData } from '../../data/use-data.ts'
import { serverNow } from '../../format/now.ts'
import { ChartsSkeleton } from '../../shell/figures/ChartsSkeleton.tsx'
import classes from '../../shell/figures/figures.module.css'
import { Tile } from '../../shell/figures/Tile.tsx'
import { ChoiceLinks } from '../../shell/lists/ChoiceLinks.tsx'
import { DeskTable } from '../../shell/lists/DeskTable.tsx'
import { onDemand } from '../../shell/on-demand.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { LinesSkeleton } from '../../ui/skeletons.tsx'
import { dayColumns, memberColumns } from './columns.tsx'
import { hoursWords, ofWords, seconds, targetWords, waits } from './words.ts'

/** The charts' library is large. */
const Charts = onDemand(
  async () => (await import('./Charts.tsx')).Charts,
  <ChartsSkeleton charts={2} height={323} />,
)

/** How fast the team answers and closes, what is open and waits: as charts, and as tables of the same figures. */
export function InboxMetricsScreen() {
  const search = useSearch({ from: '/shell/dashboard/inbox-metrics' })
  const days = (search.days ?? '7') as MetricDays
  const whyNot = useWhyNot('inbox.read')
  const metrics = useData(api.inboxMetrics.get, { query: { days } }, { when: !whyNot, isFresh: true })
  const settings = useData(api.inboxSettings.get, {}, { when: !whyNot })
  if (whyNot) return <Text>{whyNot}</Text>
  const failed = metrics.failure ? metrics : settings.failure ? settings : null
  return (
    <>
      <PageHead title="Team metrics">
        <Anchor
          size="sm"
          renderRoot={(props) => <Link to="/dashboard/messages" search={{ view: 'all' }} {...props} />}
        >
          Conversations
        </Anchor>
        <Anchor size="sm" renderRoot={(props) => <Link to="/dashboard/inbox-settings" {...props} />}>
          Targets and working hours
        </Anchor>
      </PageHead>
      <ChoiceLinks
        label="Time range"
        quiet
        choices={metricDays.map((choice) => ({
          label: `${choice} days`,
          isCurrent: choice === days,
          link: { to: '/dashboard/inbox-metrics' as const, search: choice === '7' ? {} : { days: choice } },
        }))}
      />
      {failed ? (
        <FailedState message="The metrics could not be loaded." onRetry={failed.reload} />
      ) : metrics.data && settings.data ? (
        <Figures metrics={metrics.data} settings={settings.data} />
      ) : (
        <LinesSkeleton lines={8} height={64} />
      )}
    </>
  )
}

function Figures({ metrics, settings }: { metrics: InboxMetrics; settings: InboxSettings }) {
  const { team, members, days } = metrics
  const now = serverNow().getTime()
  const isEmpty = team.first_answer.count === 0 && team.resolution.count === 0
  return (
    <>
      <dl className={classes.tiles} aria-label="The whole team">
        <Tile
          name="Time to first answer"
          figure={seconds(team.first_answer.median)}
          about={ofWords(team.first_answer, 'answer', 'answers')}
          more={targetWords(team.first_answer, settings.first_answer_minutes)}
        />
        <Tile
          name="Time to resolution"
          figure={seconds(team.resolution.median)}
          about={ofWords(team.resolution, 'close', 'closes')}
          more={targetWords(team.resolution, settings.resolution_minutes)}
        />
        <Tile
          name="Longest current wait"
          figure={waits(team.waiting_since, settings, now)}
          about={team.waiting_since === null ? 'Everyone has an answer.' : 'in an open conversation'}
        />
        <Tile name="Open conversations" figure={team.open.toLocaleString('en')} about="now" />
      </dl>
      <Text size="sm" c="dimmed" mb="lg">
        {hoursWords(settings)} A first answer lasts from a person’s oldest unanswered message to the next
        answer; a resolution from the first message since the last close to the close.
      </Text>
      {isEmpty ? (
        <Text mb="lg">No one was answered and nothing was closed in these days.</Text>
      ) : (
        <Charts days={days} settings={settings} />
      )}
      <section className={classes.table} aria-labelledby="members">
        <Title order={2} id="members" className={classes.heading}>
          By member
        </Title>
        {members.length === 0 ? (
          <Text>No one has answered yet, and nothing is open.</Text>
        ) : (
          <DeskTable
            fixed
            label="By member"
            columns={memberColumns(settings, now)}
            rows={members}
            keyOf={({ uid }) => uid ?? ''}
            least={840}
          />
        )}
      </section>
      <section className={classes.table} aria-labelledby="days">
        <Title order={2} id="days" className={classes.heading}>
          By day
        </Title>
        {isEmpty ? (
          <Text>No day has figures.</Text>
        ) : (
          <DeskTable
            fixed
            label="By day"
            columns={dayColumns}
            rows={days
              .filter(({ first_answer, resolution }) => first_answer.count + resolution.count > 0)
              .toReversed()}
            keyOf={({ day }) => day}
            least={720}
          />
        )}
      </section>
    </>
  )
}
