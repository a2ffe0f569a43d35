import { Button, Group } from '@mantine/core'
import { isDay } from '../../format/days.ts'
import { serverNow } from '../../format/now.ts'
import { monthOf } from '../../format/periods.ts'
import { TypedFilter } from '../../ui/TypedFilter.tsx'
import classes from './desk.module.css'

interface PeriodFilterProps {
  from: string | undefined
  to: string | undefined
  /** The days; an empty text removes one. */
  onChange: (period: { from: string; to: string }) => void
}

/** The days of a list: two fields, and the months that are looked at most. */
export function PeriodFilter({ from = '', to = '', onChange }: PeriodFilterProps) {
  const day = { type: 'date' as const, width: 124, asTyped: (text: string) => text === '' || isDay(text) }
  const month = (words: string, earlier: number) => {
    const period = monthOf(serverNow(), earlier)
    return (
      <Button
        size="compact-sm"
        variant="default"
        aria-pressed={from === period.from && to === period.to}
        onClick={() => onChange(period)}
      >
        {words}
      </Button>
    )
  }
  return (
    <>
      <TypedFilter label="From" value={from} onEntered={(text) => onChange({ from: text, to })} {...day} />
      <TypedFilter label="To" value={to} onEntered={(text) => onChange({ from, to: text })} {...day} />
      <Group gap="xs" className={classes.months}>
        {month('This month', 0)}
        {month('Last month', 1)}
      </Group>
    </>
  )
}
