import { Combobox, useCombobox } from '@mantine/core'
import { type Ref, useImperativeHandle } from 'react'
import type { Suggestion } from './complete.ts'
import classes from './query.module.css'

/** The keys of the field while suggestions show. */
export interface CompletionKeys {
  /** Whether the key had an effect here. */
  press: (key: string) => boolean
}

interface CompletionProps {
  ref: Ref<CompletionKeys>
  /** The id of the list. */
  id: string
  suggestions: readonly Suggestion[]
  /** The id of the option that the arrow keys have reached. */
  active: string | null
  onActive: (id: string | null) => void
  onPick: (text: string) => void
  onClose: () => void
}

/** The suggestions below a search field, which keeps the focus. */
export default function Completion(props: CompletionProps) {
  const { ref, id, suggestions, active, onActive, onPick, onClose } = props
  const store = useCombobox({ opened: true })
  useImperativeHandle(ref, () => ({
    press: (key) => {
      if (key === 'ArrowDown') onActive(store.selectNextOption())
      else if (key === 'ArrowUp') onActive(store.selectPreviousOption())
      else if (key === 'Escape') onClose()
      else if (key === 'Enter' && active !== null) store.clickSelectedOption()
      else return false
      return true
    },
  }))
  return (
    <Combobox
      store={store}
      size="sm"
      onOptionSubmit={onPick}
      withinPortal={false}
      transitionProps={{ duration: 0 }}
      position="bottom-start"
      offset={4}
    >
      <Combobox.DropdownTarget>
        <div className={classes.anchor} />
      </Combobox.DropdownTarget>
      <Combobox.Dropdown>
        <Combobox.Options id={id} aria-label="Suggestions" mah={320} className={classes.options}>
          {suggestions.map(({ text, about }) => (
            <Combobox.Option key={text} value={text} className={classes.option}>
              <span className={classes.piece}>{text.trim()}</span>
              <span className={classes.about}>{about}</span>
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
