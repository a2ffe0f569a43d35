import { ActionIcon, Button, Checkbox, Group, Modal, Text, TextInput } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { ColumnChoice } from '@portreeve/contract/staff/personal-settings'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { usePersonalSettings } from '../../data/personal-settings.ts'
import { useAction } from '../../data/use-action.ts'
import { choicesOf, moved } from './arrange.ts'
import classes from './columns.module.css'

interface ColumnsDialogProps {
  list: string
  columns: readonly { name: string }[]
  /** The columns as the list shows them, by the caller's choice or by a saved view. */
  shown: readonly ColumnChoice[] | undefined
  onClose: () => void
}

/** Shows, hides, moves and resizes the columns of a list. Each change is saved at once, for all devices of the caller. */
export function ColumnsDialog({ list, columns, shown: arranged, onClose }: ColumnsDialogProps) {
  const { columns: saved } = usePersonalSettings()
  const save = useAction(api.staff.saveMySettings, {
    failed: 'Your columns could not be saved',
    refetch: [api.staff.mySettings],
    inOrder: 'columns',
  })
  const choices = choicesOf(columns, arranged)
  const navigate = useNavigate()
  const set = (next: ColumnChoice[] | undefined) => {
    const { [list]: _before, ...others } = saved
    void save.run({ body: { columns: { ...others, ...(next && { [list]: next }) } } })
    // The columns of an opened view would hide the change.
    void navigate({
      to: '.',
      search: (now: object) => ({ ...now, columns: undefined }),
      replace: true,
      resetScroll: false,
    })
  }
  const change = (name: string, part: Partial<ColumnChoice>) =>
    set(choices.map((one) => (one.name === name ? { ...one, ...part } : one)))
  return (
    <Modal opened onClose={onClose} title={`Columns of ${list}`} size={460}>
      <Text size="sm" c="dimmed" mb="sm">
        The first column stays. A width is in pixels; without one, the column shares the space.
      </Text>
      <ol>
        {choices.map(({ name, shown, width }, at) => (
          <li key={name} className={classes.row}>
            <Checkbox
              label={name}
              checked={shown}
              onChange={(event) => change(name, { shown: event.currentTarget.checked })}
            />
            <TextInput
              size="xs"
              w={84}
              inputMode="numeric"
              aria-label={`Width of ${name}`}
              placeholder="usual"
              key={width}
              defaultValue={width ?? ''}
              onBlur={({ currentTarget: { value } }) => {
                const pixels = Math.round(Number(value))
                const next = pixels > 0 ? Math.min(1200, Math.max(40, pixels)) : null
                if (next !== width) change(name, { width: next })
              }}
            />
            <ActionIcon
              variant="default"
              aria-label={`Move ${name} up`}
              disabled={at === 0}
              onClick={() => set(moved(choices, name, -1))}
            >
              <IconArrowUp size={14} aria-hidden />
            </ActionIcon>
            <ActionIcon
              variant="default"
              aria-label={`Move ${name} down`}
              disabled={at === choices.length - 1}
              onClick={() => set(moved(choices, name, 1))}
            >
              <IconArrowDown size={14} aria-hidden />
            </ActionIcon>
          </li>
        ))}
      </ol>
      <Group justify="space-between" mt="lg">
        <Button variant="default" disabled={!arranged} onClick={() => set(undefined)}>
          Usual columns
        </Button>
        <Button onClick={onClose}>Done</Button>
      </Group>
    </Modal>
  )
}
