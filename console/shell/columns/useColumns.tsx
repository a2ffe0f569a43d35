import { Button } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { type ReactNode, useMemo, useState } from 'react'
import { usePersonalSettings } from '../../data/personal-settings.ts'
import { useMe } from '../../data/rights.ts'
import type { Column } from '../../ui/ColumnTable.tsx'
import { onDemand } from '../on-demand.tsx'
import { arrange, readColumns } from './arrange.ts'

const ColumnsDialog = onDemand(async () => (await import('./ColumnsDialog.tsx')).ColumnsDialog)

/**
 * The columns of a list as the URL of a saved view has them, else as the caller has arranged them; and the button that arranges them.
 * @param list the list's name
 */
export function useColumns<Row>(
  list: string,
  columns: readonly Column<Row>[],
): { columns: readonly Column<Row>[]; button: ReactNode } {
  const { columns: linked } = useSearch({ strict: false })
  const own = usePersonalSettings().columns[list]
  const [opened, setOpened] = useState(false)
  const me = useMe()
  const shown = useMemo(() => (linked === undefined ? own : readColumns(linked)), [linked, own])
  const arranged = useMemo(() => arrange(columns, shown), [columns, shown])
  return {
    columns: arranged,
    // A server without own settings
    button: me && (
      <>
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          leftSection={<IconColumns3 size={14} aria-hidden />}
          aria-label={`Columns of ${list}`}
          aria-haspopup="dialog"
          onClick={() => setOpened(true)}
        >
          Columns
        </Button>
        {opened && (
          <ColumnsDialog list={list} columns={columns} shown={shown} onClose={() => setOpened(false)} />
        )}
      </>
    ),
  }
}
