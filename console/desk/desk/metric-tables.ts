import { agesOfDays, type Decided, type DeskMetrics, type Flow } from '@portreeve/contract/desk/desk-metrics'
import { ageWords, shortSpan } from '../../format/deadline.ts'
import { grouped } from '../../format/money.ts'
import { serverNow } from '../../format/now.ts'
import { classWords, kindWords } from './words.ts'

/** A table of figures: its cells as they are shown, and as they are saved: numbers, seconds, cents. */
export interface Table {
  head: readonly string[]
  rows: readonly { key: string; shown: readonly string[]; raw: readonly (string | number | null)[] }[]
}

type Cell = readonly [shown: string, raw: string | number | null]

const number = (value: number): Cell => [value.toLocaleString('en'), value]
const time = (value: number | null): Cell => [value === null ? '–' : shortSpan(value * 1000), value]

const tableOf = <Row>(
  rows: readonly Row[],
  columns: readonly (readonly [head: string, cell: (row: Row) => Cell])[],
): Table => ({
  head: columns.map(([head]) => head),
  rows: rows.map((row) => {
    const cells = columns.map(([, cell]) => cell(row))
    return {
      key: String(cells[0]?.[1] ?? ''),
      shown: cells.map(([shown]) => shown),
      raw: cells.map(([, raw]) => raw),
    }
  }),
})

const decided = [
  ['Decided', (row: Decided) => number(row.decided)],
  ['Decision, median', (row: Decided) => time(row.median)],
  ['Decision, 90 %', (row: Decided) => time(row.p90)],
] as const
const flow = [
  ['Came in', (row: Flow) => number(row.came)],
  ['Left', (row: Flow) => number(row.left)],
  ...decided,
] as const

export const kindTable = (kinds: DeskMetrics['kinds']) =>
  tableOf(kinds, [
    ['Kind', ({ kind }) => [kindWords[kind][1], kindWords[kind][1]]],
    ['Open now', ({ open }) => number(open)],
    ['Oldest', ({ oldest }) => [ageWords(oldest, serverNow()) ?? '–', oldest]],
    ...flow,
  ])

export const classTable = (classes: DeskMetrics['classes']) =>
  tableOf(classes, [['Class', ({ class: name }) => [classWords[name], classWords[name]]], ...flow])

const edges = agesOfDays.map((days, at) => (at === 0 ? 'Up to a day' : `Up to ${days} days`))

export const ageTable = (kinds: DeskMetrics['kinds']) =>
  tableOf(kinds, [
    ['Kind', ({ kind }) => [kindWords[kind][1], kindWords[kind][1]]],
    ...[...edges, 'Older'].map(
      (head, at) => [head, ({ ages }: DeskMetrics['kinds'][number]) => number(ages[at] ?? 0)] as const,
    ),
  ])

export const dayTable = (days: DeskMetrics['days']) =>
  tableOf(days.toReversed(), [['Day', ({ day }) => [day, day]], ...flow])

export const personTable = (people: DeskMetrics['people']) =>
  tableOf(people, [['Person', ({ name }) => [name, name]], ...decided])

export const refundTable = (refunds: NonNullable<DeskMetrics['refunds']>) =>
  tableOf(refunds, [
    ['Reason', ({ reason }) => [reason, reason]],
    ['Refunds', ({ count }) => number(count)],
    ['Sum', ({ cents }) => [grouped(cents), cents]],
  ])
