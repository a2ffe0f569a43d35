import { Group, Modal, Skeleton, Table, Text, UnstyledButton } from '@mantine/core'
import type { Macro } from '@portreeve/contract/macros'
import { useState } from 'react'
import { shortDay } from '../../format/dates.ts'
import { Clamp } from '../../ui/Clamp.tsx'
import { useEscape } from '../../ui/escape.ts'
import { FailedState } from '../../ui/FailedState.tsx'
import rowClasses from '../../ui/rows.module.css'
import { When } from '../../ui/When.tsx'
import { GuardedButton } from '../GuardedButton.tsx'
import { EditMacro, NewMacro } from './MacroForms.tsx'
import classes from './macros.module.css'
import { useMacros } from './useMacros.ts'

/** MAC-14 to MAC-18. One dialog at a time: a macro's own takes the place of the list until it is closed. */
export function MacrosDialog({ onClose }: { onClose: () => void }) {
  const macros = useMacros(true)
  const [shown, setShown] = useState<'list' | 'new' | Macro>('list')
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
      <Table className={classes.table} verticalSpacing={8} horizontalSpacing={8} highlightOnHover>
        <Table.Thead className={rowClasses.head}>
          <Table.Tr>
            <Table.Th scope="col">Title</Table.Th>
            <Table.Th scope="col" w={120}>
              Created
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {macros.loading &&
            // MAC-18
            ['a', 'b', 'c', 'd'].map((key) => (
              <Table.Tr key={key} aria-hidden data-skeleton>
                <Table.Td colSpan={2} p={0}>
                  <Skeleton height={50} radius={0} />
                </Table.Td>
              </Table.Tr>
            ))}
          {macros.data?.map((macro) => (
            <Table.Tr key={macro.id} className={rowClasses.row}>
              <Table.Td>
                {/* MAC-19 */}
                <UnstyledButton className={classes.title} onClick={() => setShown(macro)}>
                  <Clamp text={macro.title || 'Untitled'} />
                </UnstyledButton>
              </Table.Td>
              <Table.Td className={classes.date}>
                <When value={macro.created_at} write={shortDay} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {macros.data?.length === 0 && !macros.failure && (
        <Text size="sm" mt="sm">
          No macros yet. A macro is a reply that is written once and used often.
        </Text>
      )}
    </Modal>
  )
}
