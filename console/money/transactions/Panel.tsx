import { Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import classes from './case.module.css'

interface PanelProps {
  title: string
  /** At the end of the head, such as an action. */
  beside?: ReactNode
  /** Without space around the content, for tables and lists. */
  flush?: boolean
  children: ReactNode
}

/** A card of a case, with its title. */
export function Panel({ title, beside, flush = false, children }: PanelProps) {
  const heading = useId()
  return (
    <section className={classes.panel} aria-labelledby={heading}>
      <header>
        <Title order={2} id={heading}>
          {title}
        </Title>
        {beside}
      </header>
      <div className={flush ? classes.flush : classes.body}>{children}</div>
    </section>
  )
}
