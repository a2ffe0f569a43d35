import { Anchor } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { useId, useState } from 'react'
import classes from './LongText.module.css'

/** A text of any length and direction, with its line breaks: the first lines, and the rest behind a button. */
export function LongText({ text, lines }: { text: string; lines: number }) {
  const [isWhole, setWhole] = useState(false)
  const { ref, height } = useElementSize()
  const id = useId()
  const tall = lines * line
  return (
    <>
      <div id={id} className={classes.window} style={{ maxHeight: isWhole ? undefined : tall }}>
        <div ref={ref} dir="auto" className={classes.text}>
          {text}
        </div>
      </div>
      {height > tall && (
        <Anchor
          component="button"
          type="button"
          size="sm"
          aria-expanded={isWhole}
          aria-controls={id}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? 'Show less' : 'Show all'}
        </Anchor>
      )}
    </>
  )
}

/** Pixels of one line. */
const line = 20
