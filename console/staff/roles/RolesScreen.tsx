import { Badge, Text, TextInput } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { Permission } from '@portreeve/contract/base/rights'
import type { StaffRole } from '@portreeve/contract/staff/roles'
import { IconCheck, IconClock, IconCopy, IconPencil, IconTrash } from '@tabler/icons-react'
import { type CSSProperties, useMemo, useState } from 'react'
import { useMe, useWhyNot } from '../../data/rights.ts'
import { useData } from '../../data/use-data.ts'
import { classWords, kindWords } from '../../format/cases.ts'
import { grouped } from '../../format/money.ts'
import { count } from '../../format/words.ts'
import { GuardedButton } from '../../shell/GuardedButton.tsx'
import { RowMenu } from '../../shell/RowMenu.tsx'
import { type Column, ColumnTable } from '../../ui/ColumnTable.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { RemoveRoleDialog } from './RemoveRoleDialog.tsx'
import { RoleEditor } from './RoleEditor.tsx'
import classes from './roles.module.css'
import { WaitingRoles } from './WaitingRoles.tsx'
import { groupsFor, wordsOf } from './words.ts'

interface Line {
  id: string
  /** Null for the head of a group, and for a limit. */
  permission: Permission | null
  /** What a role is limited to, and the word for a role without a limit. */
  limit?: (role: StaffRole) => readonly string[]
  unlimited?: string
  label: string
}

/** The limits of a role, below its permissions. */
const limits: readonly Line[] = [
  { id: 'limits', permission: null, label: 'Sees of the desk' },
  {
    ...{ id: 'kinds', permission: null, label: 'Kinds of cases' },
    limit: ({ kinds }) => kinds.map((kind) => kindWords[kind][1]),
  },
  {
    ...{ id: 'classes', permission: null, label: 'Classes of reports' },
    limit: ({ classes }) => classes.map((one) => classWords[one]),
  },
  { id: 'alone', permission: null, label: 'Refunds without a second person, up to' },
  {
    ...{ id: 'order', permission: null, label: 'Of an order', unlimited: 'As set' },
    limit: ({ refund_alone }) => amounts(refund_alone),
  },
  {
    ...{ id: 'day', permission: null, label: 'A day', unlimited: 'As set' },
    limit: ({ refund_alone_day }) => amounts(refund_alone_day),
  },
]

const amounts = (cents: number | null) => (cents === null ? [] : [grouped(cents)])

type Opened = { what: 'make' | 'change' | 'remove'; role: StaffRole | null }

function Held({ role, permission }: { role: StaffRole; permission: Permission }) {
  if (role.permissions.includes(permission))
    return <IconCheck size={16} display="block" role="img" aria-label={`${role.name} may`} />
  if (role.waiting?.permissions.includes(permission))
    return (
      <IconClock
        size={16}
        display="block"
        role="img"
        aria-label={`${role.name}: waits for a second person`}
      />
    )
  return (
    <Text span c="dimmed" role="img" aria-label={`${role.name} may not`}>
      –
    </Text>
  )
}

/** Names one limit, and counts several; their names are in the title. */
const Limited = ({ to, unlimited = 'All' }: { to: readonly string[]; unlimited?: string | undefined }) => (
  <Text span size="xs" c={to.length === 0 ? 'dimmed' : undefined} title={to.join(', ')} truncate>
    {to.length === 0 ? unlimited : to.length === 1 ? to[0] : `${to.length} of them`}
  </Text>
)

