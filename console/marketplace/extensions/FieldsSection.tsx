import { Group, Text, Title } from '@mantine/core'
import { api } from '@portreeve/contract'
import { extraKinds, extraTypes } from '@portreeve/contract/base/extra'
import type { ExtensionField } from '@portreeve/contract/marketplace/extension-fields'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useId, useMemo, useState } from 'react'
import { useData } from '../../data/use-data.ts'
import { ActionDialog } from '../../shell/ActionDialog.tsx'
import { GuardedButton } from '../../shell/GuardedButton.tsx'
import { RowMenu } from '../../shell/RowMenu.tsx'
import { type Column, ColumnTable } from '../../ui/ColumnTable.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { ScrollBox } from '../../ui/ScrollBox.tsx'
import { FieldDialog } from './FieldDialog.tsx'

type Open = { is: 'new' } | { is: 'change' | 'remove'; field: ExtensionField }

const marks = ({ personal, shown, filterable }: ExtensionField) =>
  [personal && 'personal', shown ? 'on the page' : 'not on the page', filterable && 'filters']
    .filter(Boolean)
    .join(', ')

const columnsOf = (open: (opened: Open) => void): readonly Column<ExtensionField>[] => [
  { name: 'Of', width: 90, cell: ({ kind }) => extraKinds[kind].words },
  { name: 'Words', cell: ({ words }) => <bdi>{words}</bdi> },
  { name: 'Name', width: '20%', cell: ({ name }) => <code>{name}</code> },
  {
    name: 'Values',
    width: '24%',
    cell: ({ type, choices }) => (type === 'choice' ? choices.join(', ') : extraTypes[type]),
  },
  { name: 'Use', width: '22%', cell: marks },
  {
    name: 'Actions',
    width: 80,
    cell: (field) => (
      <RowMenu
        label={`Actions for ${field.words}`}
        actions={[
          {
            ...{ label: 'Change…', icon: IconPencil, may: 'extensions.manage' },
            onActivate: () => open({ is: 'change', field }),
          },
          {
            ...{ label: 'Remove…', icon: IconTrash, may: 'extensions.manage', danger: true },
            onActivate: () => open({ is: 'remove', field }),
          },
        ]}
      />
    ),
  },
]

/** The fields that the marketplace has declared for people, listings and orders. */
export function FieldsSection() {
  const { data, failure, reload } = useData(api.extensionFields.list, {})
  const [open, setOpen] = useState<Open | null>(null)
  const columns = useMemo(() => columnsOf(setOpen), [])
  const heading = useId()
  const close = () => setOpen(null)
  return (
    <section aria-labelledby={heading}>
      <Group justify="space-between" mb="xs">
        <Title order={2} id={heading}>
          Fields
        </Title>
        <GuardedButton may="extensions.manage" size="compact-sm" onClick={() => setOpen({ is: 'new' })}>
          New field…
        </GuardedButton>
      </Group>
      {failure && !data && <FailedState message="The fields could not be loaded." onRetry={reload} />}
      {data?.length === 0 ? (
        <EmptyState>
          No field yet. Declare what your records have beside the fields of Portreeve; your app then sends the
          values, pages show them, and searches filter by them: x_name:value.
        </EmptyState>
      ) : (
        (data || !failure) && (
          <ScrollBox label="Fields, table">
            <ColumnTable
              label="Fields"
              stacks
              columns={columns}
              rows={data}
              keyOf={({ kind, name }) => `${kind}/${name}`}
            />
          </ScrollBox>
        )
      )}
      {open?.is === 'remove' && (
        <ActionDialog
          call={api.extensionFields.remove}
          title={`Remove ${open.field.words}`}
          confirmText="Remove field"
          done="Field removed"
          failed="The field could not be removed"
          refetch={[api.extensionFields.list]}
          onClose={close}
          input={() => ({ params: { kind: open.field.kind, name: open.field.name } })}
        >
          <Text size="sm">
            Its values are deleted from all records. Rows of your app that still have it are rejected.
          </Text>
        </ActionDialog>
      )}
      {(open?.is === 'new' || open?.is === 'change') && (
        <FieldDialog field={open.is === 'change' ? open.field : null} onClose={close} />
      )}
    </section>
  )
}
