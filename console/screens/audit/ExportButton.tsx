import { Button, Group, Text } from '@mantine/core'
import { api } from '@portreeve/contract'
import { useEnvironment } from '../../data/backend.tsx'
import { useExport } from '../../data/export.ts'
import { detailOf } from '../../data/failure.ts'
import { GuardedButton } from '../../parts/GuardedButton.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { saveCsv } from '../../ui/save-file.ts'
import { type AuditSearch, auditFilterOf } from './search.ts'

/** Everything that the filters leave, as a CSV file. */
export function ExportButton({ search }: { search: AuditSearch }) {
  const { name } = useEnvironment()
  const file = useExport(api.audit.export, (pieces) =>
    saveCsv(`audit-${name}-${new Date().toISOString().slice(0, 10)}.csv`, pieces),
  )
  const start = () => file.start({ query: auditFilterOf(search) })
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
    <GuardedButton may="audit.export" size="compact-sm" variant="default" onClick={start}>
      Export
    </GuardedButton>
  )
}
