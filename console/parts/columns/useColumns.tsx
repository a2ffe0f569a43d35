import { Button } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import { usePersonalSettings } from '../../data/personal-settings.ts'
import { useMe } from '../../data/rights.ts'
import type { Column } from '../../ui/ColumnTable.tsx'
import { arrange } from './arrange.ts'

const ColumnsDialog = lazy(async () => ({ default: (await import('./ColumnsDialog.tsx')).ColumnsDialog }))

/** The columns of a list as the caller has arranged them, and the button that arranges them. @param list the list's name */
export function useColumns<Row>(
  list: string,
  columns: readonly Column<Row>[],
): { columns: readonly Column<Row>[]; button: ReactNode } {
  const saved = usePersonalSettings().columns[list]
  const [opened, setOpened] = useState(false)
  const me = useMe()
  const arranged = useMemo(() => arrange(columns, saved), [columns, saved])
  return {
    columns: arranged,
    // A server without own settings
    button: me && (
      <>
        <Button
          size="compact-xs"
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
          <Suspense>
            <ColumnsDialog list={list} columns={columns} onClose={() => setOpened(false)} />
          </Suspense>
        )}
      </>
    ),
  }
}
