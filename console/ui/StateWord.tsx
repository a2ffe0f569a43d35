import classes from './StateWord.module.css'

/** A state is a word with a small dot, never a colour alone. */
export function StateWord({ word, tone = 'quiet' }: { word: string; tone?: 'quiet' | 'caution' | 'good' }) {
  return (
    <span className={classes.state} data-tone={tone}>
      {word}
    </span>
  )
}
