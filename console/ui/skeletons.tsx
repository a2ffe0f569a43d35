import { Skeleton, Stack } from '@mantine/core'
import classes from './skeletons.module.css'

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

/** The body of a loading table. One cell draws all lines, because most answers arrive before the lines show. */
export function RowsSkeleton({ rows, columns, height }: { rows: number; columns: number; height: number }) {
  return (
    <tbody aria-hidden>
      <tr>
        <td
          colSpan={columns}
          className={classes.rowsSkeleton}
          style={{ height: rows * height, backgroundSize: `100% ${height}px` }}
        />
      </tr>
    </tbody>
  )
}
