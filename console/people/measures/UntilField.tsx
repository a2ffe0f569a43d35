import { TextInput } from '@mantine/core'
import { fieldMoment } from '../../format/snooze.ts'

/** The typed end of a measure: null without one, or the sentence that says what is wrong with it. */
export function readUntil(typed: string): { until: string | null } | string {
  if (typed === '') return { until: null }
  const moment = fieldMoment(typed)
  if (Number.isNaN(moment.getTime())) return 'Until: give a whole date and time, or leave it empty.'
  if (moment.getTime() <= Date.now()) return 'Until: choose a time in the future.'
  return { until: moment.toISOString() }
}

export const UntilField = ({ value, onChange }: { value: string; onChange: (typed: string) => void }) => (
  <TextInput
    type="datetime-local"
    label="Until"
    description="Empty: it does not end by itself."
    value={value}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
)
