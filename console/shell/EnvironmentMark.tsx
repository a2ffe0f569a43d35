import { Text } from '@mantine/core'
import { useEnvironment } from '../data/backend.tsx'
import classes from './EnvironmentMark.module.css'

/** The environment's name, in its colours. */
export function EnvironmentBadge() {
  const { name } = useEnvironment()
  return (
    <span className={classes.badge} data-environment={name}>
      {name === 'production' ? 'Production' : 'Development'}
    </span>
  )
}

/** A frame around the page in production, so that it is not mistaken for development. */
export function EnvironmentFrame() {
  const { name } = useEnvironment()
  return name === 'production' ? <div className={classes.frame} aria-hidden data-frame="production" /> : null
}

/** The additional line of a confirm modal in production. */
export function ProductionNote() {
  const { name } = useEnvironment()
  if (name !== 'production') return null
  return (
    <Text size="sm" fw={600} className={classes.note}>
      This happens in production.
    </Text>
  )
}
