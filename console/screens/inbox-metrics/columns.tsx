import type { InboxMetrics, InboxTimes } from '@portreeve/contract/inbox-metrics'
import type { InboxSettings } from '@portreeve/contract/inbox-settings'
import { orNull } from '../../format/words.ts'
import type { Column } from '../../ui/ColumnTable.tsx'
import { lateWords, seconds, shareWords, waits } from './words.ts'

type Member = InboxMetrics['members'][number]
type Day = InboxMetrics['days'][number]
interface Both {
  first_answer: InboxTimes
  resolution: InboxTimes
}

const figures = <Row extends Both>(): Column<Row>[] => [
  { name: 'Answers', is: 'number', cell: ({ first_answer }) => first_answer.count },
  { name: 'First answer, median', is: 'number', cell: ({ first_answer }) => seconds(first_answer.median) },
  { name: 'First answer, 90 %', is: 'number', cell: ({ first_answer }) => seconds(first_answer.p90) },
  { name: 'Answers in time', is: 'number', cell: ({ first_answer }) => shareWords(first_answer) },
  { name: 'Late answers', is: 'number', cell: ({ first_answer }) => lateWords(first_answer) },
  { name: 'Closed', is: 'number', cell: ({ resolution }) => resolution.count },
  { name: 'Resolution, median', is: 'number', cell: ({ resolution }) => seconds(resolution.median) },
  { name: 'Resolution, 90 %', is: 'number', cell: ({ resolution }) => seconds(resolution.p90) },
  { name: 'Closed in time', is: 'number', cell: ({ resolution }) => shareWords(resolution) },
]

export const memberColumns = (settings: InboxSettings, now: number): Column<Member>[] => [
  {
    name: 'Member',
    width: 160,
    cell: ({ uid, name }) => (uid === null ? 'No assignee' : <bdi>{orNull(name)}</bdi>),
  },
  ...figures<Member>(),
  { name: 'Open now', is: 'number', cell: ({ open }) => open },
  {
    name: 'Longest wait',
    is: 'number',
    cell: ({ waiting_since }) => waits(waiting_since, settings, now),
  },
]

export const dayColumns: Column<Day>[] = [
  { name: 'Day', width: 110, is: 'date', cell: ({ day }) => day },
  ...figures<Day>(),
]
