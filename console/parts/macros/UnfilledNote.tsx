import { Anchor, Text } from '@mantine/core'
import { gapsIn } from './macro-text.ts'
import classes from './macros.module.css'

interface UnfilledNoteProps {
  /** The message as it is typed. */
  text: string
  /** Marks a piece of it in the message input. */
  onShow: (from: number, to: number) => void
}

/** What keeps a message from being sent: variables of a macro that the conversation did not fill in. */
export function UnfilledNote({ text, onShow }: UnfilledNoteProps) {
  const gaps = gapsIn(text)
  return (
    <div role="status" className={classes.note}>
      {gaps.length > 0 && (
        <Text size="sm" component="span">
          Not sent before this is filled in:{' '}
          {gaps.map(({ piece, from, to }) => (
            <Anchor
              key={from}
              component="button"
              type="button"
              size="sm"
              className={classes.gap}
              onClick={() => onShow(from, to)}
            >
              {piece}
            </Anchor>
          ))}
        </Text>
      )}
    </div>
  )
}
