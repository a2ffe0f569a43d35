import { VisuallyHidden } from '@mantine/core'
import type { DeskCase } from '@portreeve/contract/desk/desk'
import { IconChevronRight, IconUserPlus } from '@tabler/icons-react'
import { shortLocal, timeInWords } from '../../format/dates.ts'
import { ageWords, nearness } from '../../format/deadline.ts'
import { grouped } from '../../format/money.ts'
import { serverNow } from '../../format/now.ts'
import { orNull } from '../../format/words.ts'
import deskClasses from '../../shell/lists/desk.module.css'
import { caseText } from '../../shell/lists/opened-case.ts'
import { PeekLink } from '../../shell/peek/PeekLink.tsx'
import { PersonAvatar } from '../../shell/records/PersonAvatar.tsx'
import { Thumbnail } from '../../shell/records/Thumbnail.tsx'
import { Clamp } from '../../ui/Clamp.tsx'
import type { Column } from '../../ui/ColumnTable.tsx'
import rowClasses from '../../ui/rows.module.css'
import { When } from '../../ui/When.tsx'
import { CaseMenu } from './CaseMenu.tsx'
import { linkOf } from './case-link.ts'
import classes from './desk-list.module.css'
import { lookOf } from './kinds.ts'
import { detailOf, initialsOf, kindOf, leftWords, nameOf, reasonsOf } from './words.ts'

/** A score as its number and its level of five. */
export function Score({ row: { score, level } }: { row: DeskCase }) {
  return (
    <span className={classes.score}>
      <b>{score}</b>
      <span className={classes.meter} data-level={level} aria-hidden>
        <i />
        <i />
        <i />
        <i />
        <i />
      </span>
    </span>
  )
}

/** The kind with its icon. */
export function Kind({ row }: { row: DeskCase }) {
  const [Picture, tone] = lookOf[row.kind]
  return (
    <span className={classes.kind} data-tone={tone}>
      <Picture size={14} aria-hidden />
      {kindOf(row)}
    </span>
  )
}

/** The listing's picture, or the person whom a report or a conversation is about. */
export function CasePicture({ row, size = 36 }: { row: DeskCase; size?: number }) {
  const { kind, person, picture } = row
  return person && (kind === 'user_reports' || kind === 'conversation') ? (
    <PersonAvatar uid={person.uid} name={person.name} size={size} />
  ) : (
    <Thumbnail path={picture} size={size} />
  )
}

/** Picture, name, kind and detail of a case. The name leads to its page; its tooltip says why the case has its score. */
const About = ({ row }: { row: DeskCase }) => (
  <span className={classes.about}>
    <CasePicture row={row} />
    <span className={classes.lines}>
      <PeekLink
        {...linkOf(row)}
        peek={caseText(row)}
        className={`${rowClasses.link} ${classes.name}`}
        title={reasonsOf(row, serverNow()).join('\n')}
      >
        {nameOf(row)}
      </PeekLink>
      <span className={classes.detail}>
        <Kind row={row} />
        <Clamp text={detailOf(row)} />
      </span>
    </span>
  </span>
)

/** The end of a snooze, else the time until the deadline, else the age. */
export function Due({ row: { snoozed_until, deadline_at, opened_at } }: { row: DeskCase }) {
  const now = serverNow()
  if (snoozed_until)
    return (
      <span className={classes.until}>
        <When value={snoozed_until} write={(value) => `until ${shortLocal(value)}`} />
      </span>
    )
  if (!deadline_at)
    return <When value={opened_at} write={(value, now) => ageWords(value, now) ?? orNull(value)} />
  return (
    <time
      dateTime={deadline_at}
      title={timeInWords(deadline_at, now) ?? undefined}
      className={classes.due}
      data-near={nearness(deadline_at, now)}
    >
      {leftWords(deadline_at, now)}
    </time>
  )
}

/** Who has a case, as initials. */
function Who({ row: { assignee, away, absent, barred } }: { row: DeskCase }) {
  const one = assignee ?? absent
  if (!one)
    return (
      <span
        className={classes.who}
        title={barred ? 'You requested it' : 'No one'}
        data-free={!barred || undefined}
      >
        {barred ? 'yours' : <IconUserPlus size={14} aria-hidden />}
        <VisuallyHidden>{barred ? 'You requested it' : 'No one'}</VisuallyHidden>
      </span>
    )
  const name = `${one.name ?? one.uid}${away ? `, for ${away.name ?? away.uid}, who is away` : assignee ? '' : ' (away)'}`
  return (
    <span className={classes.who} title={name} data-person>
      <span aria-hidden>{initialsOf(one.name ?? one.uid)}</span>
      <VisuallyHidden>{name}</VisuallyHidden>
    </span>
  )
}

export const columns: readonly Column<DeskCase>[] = [
  { name: 'Score', width: 64, spare: 2, cell: (row) => <Score row={row} /> },
  { name: 'Case', cell: (row) => <About row={row} /> },
  {
    name: 'At stake',
    width: 104,
    is: 'number',
    cell: ({ cents, currency }) =>
      cents !== null && <span className={deskClasses.money}>{grouped(cents, currency)}</span>,
  },
  { name: 'Due or age', width: 96, is: 'date', cell: (row) => <Due row={row} /> },
  { name: 'Who', width: 48, spare: 1, cell: (row) => <Who row={row} /> },
  {
    name: '',
    width: 40,
    spare: 1,
    cell: (row) => (
      // Above the link that fills the row
      <span className={classes.menu}>
        <CaseMenu row={row} />
        <IconChevronRight size={16} aria-hidden className={classes.chevron} />
      </span>
    ),
  },
]
