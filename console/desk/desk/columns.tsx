import type { DeskCase, DeskKind } from '@portreeve/contract/desk/desk'
import { Link } from '@tanstack/react-router'
import { shortLocal } from '../../format/dates.ts'
import { ageWords } from '../../format/deadline.ts'
import { grouped } from '../../format/money.ts'
import { orNull } from '../../format/words.ts'
import { DeadlineWord } from '../../shell/lists/DeadlineWord.tsx'
import deskClasses from '../../shell/lists/desk.module.css'
import { Clamp } from '../../ui/Clamp.tsx'
import type { Column } from '../../ui/ColumnTable.tsx'
import rowClasses from '../../ui/rows.module.css'
import { When } from '../../ui/When.tsx'
import { CaseMenu } from './CaseMenu.tsx'
import { linkOf } from './case-link.ts'
import classes from './desk-list.module.css'
import { detailOf, kindOf, nameOf, reasonsOf } from './words.ts'

/** The colour of a kind's word: what costs money soon, what moves money, and people. */
const tones: Partial<Record<DeskKind, string>> = {
  chargeback: 'bad',
  fraud_warning: 'bad',
  dispute: 'caution',
  payout: 'caution',
  difference: 'caution',
  conversation: 'person',
  user_reports: 'person',
}

/** A score that fills the bar. */
const fullScore = 100
const heat = (score: number) => (score >= 60 ? 'hot' : score >= 30 ? 'warm' : 'cool')

/** A score as its number and a bar. */
export function Score({ score }: { score: number }) {
  return (
    <span className={classes.score}>
      <b>{score}</b>
      <span className={classes.bar} data-heat={heat(score)} aria-hidden>
        <span style={{ width: `${Math.min(100, (score / fullScore) * 100)}%` }} />
      </span>
    </span>
  )
}

/** Name, detail and reasons of a case; the name leads to its page. */
export function About({ row, linked = true }: { row: DeskCase; linked?: boolean }) {
  return (
    <>
      {linked ? (
        <Link {...linkOf(row)} className={rowClasses.link}>
          <Clamp text={nameOf(row)} />
        </Link>
      ) : (
        <Clamp text={nameOf(row)} />
      )}
      <Clamp text={detailOf(row)} />
      <span className={classes.reasons}>{reasonsOf(row, new Date()).join(' · ')}</span>
    </>
  )
}

export const Kind = ({ row }: { row: DeskCase }) => (
  <span className={classes.kind} data-tone={tones[row.kind]}>
    {kindOf(row)}
  </span>
)

export const columns: readonly Column<DeskCase>[] = [
  { name: 'Score', width: 96, cell: ({ score }) => <Score score={score} /> },
  { name: 'Kind', width: 136, cell: (row) => <Kind row={row} /> },
  { name: 'About', cell: (row) => <About row={row} /> },
  {
    name: 'At stake',
    width: 104,
    is: 'number',
    cell: ({ cents }) => <span className={deskClasses.money}>{cents === null ? '–' : grouped(cents)}</span>,
  },
  {
    name: 'Age or deadline',
    width: 140,
    cell: ({ deadline_at, opened_at, snoozed_until }) =>
      snoozed_until ? (
        <When value={snoozed_until} write={(value) => `until ${shortLocal(value)}`} />
      ) : deadline_at ? (
        <DeadlineWord at={deadline_at} />
      ) : (
        <When value={opened_at} write={(value) => ageWords(value, new Date()) ?? orNull(value)} />
      ),
  },
  {
    name: 'Assignee',
    width: 120,
    cell: ({ assignee, absent, barred }) =>
      assignee ? (
        <Clamp text={assignee.name ?? assignee.uid} />
      ) : absent ? (
        <Clamp text={`${absent.name ?? absent.uid} (away)`} />
      ) : (
        <span className={deskClasses.quiet}>{barred ? 'You requested it' : 'No one'}</span>
      ),
  },
  {
    name: '',
    width: 48,
    cell: (row) => (
      // Above the link that fills the row
      <span className={classes.menu}>
        <CaseMenu row={row} />
      </span>
    ),
  },
]
