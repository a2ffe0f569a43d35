import classes from './StateWord.module.css'

/** What a state's colour means: late or waiting, done, and lost or at risk. */
export type Tone = 'quiet' | 'caution' | 'good' | 'bad'

/** A state as a word with a small dot: colour is never the only sign. */
export function StateWord({ word, tone = 'quiet' }: { word: string; tone?: Tone }) {
  return (
    <span className={classes.state} data-tone={tone}>
      {word}
    </span>
  )
}
