import { Anchor, Text } from '@mantine/core'
import { gapsIn } from './macro-text.ts'
import classes from './macros.module.css'

interface UnfilledNoteProps {
  /** The current text of the message. */
  text: string
  /** Selects a range in the message input. */
  onShow: (from: number, to: number) => void
}

/** The macro variables that are not filled in yet. They block sending. */
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
