import { timeInWords } from '../format/dates.ts'

/** A time in one of the spec's formats; its tooltip has it in UTC and in the local time zone, and its age. */
export function When({ value, write }: { value: string | null; write: (value: string | null) => string }) {
  const words = timeInWords(value, new Date())
  if (!words) return <span>{write(value)}</span>
  return (
    <time dateTime={value ?? undefined} title={words}>
      {write(value)}
    </time>
  )
}
