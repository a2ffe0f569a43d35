import { Checkbox, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core'
import { api } from '@portreeve/contract'
import { type ExtraKind, type ExtraType, extraKinds, extraTypes } from '@portreeve/contract/base/extra'
import { namesOf } from '@portreeve/contract/base/own'
import type { ExtensionField } from '@portreeve/contract/marketplace/extension-fields'
import { useState } from 'react'
import { ActionDialog } from '../../shell/ActionDialog.tsx'

const fresh = {
  ...{ kind: 'user' as ExtraKind, name: '', type: 'text' as ExtraType, words: '', choices: '' },
  ...{ personal: false, shown: true, filterable: true },
}

/** Declares a field, or changes one: its records, name, type and values stay. */
export function FieldDialog({ field, onClose }: { field: ExtensionField | null; onClose: () => void }) {
  const [draft, setDraft] = useState({ ...fresh, ...field, choices: '' })
  const set = (change: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...change }))
  const { personal, shown, filterable, type, kind, name } = draft
  const words = draft.words.trim()
  const use = { personal, shown, filterable }
  const shared = {
    failed: 'The field could not be saved',
    refetch: [api.extensionFields.list],
    onClose,
    children: (
      <Stack gap="sm">
        {!field && (
          <>
            <NativeSelect
              label="Records"
              data={namesOf(extraKinds).map((value) => ({ value, label: extraKinds[value].words }))}
              value={kind}
              onChange={(event) => set({ kind: event.currentTarget.value as ExtraKind })}
            />
            <TextInput
              label="Name"
              description="As your app sends it, and as searches write it after x_. It stays."
              required
              maxLength={40}
              value={name}
              onChange={(event) =>
                set({ name: event.currentTarget.value.toLowerCase().replaceAll(' ', '_') })
              }
              data-autofocus
            />
          </>
        )}
        <TextInput
          label="Words"
          description="What staff read."
          required
          maxLength={100}
          value={draft.words}
          onChange={(event) => set({ words: event.currentTarget.value })}
        />
        {!field && (
          <NativeSelect
            label="Type"
            data={namesOf(extraTypes).map((value) => ({ value, label: extraTypes[value] }))}
            value={type}
            onChange={(event) => set({ type: event.currentTarget.value as ExtraType })}
          />
        )}
        {!field && type === 'choice' && (
          <Textarea
            label="Values"
            description="One a line, in small letters."
            required
            rows={4}
            value={draft.choices}
            onChange={(event) => set({ choices: event.currentTarget.value })}
          />
        )}
        <Checkbox
          label="Personal: masked for roles that see personal data masked"
          description={field?.personal ? 'A personal field stays personal.' : undefined}
          disabled={field?.personal ?? false}
          checked={personal}
          onChange={(event) => set({ personal: event.currentTarget.checked })}
        />
        <Checkbox
          label="Shown on the page of the record"
          checked={shown}
          onChange={(event) => set({ shown: event.currentTarget.checked })}
        />
        <Checkbox
          label="Searches filter by it"
          checked={filterable}
          onChange={(event) => set({ filterable: event.currentTarget.checked })}
        />
      </Stack>
    ),
  }
  if (field)
    return (
      <ActionDialog
        {...shared}
        call={api.extensionFields.change}
        title={`Change ${field.words}`}
        confirmText="Save"
        done="Field changed"
        input={() =>
          words === '' ? 'Words: say what it is.' : { params: { kind, name }, body: { words, ...use } }
        }
      />
    )
  return (
    <ActionDialog
      {...shared}
      call={api.extensionFields.create}
      title="New field"
      confirmText="Declare field"
      done="Field declared"
      input={() => {
        if (!/^[a-z][a-z0-9_]*$/.test(name))
          return 'Name: begin with a small letter, then write small letters, digits and _.'
        if (words === '') return 'Words: say what it is.'
        const typed = draft.choices.split('\n').map((line) => line.trim().toLowerCase())
        const choices = type === 'choice' ? [...new Set(typed.filter((line) => line !== ''))] : []
        if (type === 'choice' && choices.length === 0) return 'Values: write one a line.'
        return { body: { kind, name, type, words, choices, ...use } }
      }}
    />
  )
}
