import { Button, Group, Text, Title } from '@mantine/core'
import { IconArrowUp } from '@tabler/icons-react'
import { useRef } from 'react'
import { FailedState } from '../../ui/FailedState.tsx'
import classes from './reports.module.css'

interface ReportsHeadProps {
  id: string
  title: string
  /** How many there are; null until known. */
  count: string | null
  /** What came since the list was put on the screen, such as '3 new reports'; null when nothing did. */
  fresh: string | null
  onShow: () => void
  /** The last ask behind the scenes failed, so the list may be old. */
  stale: boolean
  onRetry: () => void
}

/** The head of a list of reports. What is told here never moves a row: the line is there from the beginning. */
export function ReportsHead(props: ReportsHeadProps) {
  const { id, title, count, fresh, onShow, stale, onRetry } = props
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <div className={classes.sectionHead}>
      <Group gap="md" align="baseline">
        <Title order={2} id={id} ref={heading} tabIndex={-1} className={classes.heading}>
          {title}
        </Title>
        <Text c="dimmed" size="sm" component="span">
          {count}
        </Text>
      </Group>
      <div aria-live="polite" className={classes.news}>
        {stale ? (
          <FailedState message="Could not be refreshed." onRetry={onRetry} />
        ) : (
          fresh && (
            <Button
              size="compact-sm"
              variant="light"
              leftSection={<IconArrowUp size={14} aria-hidden />}
              onClick={() => {
                onShow()
                // The button goes: the keyboard stays above the rows that it brought.
                heading.current?.focus({ preventScroll: true })
              }}
            >
              {fresh}
            </Button>
          )
        )}
      </div>
    </div>
  )
}
