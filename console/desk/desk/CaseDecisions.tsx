import { Button } from '@mantine/core'
import type { DeskCase } from '@portreeve/contract/desk/desk'
import { Link } from '@tanstack/react-router'
import { GuardedButton } from '../../shell/GuardedButton.tsx'
import { PeekDecision, PeekDecisions, PeekFoot } from '../../shell/peek/PeekParts.tsx'
import { linkOf } from './case-link.ts'
import type { CaseDecision } from './useDecisions.ts'

interface CaseDecisionsProps {
  row: DeskCase
  decisions: { kind: readonly CaseDecision[]; desk: readonly CaseDecision[] }
  onDecide: (decision: CaseDecision) => void
}

/** The decisions of a case in its panel, with their keys. */
export const CaseDecisions = ({ row, decisions, onDecide }: CaseDecisionsProps) => (
  <PeekFoot>
    {decisions.kind.length > 0 && (
      <PeekDecisions>
        {decisions.kind.map((one) => (
          <PeekDecision
            key={one.key}
            {...{ may: one.may, whyNot: one.whyNot, label: one.label, effect: one.effect }}
            hotkey={one.key}
            onClick={() => onDecide(one)}
          />
        ))}
      </PeekDecisions>
    )}
    {decisions.desk.map((one) => (
      <GuardedButton
        key={one.key}
        may={one.may}
        whyNot={one.whyNot}
        variant="default"
        size="compact-sm"
        aria-keyshortcuts={one.key}
        rightSection={<kbd aria-hidden>{one.key}</kbd>}
        onClick={() => onDecide(one)}
      >
        {one.label}
      </GuardedButton>
    ))}
    <Button
      variant="default"
      size="compact-sm"
      rightSection={<kbd aria-hidden>↵</kbd>}
      renderRoot={(props) => <Link {...linkOf(row)} {...props} />}
    >
      Open the case
    </Button>
  </PeekFoot>
)
