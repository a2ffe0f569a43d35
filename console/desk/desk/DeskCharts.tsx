import '@mantine/core/styles/ColorSwatch.layer.css'
import '@mantine/charts/styles.layer.css'
import { BarChart, LineChart } from '@mantine/charts'
import { Button } from '@mantine/core'
import type { DeskMetrics } from '@portreeve/contract/desk/desk-metrics'
import { type ReactNode, useRef } from 'react'
import { shortSpan } from '../../format/deadline.ts'
import { currencyOf, grouped } from '../../format/money.ts'
import classes from '../../shell/figures/figures.module.css'
import desk from '../../shell/lists/desk.module.css'
import { saveChart } from '../../ui/browser/save-chart.ts'
import { toastFailed } from '../../ui/toast.ts'
import { refundBars } from './metric-tables.ts'

/** '11/24' of 'YYYY-MM-DD'. */
const dayWords = (day: string): string => `${Number(day.slice(5, 7))}/${Number(day.slice(8))}`
const timeWords = (seconds: number) => shortSpan(seconds * 1000)
/** An image has no parts to focus; the tables have the figures. */
const still = { accessibilityLayer: false }

/** The figures of each day, and refunds by reason. Dashes, not only colours, tell lines apart. */
export function DeskCharts({ days, refunds }: Pick<DeskMetrics, 'days' | 'refunds'>) {
  const data = days.map((day) => ({ ...day, day: dayWords(day.day) }))
  const shared = {
    ...{ h: 240, data, dataKey: 'day', withLegend: true, curveType: 'linear' as const },
    ...{ tooltipAnimationDuration: 0, lineProps: { isAnimationActive: false }, lineChartProps: still },
  }
  const [came, left] = [days.reduce((n, day) => n + day.came, 0), days.reduce((n, day) => n + day.left, 0)]
  return (
    <div className={classes.charts}>
      <Chart
        name="Came in and left"
        words={`${came} cases came in and ${left} left. The table By day has all figures.`}
      >
        <LineChart
          {...shared}
          series={[
            { name: 'came', label: 'Came in', color: 'gray.6', strokeDasharray: '5 4' },
            { name: 'left', label: 'Left', color: 'var(--brand)' },
          ]}
        />
      </Chart>
      {days.some(({ decided }) => decided > 0) && (
        <Chart
          name="Time to decision"
          words="The median and the slowest tenth of each day. The table By day has all figures."
        >
          <LineChart
            {...shared}
            connectNulls={false}
            valueFormatter={timeWords}
            yAxisProps={{ width: 64, tickFormatter: timeWords }}
            series={[
              { name: 'median', label: 'Median', color: 'var(--brand)' },
              { name: 'p90', label: '90 % within', color: 'gray.6', strokeDasharray: '5 4' },
            ]}
          />
        </Chart>
      )}
      {refundBars(refunds ?? []).map(({ currency, rows }) => (
        <Chart
          key={currency}
          name={currency === currencyOf() ? 'Refunds by reason' : `Refunds by reason, ${currency}`}
          words={`The largest sum, ${grouped(rows[0]?.cents ?? 0, currency)}, has the reason “${rows[0]?.reason}”. The table Refunds by reason has all figures.`}
        >
          <BarChart
            h={240}
            data={rows}
            dataKey="reason"
            orientation="vertical"
            valueFormatter={(cents) => grouped(cents, currency)}
            xAxisProps={{ tickFormatter: (cents: number) => grouped(cents, currency) }}
            yAxisProps={{ width: 140 }}
            tooltipAnimationDuration={0}
            barProps={{ isAnimationActive: false, maxBarSize: 28 }}
            barChartProps={still}
            series={[{ name: 'cents', label: 'Refunded', color: 'var(--brand)' }]}
          />
        </Chart>
      ))}
    </div>
  )
}

function Chart({ name, words, children }: { name: string; words: string; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  const save = () => {
    const drawn = box.current?.querySelector<SVGSVGElement>('svg.recharts-surface')
    if (!drawn) return
    saveChart(drawn, name, `${name.toLowerCase().replaceAll(' ', '-')}.png`).catch((error: Error) =>
      toastFailed({ title: 'The picture was not saved', message: error.message }),
    )
  }
  return (
    <section className={desk.card} aria-label={`${name}, chart`}>
      <div className={desk.cardHead}>
        <h2 className={classes.heading}>{name}</h2>
        <Button size="compact-sm" variant="default" aria-label={`Save ${name} as PNG`} onClick={save}>
          PNG
        </Button>
      </div>
      <div className={desk.cardBody}>
        <div role="img" ref={box} aria-label={`${name}: ${words}`}>
          {children}
        </div>
      </div>
    </section>
  )
}
