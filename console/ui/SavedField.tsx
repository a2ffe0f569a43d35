import { Button, Group, Text, TextInput } from '@mantine/core'
import { type HTMLInputTypeAttribute, useId, useRef, useState } from 'react'

interface Draft {
  readonly text: string
  /** What the server had when the typing began. */
  readonly basis: string
}

/** How a save went. */
export interface Saved {
  readonly done: boolean
  /** What to say beside the field. */
  readonly problem?: string | null
}

export interface SavedFieldProps {
  label: string
  /** What the server has. */
  value: string
  type?: HTMLInputTypeAttribute
  inputMode?: 'text' | 'email' | 'tel' | 'numeric'
  busy: boolean
  /** Why it must not be changed, if so. */
  whyNot?: string | null
  onSave: (text: string) => Promise<Saved>
  /** Says whether there is text that is not saved. */
  onTyped?: (isTyped: boolean) => void
}

/** An input with its own Save. What was typed stays until it is saved; what the server has shows until then. */
export function SavedField({
  label,
  value,
  type = 'text',
  inputMode,
  busy,
  whyNot,
  onSave,
  onTyped,
}: SavedFieldProps) {
  const [draft, setDraft] = useState<Draft | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const why = useId()
  const latest = useRef(value)
  const moved = draft !== null && draft.basis !== value && draft.text !== value

  const save = async () => {
    if (whyNot || busy) return
    const text = draft?.text ?? value
    latest.current = text
    const { done, problem: said = null } = await onSave(text)
    setProblem(said)
    // What was typed on while the save was under way is not saved yet.
    if (!done || latest.current !== text) return
    setDraft(null)
    onTyped?.(false)
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <Group gap="sm" align="flex-end" wrap="nowrap">
        <TextInput
          flex={1}
          miw={0}
          label={label}
          type={type}
          {...(inputMode && { inputMode })}
          autoComplete="off"
          spellCheck={false}
          readOnly={Boolean(whyNot)}
          {...(whyNot && { 'aria-description': whyNot })}
          value={draft?.text ?? value}
          onChange={(event) => {
            const typed = event.currentTarget.value
            latest.current = typed
            setDraft({ text: typed, basis: draft?.basis ?? value })
            onTyped?.(typed !== value)
          }}
          // A wheel over a focused number field would change it unseen.
          onWheel={(event) => type === 'number' && event.currentTarget.blur()}
        />
        <Button
          type="submit"
          variant={draft && draft.text !== value ? 'filled' : 'default'}
          loading={busy}
          aria-label={`Save ${label}`}
          {...(whyNot && {
            'aria-disabled': true,
            'data-disabled': true,
            'aria-describedby': why,
            title: whyNot,
          })}
        >
          Save
        </Button>
      </Group>
      {whyNot && (
        <Text id={why} size="xs" c="dimmed" mt={4}>
          {whyNot}
        </Text>
      )}
      {(problem || moved) && (
        <Text size="xs" mt={4} dir="auto" role="status">
          {[problem, moved && `It is now ${value === '' ? 'empty' : value}.`].filter(Boolean).join(' ')}
        </Text>
      )}
    </form>
  )
}
