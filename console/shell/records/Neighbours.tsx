import { ActionIcon, Group, Text } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { type ListKind, neighboursOf } from '../../data/opened-list.ts'
import { useShortcuts } from '../../ui/browser/shortcuts.ts'
import { useKeysOn } from '../../ui/browser/single-keys.ts'

interface NeighboursProps {
  kind: ListKind
  id: string
  /** Opens another record of the list. */
  onOpen: (id: string) => void
}

/** Leads to the previous and the next record of the list from which this one was opened, also by [ and ]. */
export function Neighbours({ kind, id, onOpen }: NeighboursProps) {
  const found = neighboursOf(kind, id)
  const [keysOn] = useKeysOn()
  const { previous = null, next = null } = found ?? {}
  const open = (to: string | null) => to !== null && onOpen(to)
  useShortcuts({ '[': () => open(previous), ']': () => open(next) }, keysOn && found !== null)
  if (!found) return null
  return (
    <Group gap={4} wrap="nowrap">
      <ActionIcon
        size="sm"
        variant="default"
        aria-label="Previous of the list"
        aria-keyshortcuts="["
        title="Previous of the list: ["
        disabled={previous === null}
        onClick={() => open(previous)}
      >
        <IconChevronUp size={14} aria-hidden />
      </ActionIcon>
      <ActionIcon
        size="sm"
        variant="default"
        aria-label="Next of the list"
        aria-keyshortcuts="]"
        title="Next of the list: ]"
        disabled={next === null}
        onClick={() => open(next)}
      >
        <IconChevronDown size={14} aria-hidden />
      </ActionIcon>
      <Text size="xs" c="dimmed">
        {found.place} of {found.of}
      </Text>
    </Group>
  )
}
