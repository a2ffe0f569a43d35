import { Group, MultiSelect, Stack, Text, TextInput } from '@mantine/core'
import { api } from '@portreeve/contract'
import {
  type DeskKind,
  deskKindNames,
  fullSight,
  type HarmClass,
  harmClasses,
  type Sight,
} from '@portreeve/contract/base/case-kinds'
import type { Permission } from '@portreeve/contract/base/rights'
import { seenBeyond } from '@portreeve/contract/base/sight'
import { type RoleRights, type StaffRole, withoutSecond } from '@portreeve/contract/staff/roles'
import { useState } from 'react'
import { useMe } from '../../data/rights.ts'
import { classWords, kindWords } from '../../format/cases.ts'
import { readCents, typedAmount } from '../../format/money.ts'
import { ActionDialog } from '../../shell/ActionDialog.tsx'
import { CheckboxGroups } from '../../ui/CheckboxGroups.tsx'
import { changing } from './changing.ts'
import { RoleEffect } from './RoleEffect.tsx'
import { groupsFor, listed, withReading, wordsOf } from './words.ts'

interface RoleEditorProps {
  /** The role that is changed or copied; null for one without permissions. */
  from: StaffRole | null
  isNew: boolean
  onClose: () => void
}

interface Draft {
  name: string
  permissions: readonly Permission[]
  kinds: DeskKind[]
  classes: HarmClass[]
  order: string
  day: string
}

const typed = (cents: number | null | undefined) => (cents == null ? '' : typedAmount(cents))
const none: RoleRights = { permissions: [], ...fullSight, refund_alone: null, refund_alone_day: null }

/** The rights of a draft; the sentence that says what is wrong with it. */
function readDraft({ permissions, kinds, classes, order, day }: Draft): RoleRights | string {
  const [refund_alone, refund_alone_day] = [order, day].map((text) =>
    text.trim() === '' ? null : (readCents(text) ?? -1),
  )
  if ((refund_alone ?? 0) < 0 || (refund_alone_day ?? 0) < 0)
    return 'A limit is an amount such as 50.00, or empty.'
  return {
    ...{ permissions: [...permissions], kinds, classes },
    refund_alone: refund_alone ?? null,
    refund_alone_day: refund_alone_day ?? null,
  }
}

/** Makes a role, or changes one, after showing what changes and for whom. */
export function RoleEditor({ from, isNew, onClose }: RoleEditorProps) {
  const me = useMe()
  const [term, setTerm] = useState('')
  const [draft, setDraft] = useState<Draft>({
    name: from && !isNew ? from.name : '',
    permissions: (from?.permissions ?? []).filter((one) => !isNew || me?.permissions.includes(one)),
    ...{ kinds: from?.kinds ?? [], classes: from?.classes ?? [] },
    order: typed(from?.refund_alone),
    day: typed(from?.refund_alone_day),
  })
  const set = (more: Partial<Draft>) => setDraft({ ...draft, ...more })
  const before: RoleRights = from && !isNew ? from : none
  const wanted = readDraft(draft)
  const body = typeof wanted === 'string' ? wanted : { name: draft.name.trim(), ...wanted }
  const changed = { before, wanted: typeof wanted === 'string' ? before : wanted }
  const field = (label: string, name: 'name' | 'order' | 'day', placeholder = '') => (
    <TextInput
      label={label}
      placeholder={placeholder}
      autoComplete="off"
      spellCheck={false}
      flex={1}
      required={name === 'name'}
      value={draft[name]}
      onChange={(event) => set({ [name]: event.currentTarget.value })}
    />
  )
  const shared = {
    failed: isNew ? 'Could not make the role' : `Could not change the role ${from?.name}`,
    onClose,
    title: isNew ? 'New role' : 'Change role',
    width: 640,
    subtitle: isNew
      ? 'What gives money permissions waits for a second person; the rest holds at once.'
      : 'The change holds from the next call of its people. What gives money permissions or raises a limit waits for a second person.',
    confirmText: isNew ? 'Make role' : 'Change role',
    children: (
      <Stack gap="sm">
        {field('Name', 'name')}
        <TextInput
          aria-label="Search permissions"
          placeholder="Search what the role may do"
          type="search"
          autoComplete="off"
          value={term}
          onChange={(event) => setTerm(event.currentTarget.value)}
        />
        <CheckboxGroups
          label="The role may"
          groups={groupsFor(term)}
          labelOf={(one) =>
            me?.permissions.includes(one) ? wordsOf(one) : `${wordsOf(one)} (you may not give it)`
          }
          value={draft.permissions}
          onChange={(permissions) => set({ permissions: withReading(permissions, draft.permissions) })}
        />
        <Limit
          label="Kinds of cases on the desk"
          choices={deskKindNames}
          labelOf={(kind) => kindWords[kind][1]}
          value={draft.kinds}
          onChange={(kinds) => set({ kinds })}
        />
        <Limit
          label="Classes of reports on the desk"
          choices={harmClasses}
          labelOf={(one) => classWords[one]}
          value={draft.classes}
          onChange={(classes) => set({ classes })}
        />
        <Group gap="sm">
          {field('Refunds alone of an order', 'order', 'As the environment allows')}
          {field('Refunds alone a day', 'day', 'As the environment allows')}
        </Group>
        <Changes {...changed} copied={isNew ? from : null} />
        {from && !isNew && <RoleEffect role={from} wanted={changed.wanted} />}
      </Stack>
    ),
  }
  if (isNew || !from)
    return (
      <ActionDialog
        {...shared}
        call={api.roles.create}
        input={() => (typeof body === 'string' ? body : { body })}
        done={({ input }) => `Made the role ${input.body.name}`}
        refetch={[api.roles.list]}
      />
    )
  return (
    <ActionDialog
      {...shared}
      {...changing(from)}
      call={api.roles.change}
      input={() =>
        typeof body === 'string' ? body : { params: { name: from.name }, body: changesOf(from, body) }
      }
      done={`Changed the role ${from.name}`}
    />
  )
}

