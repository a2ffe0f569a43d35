import { Group, Modal, Text, UnstyledButton } from '@mantine/core'
import type { Macro } from '@portreeve/contract/conversations/macros'
import { useMemo, useState } from 'react'
import { shortDay } from '../../format/dates.ts'
import { GuardedButton } from '../../shell/GuardedButton.tsx'
import { useEscape } from '../../ui/browser/escape.ts'
import { Clamp } from '../../ui/Clamp.tsx'
import { type Column, ColumnTable } from '../../ui/ColumnTable.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { When } from '../../ui/When.tsx'
import { EditMacro, NewMacro } from './MacroForms.tsx'
import classes from './macros.module.css'
import { useMacros } from './useMacros.ts'

/** MAC-14 to MAC-18. One dialog at a time: a macro's form replaces the list until it is closed. */
export function MacrosDialog({ onClose }: { onClose: () => void }) {
  const macros = useMacros(true)
  const [shown, setShown] = useState<'list' | 'new' | Macro>('list')
  const columns = useMemo(
    (): readonly Column<Macro>[] => [
      {
        name: 'Title',
        cell: (macro) => (
          // MAC-19
          <UnstyledButton className={classes.title} onClick={() => setShown(macro)}>
            <Clamp text={macro.title || 'Untitled'} />
          </UnstyledButton>
        ),
      },
      {
        name: 'Created',
        width: 120,
        is: 'date',
        cell: ({ created_at }) => <When value={created_at} write={shortDay} />,
      },
    ],
    [],
  )
  const toList = () => setShown('list')
  useEscape(onClose, shown === 'list')
  if (shown === 'new') return <NewMacro onClose={toList} />
  if (shown !== 'list')
    return (
      <EditMacro
        macro={shown}
        now={macros.data?.find(({ id }) => id === shown.id)}
        loading={macros.busy}
        onClose={toList}
      />
    )
  return (
    <Modal opened onClose={onClose} title="Macros" size={640} closeOnEscape={false}>
      <Group justify="flex-end" mb="sm">
        <GuardedButton may="macros.write" onClick={() => setShown('new')}>
          + Add macro
        </GuardedButton>
      </Group>
      {macros.failure && <FailedState message="The macros could not be loaded." onRetry={macros.reload} />}
      {/* MAC-18 */}
      {!(macros.failure && !macros.data) && (
        <ColumnTable
          label="Macros"
          columns={columns}
          rows={macros.data}
          keyOf={({ id }) => id}
          // MAC-18
          height={50}
          loadingRows={4}
        />
      )}
      {macros.data?.length === 0 && !macros.failure && (
        <Text size="sm" mt="sm">
          No macros yet. A macro is a reply that is written once and used often.
        </Text>
      )}
    </Modal>
  )
}
