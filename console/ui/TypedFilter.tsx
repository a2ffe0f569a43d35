import { TextInput } from '@mantine/core'
import { type HTMLInputTypeAttribute, useState } from 'react'

export interface TypedFilterProps {
  label: string
  value: string
  type?: HTMLInputTypeAttribute
  width?: number
  placeholder?: string
  /** A text that counts as soon as it is typed. */
  asTyped?: (text: string) => boolean
  /** Why a text does not count. */
  problem?: (text: string) => string | null
  onEntered: (text: string) => void
}

/** A field that a list is narrowed by: what was typed counts from Enter, or when the field is left. */
export function TypedFilter(props: TypedFilterProps) {
  const { label, value, type = 'text', width = 120, placeholder, asTyped, problem, onEntered } = props
  const [draft, setDraft] = useState({ text: value, value })
  // Going back brings back what stood here.
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
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) enter()
      }}
    />
  )
}
