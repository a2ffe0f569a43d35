import { Button, Group, Text, Title } from '@mantine/core'
import { IconArrowUp } from '@tabler/icons-react'
import { useRef } from 'react'
import { FailedState } from '../../ui/FailedState.tsx'
import classes from './reports.module.css'

interface ReportsHeadProps {
  id: string
  title: string
  /** The count, such as '3 people'; null until it is known. */
  count: string | null
  /** The new rows since the list was shown, such as '3 new reports'; null without any. */
  fresh: string | null
  onShow: () => void
  /** The last background refetch failed, so the list may be stale. */
  stale: boolean
  onRetry: () => void
  /** Lets the person choose rows; null where there are none, or while they do. */
  onSelect: (() => void) | null
}

/** The header of a list of reports. It has a fixed height, so that its messages never shift the rows. */
export function ReportsHead(props: ReportsHeadProps) {
  const { id, title, count, fresh, onShow, stale, onRetry, onSelect } = props
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <div className={classes.sectionHead}>
      <Group gap="lg" align="baseline">
        <Title order={2} id={id} ref={heading} tabIndex={-1} className={classes.heading}>
          {title}
        </Title>
        <Text c="dimmed" size="sm" component="span">
          {count}
        </Text>
        {onSelect && (
          <Button variant="subtle" size="compact-xs" onClick={onSelect}>
            Select
          </Button>
        )}
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
                // The button is unmounted, so the focus moves to the heading above the new rows.
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
