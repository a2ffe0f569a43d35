import type { MacroActions } from '@portreeve/contract/conversations/inbox'
import { useState } from 'react'
import { onDemand } from '../../shell/on-demand.tsx'
import { isEmpty } from './action-words.ts'
import classes from './macros.module.css'

const MacroActionFields = onDemand(async () => (await import('./MacroActionFields.tsx')).MacroActionFields)

interface ActionsPartProps {
  value: MacroActions
  onChange: (value: MacroActions) => void
}

/** Closed at first where the macro has none: the dialog of the specification has two fields and its buttons (MAC-20 to MAC-22). */
export function ActionsPart({ value, onChange }: ActionsPartProps) {
  const [opened, setOpened] = useState(!isEmpty(value))
  return (
    <details open={opened} onToggle={(event) => setOpened(event.currentTarget.open)}>
      <summary className={classes.summary}>Actions in the team inbox</summary>
      {opened && <MacroActionFields value={value} onChange={onChange} />}
    </details>
  )
}