/** The roles and what each may do, as a table: a line for each permission, a column for each role. */
export function RolesScreen() {
  const refused = useWhyNot('staff.read')
  const { data: roles, failure, reload } = useData(api.roles.list, {}, { when: !refused })
  const [term, setTerm] = useState('')
  const [opened, setOpened] = useState<Opened | null>(null)
  const own = useMe()?.role
  const lines = useMemo(
    () => [
      ...groupsFor(term).flatMap(({ label, choices }): Line[] => [
        { id: label, permission: null, label },
        ...choices.map((one) => ({ id: one, permission: one, label: wordsOf(one) })),
      ]),
      ...(term.trim() === '' ? limits : []),
    ],
    [term],
  )
  const columns = useMemo(() => columnsFor(roles ?? [], own, setOpened), [roles, own])
  const close = () => setOpened(null)
  return (
    <>
      <PageHead title="Roles" count={roles && !failure ? count(roles.length, 'role', 'roles') : null}>
        <GuardedButton
          may="staff.manage"
          size="compact-sm"
          onClick={() => setOpened({ what: 'make', role: null })}
        >
          New role
        </GuardedButton>
      </PageHead>
      {refused ? (
        <Text role="note">{refused}</Text>
      ) : (
        <>
          {failure && <FailedState message="The roles could not be loaded." onRetry={reload} />}
          <WaitingRoles roles={roles ?? []} />
          <TextInput
            aria-label="Search permissions"
            placeholder="Search what a role may do"
            type="search"
            autoComplete="off"
            maw={360}
            mb="sm"
            value={term}
            onChange={(event) => setTerm(event.currentTarget.value)}
          />
          {lines.length === 0 ? (
            <EmptyState>No permission has these words.</EmptyState>
          ) : (
            <div className={classes.scroll} style={{ '--roles': roles?.length ?? 4 } as CSSProperties}>
              <ColumnTable
                label="Roles"
                className={classes.table}
                columns={columns}
                rows={roles && lines}
                keyOf={({ id }) => id}
                height={32}
                loadingRows={20}
              />
            </div>
          )}
        </>
      )}
      {(opened?.what === 'make' || opened?.what === 'change') && (
        <RoleEditor from={opened.role} isNew={opened.what === 'make'} onClose={close} />
      )}
      {opened?.what === 'remove' && opened.role && <RemoveRoleDialog role={opened.role} onClose={close} />}
    </>
  )
}

function columnsFor(
  roles: readonly StaffRole[],
  own: string | undefined,
  open: (opened: Opened) => void,
): Column<Line>[] {
  return [
    {
      name: 'Permission',
      cell: ({ permission, limit, label }) =>
        permission === null && !limit ? <strong className={classes.group}>{label}</strong> : label,
    },
    ...roles.map((role) => ({
      name: role.name,
      width: 124,
      head: <RoleHead role={role} isOwn={role.name === own} onOpen={(what) => open({ what, role })} />,
      cell: ({ permission, limit, unlimited }: Line) =>
        limit ? (
          <Limited to={limit(role)} unlimited={unlimited} />
        ) : (
          permission && <Held role={role} permission={permission} />
        ),
    })),
  ]
}

interface RoleHeadProps {
  role: StaffRole
  isOwn: boolean
  onOpen: (what: Opened['what']) => void
}

function RoleHead({ role, isOwn, onOpen }: RoleHeadProps) {
  const fixed = role.built_in
    ? 'Built-in roles stay as they are. Copy it, and change the copy.'
    : isOwn
      ? 'This is your own role: a colleague with another role changes it.'
      : null
  return (
    <div className={classes.head}>
      <div>
        <bdi className={classes.name} title={role.name}>
          {role.name}
        </bdi>
        <Text size="xs" c="dimmed">
          {count(role.people, 'person', 'people')}
        </Text>
        {role.waiting && (
          <Badge size="xs" variant="light">
            waits
          </Badge>
        )}
      </div>
      <RowMenu
        label={`Actions for ${role.name}`}
        actions={[
          {
            may: 'staff.manage',
            label: 'Change',
            icon: IconPencil,
            whyNot: fixed,
            onActivate: () => onOpen('change'),
          },
          { may: 'staff.manage', label: 'Copy', icon: IconCopy, onActivate: () => onOpen('make') },
          {
            may: 'staff.manage',
            label: 'Remove',
            icon: IconTrash,
            whyNot: fixed,
            onActivate: () => onOpen('remove'),
          },
        ]}
      />
    </div>
  )
}
