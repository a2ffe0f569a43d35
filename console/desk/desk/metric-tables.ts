import { agesOfDays, type Decided, type DeskMetrics, type Flow } from '@portreeve/contract/desk/desk-metrics'
import { ageWords } from '../../format/deadline.ts'
import { currencyOf, grouped } from '../../format/money.ts'
import { serverNow } from '../../format/now.ts'
import { type Cell, number, tableOf, time } from '../../shell/figures/tables.ts'
import { classWords, kindWords } from './words.ts'

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

type Refunds = NonNullable<DeskMetrics['refunds']>

/** The currencies of refunds beside the environment's. */
const othersOf = (refunds: Refunds) =>
  [...new Set(refunds.flatMap(({ others = [] }) => others.map(({ currency }) => currency)))].toSorted()

const sumIn = ({ cents, others = [] }: Refunds[number], currency: string) =>
  currency === currencyOf() ? cents : (others.find((one) => one.currency === currency)?.cents ?? 0)

const sumCell =
  (currency: string) =>
  (row: Refunds[number]): Cell => [grouped(sumIn(row, currency), currency), sumIn(row, currency)]

/** A column for each currency: a sum never mixes them. */
export const refundTable = (refunds: Refunds) =>
  tableOf(refunds, [
    ['Reason', ({ reason }) => [reason, reason]],
    ['Refunds', ({ count }) => number(count)],
    ['Sum', sumCell(currencyOf())],
    ...othersOf(refunds).map((currency) => [`Sum, ${currency}`, sumCell(currency)] as const),
  ])

/** The bars of a chart for each currency, the largest sum first. */
export const refundBars = (refunds: Refunds) =>
  [currencyOf(), ...othersOf(refunds)]
    .map((currency) => ({
      currency,
      rows: refunds
        .map((row) => ({ reason: row.reason, cents: sumIn(row, currency) }))
        .filter(({ cents }) => cents > 0)
        .toSorted((one, other) => other.cents - one.cents)
        .slice(0, 8),
    }))
    .filter(({ rows }) => rows.length > 0)
