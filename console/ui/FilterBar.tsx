import type { ReactNode } from 'react'
import classes from './FilterBar.module.css'

/** The filters of a list. */
export const FilterBar = ({ children }: { children: ReactNode }) => (
  <search aria-label="Filters" className={classes.bar}>
    {children}
  </search>
)
