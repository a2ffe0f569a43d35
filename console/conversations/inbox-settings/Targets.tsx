import { Autocomplete, Checkbox, Group, Stack, TextInput } from '@mantine/core'
import { api } from '@portreeve/contract'
import { useState } from 'react'
import { detailOf } from '../../data/failure.ts'
import { useWhyNot } from '../../data/rights.ts'
import { movedWords, useTyped } from '../../data/typed.ts'
import { useData } from '../../data/use-data.ts'
import { useForm } from '../../data/use-form.ts'
import { GuardedButton } from '../../shell/GuardedButton.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { LeaveGuard } from '../../ui/LeaveGuard.tsx'
import { LinesSkeleton } from '../../ui/skeletons.tsx'
import { type Field, fields, problemOf, settingOf, textOf } from './typed.ts'

const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const zones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')]

/** The targets in minutes, and the working hours. */
export function Targets() {
  const mayRead = useWhyNot('inbox.read')
  const { data, failure, reload } = useData(api.inboxSettings.get, {}, { when: !mayRead })
  const [tried, setTried] = useState(false)
  const whyNot = useWhyNot('inbox.settings')
  const typed = useTyped((field: Field) => data && textOf[field](data))
  const form = useForm(api.inboxSettings.save, typed, {
    done: 'Targets and working hours saved.',
    failed: 'Error saving the targets.',
    refetch: [api.inboxSettings.get],
  })
  if (mayRead) return <p>{mayRead}</p>
  if (failure && !data) return <FailedState message="The targets could not be loaded." onRetry={reload} />
  if (!data) return <LinesSkeleton lines={5} height={56} />
  const texts = Object.fromEntries(fields.map((field) => [field, typed.text(field)])) as Record<Field, string>
  const input = () => {
    setTried(true)
    if (fields.some((field) => problemOf(field, texts) !== null)) return null
    const changed = fields.filter((field) => typed.isDirty(field))
    if (changed.length === 0) return null
    return { body: Object.fromEntries(changed.map((field) => [field, settingOf(field, texts[field])])) }
  }
  const field = (name: Field, label: string, about: string) => ({
    label,
    description: whyNot ?? about,
    autoComplete: 'off',
    readOnly: whyNot !== null,
    value: texts[name],
    error: (tried && problemOf(name, texts)) || movedWords(typed.movedTo(name)),
  })
  const change = (name: Field) => (event: { currentTarget: { value: string } }) =>
    typed.change(name, event.currentTarget.value)
  const chosen = texts.weekdays.split(',').filter((day) => day !== '')
  return (
    <>
      <form onSubmit={form.onSubmit(input)}>
        <Stack gap="lg" align="flex-start">
          <Group gap="lg" align="flex-start">
            <TextInput
              {...field(
                'first_answer_minutes',
                'Minutes to the first answer',
                'Of working time; empty for no target.',
              )}
              inputMode="numeric"
              onChange={change('first_answer_minutes')}
            />
            <TextInput
              {...field(
                'resolution_minutes',
                'Minutes to the resolution',
                'Of working time; empty for no target.',
              )}
              inputMode="numeric"
              onChange={change('resolution_minutes')}
            />
          </Group>
          <Checkbox.Group
            label="Working days"
            description={whyNot ?? 'Waiting counts on these days only.'}
            error={(tried && problemOf('weekdays', texts)) || null}
            readOnly={whyNot !== null}
            value={chosen}
            onChange={(next) => typed.change('weekdays', next.toSorted().join(','))}
          >
            <Group gap="lg" mt="xs">
              {days.map((day, at) => (
                <Checkbox key={day} value={String(at + 1)} label={day} />
              ))}
            </Group>
          </Checkbox.Group>
          <Group gap="lg" align="flex-start">
            <TextInput
              {...field('opens_at', 'Work begins', 'On each working day.')}
              onChange={change('opens_at')}
            />
            <TextInput
              {...field('closes_at', 'Work ends', '24:00 is the end of the day.')}
              onChange={change('closes_at')}
            />
            <Autocomplete
              {...field('time_zone', 'Time zone', 'Of the working hours; daylight saving follows it.')}
              data={zones}
              limit={50}
              onChange={(zone) => typed.change('time_zone', zone)}
            />
          </Group>
          {detailOf(form.failure)}
          <GuardedButton
            may="inbox.settings"
            type="submit"
            loading={form.busy}
            whyNot={typed.dirty ? null : 'Nothing has changed.'}
          >
            Save targets
          </GuardedButton>
        </Stack>
      </form>
      <LeaveGuard dirty={typed.dirty} what="the targets" />
    </>
  )
}
