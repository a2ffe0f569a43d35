import { Button, Text } from '@mantine/core'
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react'
import { useContext } from 'react'
import { Moment } from './moment.ts'
import classes from './states.module.css'

/** Shows that a load failed, so that the missing data is not mistaken for empty. */
export function FailedState({ message, onRetry }: { message: string; onRetry: () => void }) {
  const isPast = useContext(Moment) !== null
  return (
    <div className={classes.failed} data-failed>
      <IconAlertTriangle size={16} aria-hidden />
      <Text>
        {message}
        {isPast && ' Portreeve may not have had it at this moment.'}
      </Text>
      <Button
        size="compact-xs"
        variant="default"
        leftSection={<IconRefresh size={14} aria-hidden />}
        onClick={onRetry}
      >
        Retry
      </Button>
    </div>
  )
}
