import { Button } from '@mantine/core'
import classes from './conversations.module.css'

/** Says that older messages are shown than the newest, and leads to the newest. */
export function EarlierPart({ onNewest }: { onNewest: () => void }) {
  return (
    <p className={classes.part}>
      An earlier part of the conversation.{' '}
      <Button variant="subtle" size="compact-xs" onClick={onNewest}>
        Show the newest
      </Button>
    </p>
  )
}
