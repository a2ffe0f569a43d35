import { Button, Group, Text, TextInput } from '@mantine/core'
import { type HTMLInputTypeAttribute, useId, useRef, useState } from 'react'

interface Draft {
  readonly text: string
  /** The server's value when the typing began. */
  readonly basis: string
}

/** The result of a save. */
export interface Saved {
  readonly done: boolean
  /** The message to show beside the field. */
  readonly problem?: string | null
}

export interface SavedFieldProps {
  label: string
  /** The server's value. */
  value: string
  type?: HTMLInputTypeAttribute
  inputMode?: 'text' | 'email' | 'tel' | 'numeric'
  busy: boolean
  /** Why the field is read-only; null where it is not. */
  whyNot?: string | null
  onSave: (text: string) => Promise<Saved>
  /** Receives whether the field has unsaved text. */
  onTyped?: (isTyped: boolean) => void
}

/** An input with its own Save. Typed text stays until it is saved; the server's new value shows beside it. */
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
    const { done, problem: found = null } = await onSave(text)
    setProblem(found)
    // Text that was typed during the save is not saved yet.
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
          // The wheel over a focused number field would change its value unnoticed.
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