/** The name alone where the rights are as before: a change of rights takes the place of what waits. */
function changesOf(from: StaffRole, { name, ...rights }: RoleRights & { name: string }) {
  const isSame =
    rights.refund_alone === from.refund_alone &&
    rights.refund_alone_day === from.refund_alone_day &&
    hasSame(rights.permissions, from.permissions) &&
    hasSame(rights.kinds, from.kinds) &&
    hasSame(rights.classes, from.classes)
  return { ...(name !== from.name && { name }), ...(isSame ? {} : rights) }
}

const hasSame = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((name) => other.includes(name))

interface LimitProps<Choice extends string> {
  label: string
  choices: readonly Choice[]
  labelOf: (choice: Choice) => string
  value: Choice[]
  onChange: (value: Choice[]) => void
}

/** What of the desk a role sees; nothing chosen is no limit. */
const Limit = <Choice extends string>({ choices, labelOf, onChange, ...field }: LimitProps<Choice>) => (
  <MultiSelect
    {...field}
    data={choices.map((value) => ({ value, label: labelOf(value) }))}
    placeholder={field.value.length === 0 ? 'All that its permissions allow' : ''}
    clearable
    onChange={(values) => onChange(choices.filter((one) => values.includes(one)))}
  />
)

function Seen({ words, kinds, classes }: Sight & { words: string }) {
  const names = [...kinds.map((kind) => kindWords[kind][1]), ...classes.map((one) => classWords[one])]
  return (
    names.length > 0 && (
      <Text size="sm">
        {words}: {names.join(', ')}.
      </Text>
    )
  )
}

interface ChangesProps {
  before: RoleRights
  wanted: RoleRights
  /** The role that is copied: a copy says in what it differs. */
  copied: StaffRole | null
}

function Changes({ before, wanted, copied }: ChangesProps) {
  const now = withoutSecond(before, wanted).permissions
  const base = copied ?? before
  const gained = wanted.permissions.filter((one) => !base.permissions.includes(one) && now.includes(one))
  const waits = wanted.permissions.filter((one) => !now.includes(one))
  const lost = base.permissions.filter((one) => !wanted.permissions.includes(one))
  const line = (words: string, names: readonly Permission[]) =>
    names.length > 0 && (
      <Text size="sm">
        {words}: {listed(names)}.
      </Text>
    )
  return (
    <div role="status">
      {line(copied ? `More than ${copied.name}` : 'Its people may then', gained)}
      {line(copied ? `Less than ${copied.name}` : 'Its people may then no longer', lost)}
      {line('Waits for a second person', waits)}
      <Seen
        words={copied ? `Sees more of the desk than ${copied.name}` : 'Sees of the desk then'}
        {...seenBeyond(wanted, base)}
      />
      <Seen
        words={copied ? `Sees less of the desk than ${copied.name}` : 'Sees of the desk no longer'}
        {...seenBeyond(base, wanted)}
      />
    </div>
  )
}
