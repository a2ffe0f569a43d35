import { Button, Checkbox } from '@mantine/core'
import { type DeskCase, maxHanded } from '@portreeve/contract/desk/desk'
import { useMemo, useState } from 'react'
import { count } from '../../format/words.ts'
import bulkClasses from '../../shell/bulk/bulk.module.css'
import { PickBox } from '../../shell/bulk/PickBox.tsx'
import type { Selection } from '../../shell/bulk/useSelection.ts'
import { caseText } from '../../shell/lists/opened-case.ts'
import { onDemand } from '../../shell/on-demand.tsx'
import type { Column } from '../../ui/ColumnTable.tsx'
import { useStable } from '../../ui/stable.ts'
import { columns } from './columns.tsx'
import classes from './desk-list.module.css'
import { nameOf } from './words.ts'

const HandManyDialog = onDemand(async () => (await import('./HandDialog.tsx')).HandManyDialog)

/** The columns of the desk; while cases are being chosen, with a box before the name of each. */
export function usePickedColumns(selection: Selection): readonly Column<DeskCase>[] {
  const actions = useStable({ pick: selection.pick })
  const chosen = selection.on ? selection.keys.join('\n') : null
  return useMemo(() => {
    if (chosen === null) return columns
    const keys = new Set(chosen.split('\n'))
    return columns.map((column) =>
      column.name === 'Case'
        ? {
            ...column,
            cell: (row) => (
              <span className={classes.picked}>
                <PickBox
                  of={nameOf(row)}
                  checked={keys.has(caseText(row))}
                  onPick={(range) => actions.pick(caseText(row), range)}
                />
                {column.cell(row)}
              </span>
            ),
          }
        : column,
    )
  }, [chosen, actions])
}

interface PickBarProps {
  selection: Selection
  rows: readonly DeskCase[]
}

/** The chosen cases of the desk, and the button that hands them over. */
export function PickBar({ selection, rows }: PickBarProps) {
  const [opened, setOpened] = useState(false)
  const inSight = Math.min(rows.length, maxHanded)
  const [first, ...others] = rows.filter((row) => selection.has(caseText(row))).slice(0, maxHanded)
  const chosen = first ? others.length + 1 : 0
  return (
    <section className={bulkClasses.bar} aria-label="Chosen cases">
      <Checkbox
        size="xs"
        aria-label={`Choose all ${inSight} in sight`}
        checked={chosen > 0 && chosen === inSight}
        indeterminate={chosen > 0 && chosen < inSight}
        onChange={(event) => selection.pickSight(event.currentTarget.checked)}
      />
      <span className={bulkClasses.chosen} role="status">
        {`${count(chosen, 'case', 'cases')} chosen`}
      </span>
      <Button variant="default" size="compact-sm" disabled={!first} onClick={() => setOpened(true)}>
        Hand over…
      </Button>
      <Button variant="subtle" color="gray" size="compact-sm" onClick={selection.stop}>
        Cancel
      </Button>
      {opened && first && (
        <HandManyDialog rows={[first, ...others]} onDone={selection.stop} onClose={() => setOpened(false)} />
      )}
    </section>
  )
}
