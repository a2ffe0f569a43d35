import { Group, Title } from '@mantine/core'
import { api } from '@portreeve/contract'
import { permissions } from '@portreeve/contract/base/rights'
import type { Extension, ExtensionType } from '@portreeve/contract/marketplace/extensions'
import { IconKey, IconPencil, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useData } from '../../data/use-data.ts'
import { kinds } from '../../format/record-kinds.ts'
import { ActionDialog } from '../../shell/ActionDialog.tsx'
import { GuardedButton } from '../../shell/GuardedButton.tsx'
import { onDemand } from '../../shell/on-demand.tsx'
import { RowMenu } from '../../shell/RowMenu.tsx'
import { Clamp } from '../../ui/Clamp.tsx'
import { type Column, ColumnTable } from '../../ui/ColumnTable.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { ScrollBox } from '../../ui/ScrollBox.tsx'
import { SecretDialog } from '../../ui/SecretDialog.tsx'

const DeclareDialog = onDemand(async () => (await import('./DeclareDialog.tsx')).DeclareDialog)

type Open =
  | { what: 'add' }
  | { what: 'edit' | 'remove' | 'rotate'; one: Extension }
  | { what: 'secret'; secret: string }
  | null

const columnsOf = (onOpen: (open: Open) => void): readonly Column<Extension>[] => [
  { name: 'Name', width: '16%', cell: ({ name }) => <Clamp text={name} mono /> },
  { name: 'Title', width: '16%', cell: ({ title }) => <Clamp text={title} /> },
  { name: 'On', width: '16%', cell: ({ on }) => on.map((kind) => kinds[kind]).join(', ') },
  { name: 'Address', cell: ({ url }) => <Clamp text={url} mono /> },
  { name: 'For those who may', width: '18%', cell: ({ may }) => <Clamp text={permissions[may].words} /> },
  {
    name: 'Actions',
    width: 80,
    cell: (one) => {
      const shared = { may: 'extensions.manage' } as const
      return (
        <RowMenu
          label={`Actions for ${one.name}`}
          actions={[
            { ...shared, label: 'Edit', icon: IconPencil, onActivate: () => onOpen({ what: 'edit', one }) },
            one.type === 'action'
              ? {
                  ...shared,
                  label: 'New secret',
                  icon: IconKey,
                  onActivate: () => onOpen({ what: 'rotate', one }),
                }
              : null,
            {
              ...{ ...shared, label: 'Remove', icon: IconTrash, danger: true },
              onActivate: () => onOpen({ what: 'remove', one }),
            },
          ]}
        />
      )
    },
  },
]

/** The panels or the actions that are declared. */
export function DeclaredSection(props: { type: ExtensionType; title: string; add: string; empty: string }) {
  const { type, title, add, empty } = props
  const { data, failure, reload } = useData(api.extensions.list, {})
  const [open, setOpen] = useState<Open>(null)
  const rows = data?.filter((one) => one.type === type)
  const close = () => setOpen(null)
  const showSecret = (secret: string | null | undefined) =>
    setOpen(secret ? { what: 'secret', secret } : null)
  const shared = { refetch: [api.extensions.list], onClose: close }
  return (
    <section aria-label={title}>
      <Group justify="space-between" mt="lg" mb="xs">
        <Title order={2}>{title}</Title>
        <GuardedButton may="extensions.manage" size="compact-sm" onClick={() => setOpen({ what: 'add' })}>
          {add}
        </GuardedButton>
      </Group>
      {failure && !data && (
        <FailedState message={`The ${title.toLowerCase()} could not be loaded.`} onRetry={reload} />
      )}
      {rows?.length === 0 ? (
        <EmptyState>{empty}</EmptyState>
      ) : (
        (rows || !failure) && (
          <ScrollBox label={`${title}, table`}>
            <ColumnTable
              label={title}
              stacks
              columns={columnsOf(setOpen)}
              rows={rows}
              keyOf={({ name }) => name}
            />
          </ScrollBox>
        )
      )}
      {open?.what === 'add' && <DeclareDialog type={type} onClose={close} onMade={showSecret} />}
      {open?.what === 'edit' && <DeclareDialog type={type} one={open.one} onClose={close} onMade={close} />}
      {open?.what === 'remove' && (
        <ActionDialog
          {...shared}
          call={api.extensions.remove}
          title={`Remove ${open.one.name}`}
          subtitle="Pages that are open show it until they are loaded again."
          confirmText="Remove"
          danger
          done="Removed"
          failed="It could not be removed"
          input={() => ({ params: { type, name: open.one.name } })}
        />
      )}
      {open?.what === 'rotate' && (
        <ActionDialog
          {...shared}
          call={api.extensions.rotate}
          title={`New secret for ${open.one.name}`}
          subtitle="The present secret signs nothing more: the app refuses requests until it has the new one."
          confirmText="Make secret"
          failed="No secret was made"
          input={() => ({ params: { name: open.one.name } })}
          onDone={(made) => showSecret(made?.secret)}
        />
      )}
      {open?.what === 'secret' && (
        <SecretDialog
          title="The secret of the action"
          secret={open.secret}
          lost="If it is lost, make a new one."
          onClose={close}
        >
          Requests are signed with this secret. Put it into the configuration of the app now.
        </SecretDialog>
      )}
    </section>
  )
}
