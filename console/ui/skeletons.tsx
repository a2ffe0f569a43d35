import { Skeleton, Stack, Table } from '@mantine/core'

const rowsOf = (count: number) => Array.from({ length: count }, (_, i) => `row-${i}`)

/** Lines of the final height, so that nothing jumps when the data arrives. */
export function LinesSkeleton({ lines, height = 20 }: { lines: number; height?: number }) {
  return (
    <Stack gap="sm" aria-hidden>
      {rowsOf(lines).map((key, i) => (
        <Skeleton key={key} height={height} width={`${i % 3 === 2 ? 70 : 100}%`} />
      ))}
    </Stack>
  )
}

/** The body of a table that is on its way. */
export function RowsSkeleton({ rows, columns, height }: { rows: number; columns: number; height: number }) {
  return (
    <Table.Tbody aria-hidden>
      {rowsOf(rows).map((key) => (
        <Table.Tr key={key} h={height}>
          <Table.Td colSpan={columns}>
            <Skeleton height={12} />
          </Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
  )
}
