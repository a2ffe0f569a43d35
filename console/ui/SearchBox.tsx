import { TextInput, type TextInputProps } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import type { KeyboardEvent, Ref } from 'react'
import { Spinner } from './Spinner.tsx'

export interface SearchBoxProps extends Omit<TextInputProps, 'onChange' | 'onPaste' | 'value'> {
  /** Its accessible name and its placeholder. */
  label: string
  value: string
  onChange: (text: string) => void
  /** Called on Enter, and at once for pasted text, which replaces the whole query. */
  onSearch?: (text: string) => void
  /** Called on each key; a key that it uses has no other effect. */
  onKey?: (event: KeyboardEvent<HTMLInputElement>) => boolean
  busy?: boolean
  ref?: Ref<HTMLInputElement>
}

/** Whether someone types in a dialog, such as the palette, that was opened before the page below it was complete. */
const isTypingInDialog = () =>
  document.activeElement?.matches('[role="dialog"] :is(input, textarea)') ?? false

/** The search field of all screens. With `autoFocus` it has the focus when it appears, unless someone types in a dialog. */
export function SearchBox({ label, onChange, onSearch, onKey, busy, autoFocus, ...input }: SearchBoxProps) {
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      autoComplete="off"
      autoFocus={autoFocus && !isTypingInDialog()}
      spellCheck={false}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={busy ? <Spinner size={16} /> : null}
      onChange={(event) => onChange(event.currentTarget.value)}
      {...(onSearch && {
        // The next search replaces the old one.
        onFocus: (event) => event.currentTarget.select(),
        onKeyDown: (event) => {
          if (onKey?.(event)) event.preventDefault()
          // Enter during an IME composition only accepts a word.
          else if (event.key === 'Enter') onSearch(event.currentTarget.value)
        },
        onPaste: (event) => {
          event.preventDefault()
          // The field drops line breaks, so the search drops them too.
          onSearch(event.clipboardData.getData('text').replace(/[\r\n]+/g, ''))
        },
      })}
      {...input}
    />
  )
}
