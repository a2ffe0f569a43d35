import { Text, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { Spinner } from '../../ui/Spinner.tsx'
import classes from './account.module.css'

interface SectionProps {
  title: string
  /** Asking the server: a spinner beside the title. */
  busy?: boolean
  /** Beside the title, such as how many or a button. */
  beside?: ReactNode
  /** All that its tab has: the tab itself is the landmark. */
  alone?: boolean
  children: ReactNode
}

/** One section of a tab: it loads, fails and is empty on its own. */
export function Section({ title, busy = false, beside, alone = false, children }: SectionProps) {
  const id = useId()
  const Place = alone ? 'div' : 'section'
  return (
    <Place {...(!alone && { 'aria-labelledby': id })}>
      <div className={classes.head}>
        <Title order={2} id={id}>
          {title}
        </Title>
        {busy && <Spinner size={16} />}
        {beside}
      </div>
      {children}
    </Place>
  )
}

/** What stands where nothing is. */
export function Empty({ children }: { children: ReactNode }) {
  return (
    <Text size="sm" c="dimmed">
      {children}
    </Text>
  )
}
