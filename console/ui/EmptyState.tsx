import { Text } from '@mantine/core'
import { IconChecks } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './states.module.css'

/** Shows that a list has no rows, and why. */
export function EmptyState({ children }: { children: ReactNode }) {
  return (
    <div className={classes.empty}>
      <IconChecks size={16} aria-hidden className={classes.icon} />
      <Text>{children}</Text>
    </div>
  )
}
