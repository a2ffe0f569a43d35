import { TextInput } from '@mantine/core'
import { type HTMLInputTypeAttribute, useState } from 'react'

export interface TypedFilterProps {
  label: string
  value: string
  type?: HTMLInputTypeAttribute
  width?: number
  placeholder?: string
  /** Whether a text applies as soon as it is typed. */
  asTyped?: (text: string) => boolean
  /** Why a text does not apply. */
  problem?: (text: string) => string | null
  onEntered: (text: string) => void
}

/** A filter field of a list. Typed text applies on Enter, or when the field loses the focus. */
export function TypedFilter(props: TypedFilterProps) {
  const { label, value, type = 'text', width = 120, placeholder, asTyped, problem, onEntered } = props
  const [draft, setDraft] = useState({ text: value, value })
  // The value changed from outside, for example by going back: replace the draft.
  if (draft.value !== value) setDraft({ text: value, value })
  const { text } = draft
  const enter = () => {
    const entered = text.trim()
    if (entered !== value && (!asTyped || asTyped(entered))) onEntered(entered)
  }
  return (
    <TextInput
      size="xs"
      w={width}
      label={label}
      type={type}
      {...(placeholder && { placeholder })}
      autoComplete="off"
      spellCheck={false}
      value={text}
      error={problem?.(value) ?? null}
      onChange={(event) => {
        const typed = event.currentTarget.value
        setDraft({ text: typed, value })
        if (asTyped?.(typed) && typed !== value) onEntered(typed)
      }}
      onBlur={enter}
      onKeyDown={(event) => {
        if (event.key === 'Enter') enter()
      }}
    />
  )
}
