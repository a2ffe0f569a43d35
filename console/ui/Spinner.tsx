import { Loader } from '@mantine/core'
import classes from './skeletons.module.css'

/** D-017: a spinner that screen readers announce. */
export function Spinner({ size = 20, color = 'var(--brand)' }: { size?: number; color?: string }) {
  return (
    <Loader size={size} role="status" aria-label="Loading" color={color} className={classes.spinner ?? ''} />
  )
}
