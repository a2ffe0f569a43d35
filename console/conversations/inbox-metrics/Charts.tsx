import '@mantine/core/styles/ColorSwatch.layer.css'
import '@mantine/charts/styles.layer.css'
import { LineChart } from '@mantine/charts'
import { Text, Title } from '@mantine/core'
import type { InboxMetrics } from '@portreeve/contract/conversations/inbox-metrics'
import type { InboxSettings } from '@portreeve/contract/conversations/inbox-settings'
import classes from '../../shell/figures/figures.module.css'
import desk from '../../shell/lists/desk.module.css'
import { chartWords, dayWords, seconds, ticksTo } from './words.ts'

interface ChartsProps {
  days: InboxMetrics['days']
  settings: InboxSettings
}

/** The medians and the slowest tenth of each day. Dashes, not only colours, tell the lines apart. */
export function Charts({ days, settings }: ChartsProps) {
  return (
    <div className={classes.charts}>
      <Chart
        name="Time to first answer"
        kind="first_answer"
        days={days}
        target={settings.first_answer_minutes}
      />
      <Chart name="Time to resolution" kind="resolution" days={days} target={settings.resolution_minutes} />
    </div>
  )
}

interface ChartProps {
  name: string
  kind: 'first_answer' | 'resolution'
  days: InboxMetrics['days']
  target: number | null
}

function Chart({ name, kind, days, target }: ChartProps) {
  const data = days.map((day) => ({
    day: dayWords(day.day),
    median: day[kind].median,
    p90: day[kind].p90,
  }))
  const ticks = ticksTo(
    Math.max(...data.map(({ median, p90 }) => Math.max(median ?? 0, p90 ?? 0)), (target ?? 0) * 60),
  )
  return (
    <section className={desk.card} aria-label={name}>
      <div className={desk.cardHead}>
        <Title order={2}>{name}</Title>
      </div>
      <div className={desk.cardBody}>
        {data.every(({ median }) => median === null) ? (
          <Text c="dimmed">No figures in these days.</Text>
        ) : (
          <div role="img" aria-label={chartWords(name, days, kind)}>
            <LineChart
              h={240}
              data={data}
              dataKey="day"
              withLegend
              curveType="linear"
              connectNulls={false}
              valueFormatter={seconds}
              yAxisProps={{ width: 56, tickFormatter: seconds, ticks, domain: [0, ticks.at(-1) ?? 0] }}
              // An image has no parts to focus; the table has the figures.
              lineChartProps={{ accessibilityLayer: false }}
              tooltipAnimationDuration={0}
              lineProps={{ isAnimationActive: false }}
              series={[
                { name: 'median', label: 'Median', color: 'var(--brand)' },
                { name: 'p90', label: '90 % within', color: 'gray.6', strokeDasharray: '5 4' },
              ]}
              {...(target !== null && {
                referenceLines: [{ y: target * 60, label: 'Target', color: 'red.6' }],
              })}
            />
          </div>
        )}
      </div>
    </section>
  )
}
