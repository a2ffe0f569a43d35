import type { InboxMetrics, InboxTimes } from '@portreeve/contract/conversations/inbox-metrics'
import type { InboxSettings } from '@portreeve/contract/conversations/inbox-settings'
import { orNull } from '../../format/words.ts'
import classes from '../../shell/lists/desk.module.css'
import type { Column } from '../../ui/ColumnTable.tsx'
import { lateWords, seconds, shareWords, waits } from './words.ts'

type Member = InboxMetrics['members'][number]
type Day = InboxMetrics['days'][number]
interface Both {
  first_answer: InboxTimes
  resolution: InboxTimes
}

/** The median, and below it the time within which 90 % lie. */
const Spread = ({ times: { median, p90 } }: { times: InboxTimes }) => (
  <>
    {seconds(median)}
    {p90 !== null && <div className={classes.quiet}>90 % {seconds(p90)}</div>}
  </>
)

const figures = <Row extends Both>(): Column<Row>[] => [
  { name: 'Answers', is: 'number', cell: ({ first_answer }) => first_answer.count },
  {
    name: 'First answer',
    width: 118,
    is: 'number',
    cell: ({ first_answer }) => <Spread times={first_answer} />,
  },
  { name: 'Answers in time', is: 'number', cell: ({ first_answer }) => shareWords(first_answer) },
  { name: 'Late answers', is: 'number', cell: ({ first_answer }) => lateWords(first_answer) },
  { name: 'Closed', is: 'number', cell: ({ resolution }) => resolution.count },
  { name: 'Resolution', width: 118, is: 'number', cell: ({ resolution }) => <Spread times={resolution} /> },
  { name: 'Closed in time', is: 'number', cell: ({ resolution }) => shareWords(resolution) },
]

export const memberColumns = (settings: InboxSettings, now: number): Column<Member>[] => [
  {
    name: 'Member',
    width: 124,
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
