import { Anchor, Text } from '@mantine/core'
import { api } from '@portreeve/contract'
import { type MetricDays, metricDays } from '@portreeve/contract/conversations/inbox-metrics'
import type { DeskMetrics } from '@portreeve/contract/desk/desk-metrics'
import { Link, useSearch } from '@tanstack/react-router'
import { useData } from '../../data/use-data.ts'
import { grouped, sumWords } from '../../format/money.ts'
import { ChartsSkeleton } from '../../shell/figures/ChartsSkeleton.tsx'
import { FigureSection } from '../../shell/figures/FigureSection.tsx'
import classes from '../../shell/figures/figures.module.css'
import { SecondLooks } from '../../shell/figures/SecondLooks.tsx'
import { Tile } from '../../shell/figures/Tile.tsx'
import { ChoiceLinks } from '../../shell/lists/ChoiceLinks.tsx'
import { onDemand } from '../../shell/on-demand.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { LinesSkeleton } from '../../ui/skeletons.tsx'
import { ageTable, classTable, dayTable, kindTable, personTable, refundTable } from './metric-tables.ts'

const Charts = onDemand(
  async () => (await import('./DeskCharts.tsx')).DeskCharts,
  ({ days, refunds }) => (
    <ChartsSkeleton
      charts={1 + Number(days.some(({ decided }) => decided > 0)) + Number(Boolean(refunds?.length))}
      height={343}
    />
  ),
)

/** What came to the desk and left it, how long decisions took, and who made them: as charts, and as tables of the same figures. */
export function DeskMetricsScreen() {
  const days = (useSearch({ from: '/shell/dashboard/desk/metrics' }).days ?? '7') as MetricDays
  const metrics = useData(api.deskMetrics.get, { query: { days } }, { isFresh: true })
  return (
    <>
      <PageHead title="Desk metrics">
        <Anchor size="sm" renderRoot={(props) => <Link to="/dashboard/desk" {...props} />}>
          Open work
        </Anchor>
      </PageHead>
      <ChoiceLinks
        label="Time range"
        quiet
        choices={metricDays.map((choice) => ({
          label: `${choice} days`,
          isCurrent: choice === days,
          link: { to: '/dashboard/desk/metrics' as const, search: choice === '7' ? {} : { days: choice } },
        }))}
      />
      {metrics.failure ? (
        <FailedState message="The metrics could not be loaded." onRetry={metrics.reload} />
      ) : metrics.data ? (
        <Figures metrics={metrics.data} />
      ) : (
        <LinesSkeleton lines={8} height={64} />
      )}
    </>
  )
}

function Figures({ metrics }: { metrics: DeskMetrics }) {
  const { kinds, classes: byClass, days, people, refunds, chargebacks, disputes } = metrics
  const sum = (of: 'open' | 'came' | 'left' | 'decided') => kinds.reduce((total, kind) => total + kind[of], 0)
  const ended = chargebacks && chargebacks.won + chargebacks.lost
  const decided = disputes && disputes.buyer + disputes.seller
  return (
    <>
      <dl className={classes.tiles} aria-label="All kinds">
        <Tile name="Open cases" figure={sum('open').toLocaleString('en')} about="now" />
        <Tile name="Came in" figure={sum('came').toLocaleString('en')} about="in these days" />
        <Tile
          name="Left"
          figure={sum('left').toLocaleString('en')}
          about={`${sum('decided').toLocaleString('en')} decided by staff`}
        />
        {chargebacks && (
          <Tile
            name="Chargebacks won"
            figure={ended ? `${Math.round((chargebacks.won / ended) * 100)} %` : '–'}
            about={
              ended
                ? `${chargebacks.won} of ${ended}; ${sumWords(chargebacks.won_sum, grouped)} won, ${sumWords(chargebacks.lost_sum, grouped)} lost`
                : 'none ended in these days'
            }
          />
        )}
        {disputes && (
          <Tile
            name="Disputes won by the buyer"
            figure={decided ? `${Math.round((disputes.buyer / decided) * 100)} %` : '–'}
            about={
              decided
                ? `${disputes.buyer} of ${decided}, ${sumWords(disputes.refunded, grouped)} refunded; ${disputes.seller} won by the seller`
                : 'none decided in these days'
            }
          />
        )}
      </dl>
      <Text size="sm" c="dimmed" mb="lg">
        A decision lasts from the opening of a case to the call that ends it. Days are those of UTC.
      </Text>
      <Charts days={days} refunds={refunds} />
      <FigureSection file="desk" id="queues" title="By kind" table={kindTable(kinds)} least={900} />
      <FigureSection file="desk" id="ages" title="Open now, by age" table={ageTable(kinds)} least={720} />
      <FigureSection file="desk" id="classes" title="By class" table={classTable(byClass)} least={720} />
      <FigureSection
        file="desk"
        id="people"
        title="By person"
        table={personTable(people)}
        least={480}
        empty="No one has decided a case in these days."
      />
      {refunds && (
        <FigureSection
          file="desk"
          id="refunds"
          title="Refunds by reason"
          table={refundTable(refunds)}
          least={480}
          empty="No refund has gone out in these days."
        />
      )}
      <FigureSection file="desk" id="days" title="By day" table={dayTable(days)} least={720} />
      <SecondLooks of="own" />
    </>
  )
}
