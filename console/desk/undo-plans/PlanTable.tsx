import type { UndoRow } from '@portreeve/contract/desk/undo-plans'
import { actionWords } from '../../format/actions.ts'
import { shortLocal } from '../../format/dates.ts'
import { orNull } from '../../format/words.ts'
import { RecordLink } from '../../shell/records/RecordLink.tsx'
import { UserLink } from '../../shell/records/UserLink.tsx'
import { Clamp } from '../../ui/Clamp.tsx'
import { type Column, ColumnTable } from '../../ui/ColumnTable.tsx'
import { ScrollBox } from '../../ui/ScrollBox.tsx'
import { StateWord } from '../../ui/StateWord.tsx'
import { When } from '../../ui/When.tsx'
import classes from './undo-plans.module.css'

const results = {
  pending: { word: 'Waits', tone: 'quiet' },
  done: { word: 'Undone', tone: 'good' },
  refused: { word: 'Not undone', tone: 'caution' },
} as const

const columns: readonly Column<UndoRow>[] = [
  {
    name: 'Done',
    width: 150,
    is: 'date',
    cell: ({ done_at }) => <When value={done_at} write={shortLocal} />,
  },
  { name: 'Action', cell: ({ action }) => actionWords(action) },
  { name: 'By', cell: ({ by }) => <Clamp text={orNull(by.name)} /> },
  {
    name: 'Record',
    cell: ({ subject }) => <RecordLink subject={subject && { ...subject, title: subject.name }} />,
  },
  {
    name: 'What happens',
    width: '26%',
    cell: ({ words, instead, newer }) => (
      <>
        {words}
        {newer && (
          <span className={classes.quiet}>
            <bdi>{orNull(newer.by.name)}</bdi>: {actionWords(newer.action)},{' '}
            <When value={newer.at} write={shortLocal} />
          </span>
        )}
        {instead && <span className={classes.quiet}>Instead: {instead}</span>}
      </>
    ),
  },
  {
    name: 'Whom to tell',
    cell: ({ tell }) =>
      tell.map(({ kind, id, name }) => (
        <span key={`${kind}:${id}`} className={classes.who}>
          {kind === 'user' ? <UserLink uid={id} name={name ?? id} /> : <bdi>{name ?? id}</bdi>}
        </span>
      )),
  },
  {
    name: 'Result',
    cell: ({ result }) =>
      result && (
        <>
          <StateWord {...results[result.state]} />
          {result.words && <span className={classes.quiet}>{result.words}</span>}
        </>
      ),
  },
]

/** The actions of a plan, newest first; a placeholder while `rows` is undefined. */
export const PlanTable = ({ rows }: { rows: readonly UndoRow[] | undefined }) => (
  <ScrollBox label="Actions, table">
    <ColumnTable
      label="Actions"
      stacks
      columns={columns}
      rows={rows}
      keyOf={({ at }) => String(at)}
      height={52}
    />
  </ScrollBox>
)
