import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { api } from '@portreeve/contract'
import { type Permission, permissionNames, permissions } from '@portreeve/contract/base/rights'
import {
  type ActionInput,
  type Declaration,
  type Extension,
  type ExtensionType,
  extensionKinds,
} from '@portreeve/contract/marketplace/extensions'
import { useState } from 'react'
import { kinds } from '../../format/record-kinds.ts'
import { ActionDialog } from '../../shell/ActionDialog.tsx'
import { InputFields } from './InputFields.tsx'

const allowed = permissionNames.map((value) => ({ value, label: permissions[value].words }))

interface Draft extends Pick<Declaration, 'name' | 'title' | 'on' | 'url' | 'may'> {
  tells_caller: boolean
  inputs: ActionInput[]
  confirm: string
}

const start: Draft = {
  ...{ name: '', title: '', on: ['user'], url: '', may: 'users.read' },
  ...{ tells_caller: false, inputs: [], confirm: '' },
}

/** What is sent; or the sentence that says what is missing. */
function declarationOf(type: ExtensionType, draft: Draft): Declaration | string {
  const { on, may, tells_caller, inputs, confirm } = draft
  const [name, title, url] = [draft.name.trim(), draft.title.trim(), draft.url.trim()]
  if (!/^[a-z0-9][a-z0-9-]*$/.test(name))
    return 'Name: write small letters, digits and hyphens, as in risk-score.'
  if (title === '') return type === 'panel' ? 'Title: write one.' : 'Button: write its words.'
  if (on.length === 0) return 'Choose at least one kind of record.'
  if (!URL.canParse(url)) return 'Address: write one that begins with https://.'
  if (inputs.some((one) => !/^[a-z0-9][a-z0-9-]*$/.test(one.name) || one.words.trim() === ''))
    return 'Inputs: each has a name of small letters, digits and hyphens, and words.'
  const shared = { name, title, on, url, may }
  return type === 'panel'
    ? { type, ...shared, tells_caller }
    : { type, ...shared, inputs, confirm: confirm.trim() }
}

interface DeclareDialogProps {
  type: ExtensionType
  /** The one to change; without it a new one. */
  one?: Extension
  onClose: () => void
  /** Of a new action, with its secret. */
  onMade: (secret: string | null | undefined) => void
}

/** Declares a panel or an action, or changes it. */
export function DeclareDialog({ type, one, onClose, onMade }: DeclareDialogProps) {
  const [draft, setDraft] = useState<Draft>({ ...start, ...one })
  const set = (change: Partial<Draft>) => setDraft((before) => ({ ...before, ...change }))
  const body = () => {
    const found = declarationOf(type, draft)
    return typeof found === 'string' ? found : { body: found }
  }
  const shared = {
    ...{ title: `${one ? 'Edit' : 'Add'} ${type}`, confirmText: one ? 'Save' : 'Add', width: 560 },
    ...{ failed: 'It could not be saved', refetch: [api.extensions.list], input: body, onClose },
    children: <Fields type={type} isNew={!one} draft={draft} set={set} />,
  }
  return one ? (
    <ActionDialog
      {...shared}
      call={api.extensions.update}
      done="Saved. Pages that are open show it when they are loaded again."
      refetchOnConflict={[api.extensions.list]}
      ifMatch={() => one.version}
    />
  ) : (
    <ActionDialog {...shared} call={api.extensions.create} onDone={(made) => onMade(made?.secret)} />
  )
}

interface FieldsProps {
  type: ExtensionType
  isNew: boolean
  draft: Draft
  set: (change: Partial<Draft>) => void
}

function Fields({ type, isNew, draft, set }: FieldsProps) {
  return (
    <>
      <TextInput
        label="Name"
        description="It stays. Requests and tokens have it."
        required
        disabled={!isNew}
        maxLength={60}
        value={draft.name}
        onChange={(event) => set({ name: event.currentTarget.value.toLowerCase().replaceAll(' ', '-') })}
        data-autofocus
      />
      <TextInput
        label={type === 'panel' ? 'Title' : 'Button'}
        required
        maxLength={60}
        value={draft.title}
        onChange={(event) => set({ title: event.currentTarget.value })}
      />
      <Checkbox.Group
        label="On the pages of"
        value={draft.on}
        onChange={(on) => set({ on: extensionKinds.filter((kind) => on.includes(kind)) })}
      >
        {extensionKinds.map((kind) => (
          <Checkbox key={kind} value={kind} label={kinds[kind]} mt={4} />
        ))}
      </Checkbox.Group>
      <TextInput
        label="Address"
        type="url"
        required
        autoComplete="off"
        spellCheck={false}
        placeholder="https://apps.example.com/risk"
        value={draft.url}
        onChange={(event) => set({ url: event.currentTarget.value })}
      />
      <NativeSelect
        label="For those who may"
        data={allowed}
        value={draft.may}
        onChange={(event) => set({ may: event.currentTarget.value as Permission })}
      />
      {type === 'panel' ? (
        <Checkbox
          label="The app learns who looks, by uid"
          checked={draft.tells_caller}
          onChange={(event) => set({ tells_caller: event.currentTarget.checked })}
        />
      ) : (
        <>
          <TextInput
            label="What the caller confirms"
            maxLength={500}
            value={draft.confirm}
            onChange={(event) => set({ confirm: event.currentTarget.value })}
          />
          <InputFields inputs={draft.inputs} onChange={(inputs) => set({ inputs })} />
        </>
      )}
    </>
  )
}
