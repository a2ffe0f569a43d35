import { Button, Group, Text } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { MeasureSource } from '@portreeve/contract/people/measures'
import type { Figures, Transparency } from '@portreeve/contract/people/transparency'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { detailOf } from '../../data/failure.ts'
import { useWhyNot } from '../../data/rights.ts'
import { mergedSearch } from '../../data/url-search.ts'
import { useData } from '../../data/use-data.ts'
import { shortSpan } from '../../format/deadline.ts'
import { serverNow } from '../../format/now.ts'
import { FigureSection } from '../../shell/figures/FigureSection.tsx'
import classes from '../../shell/figures/figures.module.css'
import { SecondLooks } from '../../shell/figures/SecondLooks.tsx'
import { Tile } from '../../shell/figures/Tile.tsx'
import { type Cell, number, tableOf, time } from '../../shell/figures/tables.ts'
import { ChoiceLinks } from '../../shell/lists/ChoiceLinks.tsx'
import { CsvButton } from '../../shell/lists/CsvButton.tsx'
import { PeriodFilter } from '../../shell/lists/PeriodFilter.tsx'
import { saveJson } from '../../ui/browser/save-file.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { LinesSkeleton } from '../../ui/skeletons.tsx'
import { kindWords } from '../measures/words.ts'
import { spanOf, yearOf } from './search.ts'

const sourceNames: Readonly<Record<MeasureSource, string>> = {
  report: 'A report',
  review: 'Review before publication',
  program: 'A program',
  staff: 'Staff on their own',
}

/** What was decided in a span of time, and its files: of the figures, and of the statements for the EU's database. */
export function TransparencyScreen() {
  const whyNot = useWhyNot('audit.read')
  return whyNot ? (
    <>
      <PageHead title="Transparency" />
      <Text size="sm">{whyNot}</Text>
    </>
  ) : (
    <Spans />
  )
}

function Spans() {
  const search = useSearch({ from: '/shell/dashboard/transparency' })
  const navigate = useNavigate()
  const today = serverNow().toISOString().slice(0, 10)
  const span = spanOf(search, today)
  const lastYear = yearOf(today, 1)
  const year = lastYear.from.slice(0, 4)
  const figures = useData(api.transparency.get, { query: span }, { isFresh: true })
  const choice = (label: string, days: typeof search) => ({
    label,
    isCurrent: search.from === days.from && search.to === days.to,
    link: { to: '/dashboard/transparency' as const, search: days },
  })
  const file = { may: 'audit.export', endpoint: api.transparency.csv } as const
  return (
    <>
      <PageHead title="Transparency" above={<Link to="/dashboard/moderating">Moderating</Link>}>
        <CsvButton {...file} input={{ query: lastYear }} name={`transparency-${year}`}>
          {`Yearly report ${year}`}
        </CsvButton>
      </PageHead>
      <Group gap="sm" align="end" mb="md">
        <ChoiceLinks label="Span" quiet choices={[choice('This year', {}), choice('Last year', lastYear)]} />
        <PeriodFilter
          from={search.from}
          to={search.to}
          onChange={(days) =>
            void navigate({
              to: '/dashboard/transparency',
              search: mergedSearch(search, days),
              resetScroll: false,
            })
          }
        />
      </Group>
      {figures.failure ? (
        <FailedState
          message={detailOf(figures.failure) ?? 'The figures could not be loaded.'}
          onRetry={figures.reload}
        />
      ) : figures.data ? (
        <>
          <Group gap="sm" mb="md" key={JSON.stringify(span)}>
            <CsvButton {...file} input={{ query: span }} name="transparency">
              Export as CSV
            </CsvButton>
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => saveJson(`transparency-${span.from}-${span.to}.json`, figures.data)}
            >
              Save as JSON
            </Button>
            <CsvButton
              {...{ may: 'audit.export', endpoint: api.transparency.statements, input: { query: span } }}
              name="eu-statements"
              lines
            >
              EU statements
            </CsvButton>
          </Group>
          <Decisions figures={figures.data} />
          <SecondLooks of="list" />
        </>
      ) : (
        <LinesSkeleton lines={8} height={64} />
      )}
    </>
  )
}

const share = (part: number, of: number) => `${Math.round((part / of) * 100)} %`

const sumOf = ({ open, upheld, changed, reversed }: Figures['appeals']) => open + upheld + changed + reversed

const columns: readonly (readonly [string, (row: Figures) => Cell])[] = [
  ['Decisions', ({ decisions }) => number(decisions)],
  ['With a program', ({ automated }) => number(automated)],
  ['Time, median', ({ median }) => time(median)],
  ['Time, 90 %', ({ p90 }) => time(p90)],
  ['Ended by time', ({ ended }) => number(ended.time)],
  ['Lifted', ({ ended }) => number(ended.lifted)],
  ['Taken back', ({ ended }) => number(ended.undone)],
  ['Replaced', ({ ended }) => number(ended.replaced)],
  ['Appeals', ({ appeals }) => number(sumOf(appeals))],
  ['Changed or reversed', ({ appeals }) => number(appeals.changed + appeals.reversed)],
]

const span = (seconds: number | null) => (seconds === null ? '–' : shortSpan(seconds * 1000))

function Decisions({ figures: { all, exported, policies, kinds, sources } }: { figures: Transparency }) {
  if (all.decisions === 0) return <EmptyState>Nothing was decided in these days.</EmptyState>
  const table = <Row extends Figures>(rows: readonly Row[], head: string, name: (row: Row) => string) =>
    tableOf(rows, [[head, (row: Row) => [name(row), name(row)] as Cell], ...columns])
  const early = all.ended.lifted + all.ended.undone
  const shared = { file: 'transparency', least: 900 }
  return (
    <>
      <dl className={classes.tiles} aria-label="All decisions">
        <Tile
          name="Decisions"
          figure={all.decisions.toLocaleString('en')}
          about={`${exported.toLocaleString('en')} with a statement for the EU`}
        />
        <Tile
          name="With a program"
          figure={share(all.automated, all.decisions)}
          about="a person decided each of them"
        />
        <Tile
          name="Time to decision"
          figure={span(all.median)}
          about={
            all.p90 === null
              ? 'no decision was waited for'
              : `the median; nine of ten within ${span(all.p90)}`
          }
        />
        <Tile
          name="Ended early"
          figure={share(early, all.decisions)}
          about={`${all.ended.lifted} lifted, ${all.ended.undone} taken back`}
        />
        <Tile
          name="Appeals"
          figure={sumOf(all.appeals).toLocaleString('en')}
          about={`${all.appeals.upheld} upheld, ${all.appeals.changed} changed, ${all.appeals.reversed} reversed, ${all.appeals.open} open`}
        />
      </dl>
      <Text size="sm" c="dimmed" mb="lg">
        The time begins with the first open report, or with the submission of what was reviewed. Days are
        those of UTC. The EU's file leaves out warnings, decisions without a policy, and those of which the
        person is not told yet.
      </Text>
      <FigureSection
        {...shared}
        id="policies"
        title="By policy"
        table={table(policies, 'Policy', ({ name, policy }) => name ?? policy ?? 'Without a policy')}
      />
      <FigureSection
        {...shared}
        id="measures"
        title="By measure"
        table={table(kinds, 'Measure', ({ kind }) => kindWords[kind])}
      />
      <FigureSection
        {...shared}
        id="sources"
        title="By source"
        table={table(sources, 'Source', ({ source }) => sourceNames[source])}
      />
    </>
  )
}
