import { Stack, TextInput } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { MoneySettings } from '@portreeve/contract/money/money-settings'
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

type Field = keyof MoneySettings

const fields: readonly [Field, label: string, about: string][] = [
  ['days_to_ship', 'Days to ship', 'After the purchase; later the order is late.'],
  ['days_in_transit', 'Days in transit', 'After the days to ship; later the parcel is late.'],
  ['days_to_decide', 'Days to decide a dispute', 'After its opening; open disputes keep their deadline.'],
]

/** The days of a text; null for anything but 1 to 365. */
const daysOf = (text: string): number | null =>
  /^[1-9]\d{0,2}$/.test(text.trim()) && Number(text) <= 365 ? Number(text) : null

/** The deadlines, in days. */
export function Deadlines() {
  const { data, failure, reload } = useData(api.moneySettings.get, {})
  const [tried, setTried] = useState(false)
  const whyNot = useWhyNot('money.settings')
  const typed = useTyped((field: Field) => data && String(data[field]))
  const form = useForm(api.moneySettings.save, typed, {
    done: 'Deadlines saved.',
    failed: 'Error saving the deadlines.',
    refetch: [api.moneySettings.get],
  })
  if (failure && !data) return <FailedState message="The deadlines could not be loaded." onRetry={reload} />
  if (!data) return <LinesSkeleton lines={3} height={56} />
  const input = () => {
    setTried(true)
    const changes = fields.flatMap(([name]) => {
      const days = daysOf(typed.text(name))
      return typed.isDirty(name) && days !== null ? [[name, days] as const] : []
    })
    if (fields.some(([name]) => daysOf(typed.text(name)) === null) || changes.length === 0) return null
    return { body: Object.fromEntries(changes) }
  }
  return (
    <>
      <form onSubmit={form.onSubmit(input)}>
        <Stack gap="lg" align="flex-start">
          {fields.map(([name, label, about]) => (
            <TextInput
              key={name}
              label={label}
              description={whyNot ?? about}
              inputMode="numeric"
              autoComplete="off"
              w="100%"
              maw={320}
              readOnly={whyNot !== null}
              value={typed.text(name)}
              error={
                (tried && daysOf(typed.text(name)) === null && 'From 1 to 365 days.') ||
                movedWords(typed.movedTo(name))
              }
              onChange={(event) => typed.change(name, event.currentTarget.value)}
            />
          ))}
          {detailOf(form.failure)}
          <GuardedButton
            may="money.settings"
            type="submit"
            loading={form.busy}
            whyNot={typed.dirty ? null : 'Nothing has changed.'}
          >
            Save deadlines
          </GuardedButton>
        </Stack>
      </form>
      <LeaveGuard dirty={typed.dirty} what="the deadlines" />
    </>
  )
}
