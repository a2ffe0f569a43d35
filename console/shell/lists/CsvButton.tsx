import { Button, Group, Text } from '@mantine/core'
import type { Input } from '@portreeve/contract/base/endpoint'
import type { Permission } from '@portreeve/contract/base/rights'
import { useEnvironment } from '../../data/backend.tsx'
import { type PieceEndpoint, useExport } from '../../data/export.ts'
import { detailOf } from '../../data/failure.ts'
import { saveCsv, saveLines } from '../../ui/browser/save-file.ts'
import { FailedState } from '../../ui/FailedState.tsx'
import { GuardedButton } from '../GuardedButton.tsx'

interface CsvButtonProps<E extends PieceEndpoint> {
  may: Permission
  endpoint: E
  input: Input<E>
  /** The begin of the file's name, such as 'refunds'. */
  name: string
  /** Whether the pieces are lines of JSON. */
  lines?: boolean
  children: string
}

/** Downloads all rows of a list as CSV, or as lines of JSON. It shows its progress and can be cancelled. */
export function CsvButton<E extends PieceEndpoint>(props: CsvButtonProps<E>) {
  const { may, endpoint, input, name, lines, children } = props
  const environment = useEnvironment().name
  const file = useExport(endpoint, (pieces) => {
    const saved = `${name}-${environment}-${new Date().toISOString().slice(0, 10)}`
    if (lines) saveLines(`${saved}.jsonl`, pieces)
    else saveCsv(`${saved}.csv`, pieces)
  })
  const start = () => file.start(input)
  if (file.failure)
    return (
      <FailedState
        message={`The export failed: ${detailOf(file.failure) ?? 'no answer came.'}`}
        onRetry={start}
      />
    )
  if (file.busy)
    return (
      <Group gap="sm">
        <Text size="sm" c="dimmed" role="status">
          Exporting, {file.rows} rows so far…
        </Text>
        <Button size="compact-sm" variant="default" onClick={file.stop}>
          Cancel
        </Button>
      </Group>
    )
  return (
    <GuardedButton may={may} size="compact-sm" variant="default" onClick={start}>
      {children}
    </GuardedButton>
  )
}
