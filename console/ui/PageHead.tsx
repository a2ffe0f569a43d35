import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './PageHead.module.css'

interface PageHeadProps {
  /** A record's title of any length is clamped. */
  title: ReactNode
  /** The number of rows, in words. */
  count?: string | null
  /** A link to the page above this one. */
  above?: ReactNode
  /** Quiet controls, then the main action. */
  children?: ReactNode
}

/** The bar at the top of every page: its title, the count of its rows, quiet controls, and one main action at the end. */
export function PageHead({ title, count, above, children }: PageHeadProps) {
  return (
    <header className={classes.head}>
      {above && <span className={classes.above}>{above} /</span>}
      <Title order={1} className={classes.title}>
        {title}
      </Title>
      <span className={classes.count} aria-live="polite">
        {count}
      </span>
      <div className={classes.actions}>{children}</div>
    </header>
  )
}
