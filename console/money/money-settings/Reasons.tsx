import { Group, Text, TextInput } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { RefundReason } from '@portreeve/contract/money/money-settings'
import { useState } from 'react'
import { detailOf } from '../../data/failure.ts'
import { useOneAtATime } from '../../data/one-at-a-time.ts'
import { useWhyNot } from '../../data/rights.ts'
import { movedWords, useTyped } from '../../data/typed.ts'
import { useAction } from '../../data/use-action.ts'
import { useData } from '../../data/use-data.ts'
import { useForm } from '../../data/use-form.ts'
import { GuardedButton } from '../../shell/GuardedButton.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { LeaveGuard } from '../../ui/LeaveGuard.tsx'
import { LinesSkeleton } from '../../ui/skeletons.tsx'
import { usualReason } from '../RefundReason.tsx'
import classes from './money-settings.module.css'

const refetch = [api.moneySettings.reasons]
const maxWords = 200

/** The list of reasons: add, rename, retire and offer again. */
export function Reasons() {
  const { data, failure, reload } = useData(api.moneySettings.reasons, {})
  const [words, setWords] = useState('')
  const add = useAction(api.moneySettings.addReason, {
    done: 'Reason added.',
    failed: 'Error adding the reason.',
    refetch,
    settle: ({ done, input }) => {
      if (done && input.body.words === words.trim()) setWords('')
    },
  })
  const once = useOneAtATime()
  if (failure && !data) return <FailedState message="The reasons could not be loaded." onRetry={reload} />
  if (!data) return <LinesSkeleton lines={6} height={36} />
  const usual = usualReason(data)
  return (
    <>
      {data.length === 0 && (
        <Text size="sm" mb="sm">
          No reasons yet. Without a list, a refund has only the words that are typed.
        </Text>
      )}
      <ul className={classes.reasons} aria-label="Reasons">
        {data.map((reason) => (
          <Reason key={reason.id} reason={reason} isUsual={reason === usual} />
        ))}
      </ul>
      <form
        className={classes.add}
        onSubmit={(event) => {
          event.preventDefault()
          if (words.trim() !== '') once(async () => void (await add.run({ body: { words: words.trim() } })))
        }}
      >
        <TextInput
          label="New reason"
          value={words}
          maxLength={maxWords}
          error={detailOf(add.failure)}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
        <GuardedButton
          may="money.settings"
          type="submit"
          loading={add.busy}
          whyNot={words.trim() === '' ? 'Write the reason first.' : null}
        >
          Add
        </GuardedButton>
      </form>
      <LeaveGuard dirty={words.trim() !== ''} what="the reasons" />
    </>
  )
}

function Reason({ reason, isUsual }: { reason: RefundReason; isUsual: boolean }) {
  const whyNot = useWhyNot('money.settings')
  const typed = useTyped(() => reason.words)
  const rename = useForm(api.moneySettings.saveReason, typed, {
    done: 'Reason saved.',
    failed: 'Error saving the reason.',
    refetch,
  })
  const retire = useAction(api.moneySettings.retireReason, {
    done: 'Reason retired.',
    failed: 'Error retiring the reason.',
    refetch,
  })
  const once = useOneAtATime()
  const params = { id: reason.id }
  const text = typed.text('words')
  return (
    <li>
      <form
        className={classes.reason}
        data-retired={reason.retired || undefined}
        onSubmit={rename.onSubmit(() =>
          typed.dirty && text.trim() !== '' ? { params, body: { words: text.trim() } } : null,
        )}
      >
        <TextInput
          aria-label={`Words of ${reason.words}`}
          value={text}
          maxLength={maxWords}
          readOnly={whyNot !== null || reason.retired}
          error={movedWords(typed.movedTo('words')) ?? detailOf(rename.failure)}
          onChange={(event) => typed.change('words', event.currentTarget.value)}
        />
        <Group gap="xs" wrap="nowrap">
          {typed.dirty && (
            <GuardedButton
              may="money.settings"
              type="submit"
              size="compact-sm"
              loading={rename.busy}
              whyNot={text.trim() === '' ? 'A reason has words.' : null}
            >
              Save
            </GuardedButton>
          )}
          {reason.retired ? (
            <GuardedButton
              may="money.settings"
              size="compact-sm"
              variant="default"
              loading={rename.busy}
              aria-label={`Offer ${reason.words} again`}
              onClick={() => once(async () => void (await rename.run({ params, body: { retired: false } })))}
            >
              Offer again
            </GuardedButton>
          ) : (
            <GuardedButton
              may="money.settings"
              size="compact-sm"
              variant="default"
              loading={retire.busy}
              aria-label={`Retire ${reason.words}`}
              onClick={() => once(async () => void (await retire.run({ params })))}
            >
              Retire
            </GuardedButton>
          )}
        </Group>
      </form>
      <LeaveGuard dirty={typed.dirty} what="the reasons" />
      {(reason.retired || isUsual) && (
        <Text size="xs" c="dimmed">
          {reason.retired
            ? 'Retired: older refunds keep it.'
            : 'Preselected where a transaction is refunded or cancelled: keep the most general reason last.'}
        </Text>
      )}
    </li>
  )
}
