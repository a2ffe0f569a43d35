import { Text, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { Spinner } from '../../ui/Spinner.tsx'
import classes from './account.module.css'

interface SectionProps {
  title: string
  /** Shows a spinner beside the title. */
  busy?: boolean
  /** Beside the title, such as a count or a button. */
  beside?: ReactNode
  /** The only section of its tab: the tab itself is the landmark. */
  alone?: boolean
  children: ReactNode
}

/** One section of a tab, with its own loading, failed and empty states. */
export function Section({ title, busy = false, beside, alone = false, children }: SectionProps) {
  const id = useId()
  const Container = alone ? 'div' : 'section'
  return (
    <Container {...(!alone && { 'aria-labelledby': id })}>
      <div className={classes.head}>
        <Title order={2} id={id}>
          {title}
        </Title>
        {busy && <Spinner size={16} />}
        {beside}
      </div>
      {children}
    </Container>
  )
}

/** The text of an empty section. */
export function Empty({ children }: { children: ReactNode }) {
  return (
    <Text size="sm" c="dimmed">
      {children}
    </Text>
  )
}
