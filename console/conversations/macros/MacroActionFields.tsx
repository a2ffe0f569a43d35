import { Checkbox, NativeSelect, Stack, TagsInput, Text } from '@mantine/core'
import { api } from '@portreeve/contract'
import {
  type MacroActions,
  maxTagLength,
  maxTags,
  type Priority,
  priorities,
} from '@portreeve/contract/conversations/inbox'
import { useData } from '../../data/use-data.ts'
import { spanWords } from './action-words.ts'

interface MacroActionFieldsProps {
  value: MacroActions
  onChange: (value: MacroActions) => void
}

/** The hours of a snooze that the list offers. */
const spans = [1, 4, 24, 48, 72, 168, 336, 720]
/** Values of lists that are no uid and no number. */
const unchanged = ''
const closes = 'close'
const colleague = 'uid:'

/** What a macro does in the team inbox beside its text. */
export function MacroActionFields({ value, onChange }: MacroActionFieldsProps) {
  const colleagues = useData(api.notes.colleagues, { params: { kind: 'conversation' } })
  const { add_tags = [], priority, assign, snooze_hours, close, request_refund } = value
  /** Replaces the values of some keys; undefined takes a key out. */
  const set = (more: { [K in keyof MacroActions]: MacroActions[K] | undefined }) =>
    onChange(
      Object.fromEntries(
        Object.entries({ ...value, ...more }).filter(([, one]) => one !== undefined),
      ) as MacroActions,
    )
  const known = colleagues.data ?? []
  const assignee = typeof assign === 'object' ? `${colleague}${assign.uid}` : (assign ?? unchanged)
  const isUnknown = typeof assign === 'object' && !known.some(({ uid }) => uid === assign.uid)
  const hours =
    snooze_hours === undefined || spans.includes(snooze_hours)
      ? spans
      : [...spans, snooze_hours].sort((a, b) => a - b)
  return (
    <Stack gap="sm">
      <TagsInput
        label="Tags to add"
        value={add_tags}
        maxTags={maxTags}
        splitChars={[',']}
        onChange={(tags) => {
          const tidy = tags.map((tag) => tag.trim().toLowerCase().slice(0, maxTagLength)).filter(Boolean)
          set({ add_tags: tidy.length > 0 ? tidy : undefined })
        }}
      />
      <NativeSelect
        label="Priority"
        data={[{ value: unchanged, label: 'As it is' }, ...priorities]}
        value={priority ?? unchanged}
        onChange={(event) =>
          set({ priority: (event.currentTarget.value || undefined) as Priority | undefined })
        }
      />
      <NativeSelect
        label="Assign to"
        error={colleagues.failure && 'The colleagues could not be loaded.'}
        data={[
          { value: unchanged, label: 'As it is' },
          { value: 'me', label: 'The one who uses the macro' },
          { value: 'no_one', label: 'No one' },
          ...known.map(({ uid, name }) => ({ value: `${colleague}${uid}`, label: name })),
          ...(isUnknown ? [{ value: assignee, label: assignee.slice(colleague.length) }] : []),
        ]}
        value={assignee}
        onChange={({ currentTarget: { value: to } }) =>
          set({
            assign: to.startsWith(colleague)
              ? { uid: to.slice(colleague.length) }
              : ((to || undefined) as 'me' | 'no_one' | undefined),
          })
        }
      />
      <NativeSelect
        label="Then"
        data={[
          { value: unchanged, label: 'Leave it as it is' },
          { value: closes, label: 'Close it' },
          ...hours.map((one) => ({ value: String(one), label: `Snooze it for ${spanWords(one)}` })),
        ]}
        value={close ? closes : String(snooze_hours ?? unchanged)}
        onChange={({ currentTarget: { value: then } }) =>
          set({
            close: then === closes ? true : undefined,
            snooze_hours: then === closes || then === unchanged ? undefined : Number(then),
          })
        }
      />
      <Checkbox
        label="Open the refund request of the chosen order"
        checked={request_refund ?? false}
        onChange={(event) => set({ request_refund: event.currentTarget.checked ? true : undefined })}
      />
      <Text size="xs" c="dimmed">
        They run in the team inbox, together with the answer. Each is shown first and can be left out.
      </Text>
    </Stack>
  )
}
