import { Button, Text, UnstyledButton } from '@mantine/core'
import type { Macro } from '@portreeve/contract/conversations/macros'
import { IconPencil } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import { FailedState } from '../../ui/FailedState.tsx'
import { SearchBox } from '../../ui/SearchBox.tsx'
import { LinesSkeleton } from '../../ui/skeletons.tsx'
import { macrosWith } from './macro-text.ts'
import classes from './macros.module.css'
import { useMacros } from './useMacros.ts'

interface MacroListProps {
  onPick: (macro: Macro) => void
  onEdit: () => void
}

/** The content of the macro menu. Mounted with it, so that the search starts empty (MAC-08). */
export function MacroList({ onPick, onEdit }: MacroListProps) {
  const macros = useMacros(true)
  const [search, setSearch] = useState('')
  const shown = macros.data && macrosWith(macros.data, search)
  const [first] = shown ?? []
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys move the focus among its own buttons
    <div onKeyDown={moveByArrows}>
      <div className={classes.head}>
        <Text size="xs" c="dimmed">
          Ctrl+M
        </Text>
        {/* MAC-13 */}
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPencil size={14} aria-hidden />}
          onClick={onEdit}
        >
          Edit macros
        </Button>
      </div>
      <SearchBox
        label="Search macros"
        mx="sm"
        mb="sm"
        autoFocus
        value={search}
        onChange={setSearch}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !first) return
          event.preventDefault()
          onPick(first)
        }}
      />
      {macros.loading && (
        <div className={classes.hint}>
          <LinesSkeleton lines={4} height={24} />
        </div>
      )}
      {macros.failure && (
        <div className={classes.hint}>
          <FailedState message="The macros could not be loaded." onRetry={macros.reload} />
        </div>
      )}
      {shown?.length === 0 && !macros.failure && (
        <Text size="sm" className={classes.hint}>
          {search === '' ? 'No macros yet.' : 'No macro of this title.'}
        </Text>
      )}
      <ul className={classes.list} aria-label="Macros">
        {shown?.map((macro) => (
          <li key={macro.id}>
            <UnstyledButton
              className={classes.item}
              dir="auto"
              title={macro.text}
              onClick={() => onPick(macro)}
            >
              {macro.title || 'Untitled'}
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Arrow keys move the focus between the search and the macros. */
function moveByArrows(event: KeyboardEvent<HTMLElement>) {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, li button')]
  const index = stops.indexOf(document.activeElement as HTMLElement)
  const next = stops[index + (event.key === 'ArrowDown' ? 1 : -1)]
  if (!next) return
  event.preventDefault()
  next.focus()
}
