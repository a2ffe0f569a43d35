import { Checkbox, MultiSelect, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { api } from '@portreeve/contract'
import { messageMaps } from '@portreeve/contract/listings/moderating-messages'
import { type HarmClass, harmClasses, type Policy } from '@portreeve/contract/people/policies'
import { useState } from 'react'
import { useData } from '../../data/use-data.ts'
import { harmWords } from '../../people/measures/words.ts'
import { ActionDialog } from '../../shell/ActionDialog.tsx'
import { StrikeFields, strikesProblem } from './StrikeFields.tsx'

const shared = { refetch: [api.policies.list], refetchOnConflict: [api.policies.list] }

const boxes = [
  ['mails', 'Tell the person by mail, too'],
  ['tells_reporters', 'Tell those who reported it that there is a decision'],
] as const

type Draft = Omit<Policy, 'id' | 'retired' | 'version'>

/** The keys of the standard messages, and those that are chosen already. */
function useMessageKeys(chosen: readonly string[]): string[] {
  const { data } = useData(api.moderatingMessages.get, {})
  return [...new Set([...messageMaps.flatMap((map) => Object.keys(data?.[map] ?? {})), ...chosen])]
}

/** What is sent of a draft, or the sentence that says what is wrong with it. */
function bodyOf(draft: Draft) {
  const { name, words, ground, reference, harm, canned, mails, tells_reporters, strikes } = draft
  if (name.trim() === '') return 'Name: give it a name.'
  if (words.trim() === '') return 'Words: say which rule it is, as the person reads it.'
  const problem = strikes && strikesProblem(strikes)
  if (problem) return problem
  return {
    name: name.trim(),
    words: words.trim(),
    reference: reference?.trim() || null,
    ...{ ground, harm, canned, mails, tells_reporters },
    strikes: strikes && { ...strikes, steps: strikes.steps.toSorted((a, b) => a.strikes - b.strikes) },
  }
}

/** Makes or changes a policy. */
export function PolicyDialog({ policy, onClose }: { policy: Policy | null; onClose: () => void }) {
  const [draft, setDraft] = useState<Draft>(
    policy ?? {
      ...{ name: '', words: '', ground: 'terms', reference: null, harm: null },
      ...{ canned: [], mails: false, tells_reporters: false, strikes: null },
    },
  )
  const set = (change: Partial<Draft>) => setDraft((before) => ({ ...before, ...change }))
  const keys = useMessageKeys(draft.canned)
  const common = {
    ...shared,
    ...{
      done: 'Policy saved',
      failed: 'The policy could not be saved',
      confirmText: 'Save',
      width: 520,
      onClose,
    },
    children: (
      <>
        <TextInput
          label="Name"
          required
          maxLength={200}
          value={draft.name}
          onChange={(event) => set({ name: event.currentTarget.value })}
          data-autofocus
        />
        <Textarea
          label="The person reads"
          description="Which rule it is, in a sentence or two."
          required
          autosize
          minRows={2}
          maxRows={8}
          maxLength={5000}
          value={draft.words}
          onChange={(event) => set({ words: event.currentTarget.value })}
        />
        <NativeSelect
          label="Ground"
          data={[
            { value: 'terms', label: 'Our terms' },
            { value: 'law', label: 'The law' },
          ]}
          value={draft.ground}
          onChange={(event) => set({ ground: event.currentTarget.value as Policy['ground'] })}
        />
        <TextInput
          label="Article or section"
          maxLength={500}
          value={draft.reference ?? ''}
          onChange={(event) => set({ reference: event.currentTarget.value })}
        />
        <NativeSelect
          label="Chosen for reports of"
          data={[
            { value: '', label: 'None' },
            ...harmClasses.map((value) => ({ value, label: harmWords[value] })),
          ]}
          value={draft.harm ?? ''}
          onChange={(event) => set({ harm: (event.currentTarget.value || null) as HarmClass | null })}
        />
        <MultiSelect
          label="Chosen for denials with"
          description="Standard messages of Moderating."
          data={keys}
          value={draft.canned}
          onChange={(canned) => set({ canned })}
          comboboxProps={{ withinPortal: true }}
        />
        {boxes.map(([field, label]) => (
          <Checkbox
            key={field}
            label={label}
            checked={draft[field]}
            onChange={(event) => set({ [field]: event.currentTarget.checked })}
          />
        ))}
        <StrikeFields rule={draft.strikes} onChange={(strikes) => set({ strikes })} />
      </>
    ),
  }
  return policy ? (
    <ActionDialog
      {...common}
      call={api.policies.update}
      title="Edit policy"
      subtitle="Decisions of before keep the version that they were made under."
      ifMatch={() => policy.version}
      input={() => {
        const value = bodyOf(draft)
        return typeof value === 'string' ? value : { params: { id: policy.id }, body: value }
      }}
    />
  ) : (
    <ActionDialog
      {...common}
      call={api.policies.create}
      title="New policy"
      input={() => {
        const value = bodyOf(draft)
        return typeof value === 'string' ? value : { body: value }
      }}
    />
  )
}
