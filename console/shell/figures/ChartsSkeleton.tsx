import { Skeleton } from '@mantine/core'
import classes from './figures.module.css'

/** Charts that are loading, in the places that they will have. */
export const ChartsSkeleton = ({ charts, height }: { charts: number; height: number }) => (
  <div className={classes.charts} aria-hidden>
    {Array.from({ length: charts }, (_, at) => `chart-${at}`).map((key) => (
      <Skeleton key={key} height={height} />
    ))}
  </div>
)
