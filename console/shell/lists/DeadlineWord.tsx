import { timeInWords } from '../../format/dates.ts'
import { deadlineWords, nearness } from '../../format/deadline.ts'
import { useNow } from '../../ui/moment.ts'
import { StateWord, type Tone } from '../../ui/StateWord.tsx'

const tones: Readonly<Record<string, Tone>> = { late: 'bad', near: 'caution', far: 'quiet' }

/** A deadline as the time that is left: amber when it is near, red when it is over. Its tooltip has the exact time. */
export function DeadlineWord({ at }: { at: string | null }) {
  const now = useNow()
  const words = deadlineWords(at, now)
  if (words === null) return <span>–</span>
  return (
    <time dateTime={at ?? undefined} title={timeInWords(at, now) ?? undefined}>
      <StateWord word={words} tone={tones[nearness(at, now) ?? 'far'] ?? 'quiet'} />
    </time>
  )
}
