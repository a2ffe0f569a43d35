import { Button } from '@mantine/core'
import { Files } from '../../staff/files/Files.tsx'
import classes from './conversations.module.css'
import type { Outbox, Outgoing } from './outbox.ts'

/** The messages of the outbox, below those that the server has (MSG-45). */
export function OutgoingMessages({
  outbox,
  outgoing,
  onEdit,
}: {
  outbox: Outbox
  outgoing: readonly Outgoing[]
  /** Receives the text of an unsent message, to edit it, and the message as it was. */
  onEdit: (text: string, message: Outgoing) => void
}) {
  if (outgoing.length === 0) return null
  const stuck = outgoing.find(({ state }) => state === 'unsent' || state === 'held')
  return (
    <div className={classes.group} data-own data-outgoing>
      {outgoing.map((one) => (
        <div key={one.key} className={classes.outgoing}>
          <div className={classes.message} data-type={0} data-state={one.state}>
            <span dir="auto" className={classes.text}>
              {one.text}
            </span>
            <Files files={one.files} />
          </div>
          <span role="status" className={classes.state} data-state={one.state}>
            {one.state === 'waiting' || one.state === 'sending'
              ? 'Sending…'
              : one.state === 'held'
                ? `Not sent. ${one.problem ?? 'A colleague wrote meanwhile.'}`
                : one.problem
                  ? `Not sent. ${one.problem}`
                  : 'Not sent.'}
          </span>
          {one === stuck && (
            <span className={classes.stuck}>
              {one.state === 'held' ? (
                <Button variant="default" size="compact-xs" onClick={() => outbox.insist(one.key)}>
                  Send anyway
                </Button>
              ) : (
                <Button variant="default" size="compact-xs" onClick={() => outbox.retry(one.conversation)}>
                  Retry
                </Button>
              )}
              <Button
                variant="subtle"
                color="gray"
                size="compact-xs"
                onClick={() => onEdit(outbox.takeBack(one.key), one)}
              >
                Edit
              </Button>
            </span>
          )}
        </div>
      ))}
    </div>
  )
}
