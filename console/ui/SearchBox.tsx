import { TextInput, type TextInputProps } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { Spinner } from './Spinner.tsx'

interface SearchBoxProps extends Omit<TextInputProps, 'onChange' | 'onPaste' | 'value'> {
  /** Its name and its placeholder. */
  label: string
  value: string
  onChange: (text: string) => void
  /** Searches when Enter is pressed, and at once for a text that is pasted: it replaces the whole query. */
  onSearch?: (text: string) => void
  busy?: boolean
}

/** The one box that something is searched in. */
export function SearchBox({ label, onChange, onSearch, busy, ...input }: SearchBoxProps) {
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      autoComplete="off"
      spellCheck={false}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={busy ? <Spinner size={16} /> : null}
      onChange={(event) => onChange(event.currentTarget.value)}
      {...(onSearch && {
        onKeyDown: (event) => {
          // Enter that ends a composition chooses a word.
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) onSearch(event.currentTarget.value)
        },
        onPaste: (event) => {
          event.preventDefault()
          // A line break would vanish in the box.
          onSearch(event.clipboardData.getData('text').replace(/[\r\n]+/g, ''))
        },
      })}
      {...input}
    />
  )
}
