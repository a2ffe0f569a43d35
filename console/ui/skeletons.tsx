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
export function RowsSkeleton(props: { rows: number; columns: number; height: number; isFixed?: boolean }) {
  const { rows, columns, height, isFixed = false } = props
  // Compact rows have 8 px less.
  const heightOf = (count: number) =>
    isFixed ? `${count * height}px` : `calc(${count * height}px - ${count * 8}px * var(--portreeve-dense))`
  return (
    <tbody aria-hidden>
      <tr>
        <td
          colSpan={columns}
          className={classes.rowsSkeleton}
          style={{ height: heightOf(rows), backgroundSize: `100% ${heightOf(1)}` }}
        />
      </tr>
    </tbody>
  )
}
