import { Text } from '@mantine/core'
import type { MachineScope } from '@portreeve/contract/marketplace/machine-keys'
import { CheckboxGroups } from '../../ui/CheckboxGroups.tsx'
import { scopeGroups, scopeWords } from './words.ts'

interface ScopesFieldProps {
  value: readonly MachineScope[]
  onChange: (scopes: MachineScope[]) => void
}

/** What a key may do, by what it is about. */
export function ScopesField({ value, onChange }: ScopesFieldProps) {
  return (
    <div>
      <Text size="sm" fw={500} mb={4}>
        It may
      </Text>
      <CheckboxGroups
        label="It may"
        groups={scopeGroups}
        labelOf={scopeWords}
        value={value}
        onChange={onChange}
      />
    </div>
  )
}
