import { NativeSelect, TextInput } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { MoneyPlan } from '@portreeve/contract/money/money-plans'
import { useState } from 'react'
import { grouped, sumWords } from '../../format/money.ts'
import { serverNow } from '../../format/now.ts'
import { fieldMoment, fieldTime } from '../../format/snooze.ts'
import { count } from '../../format/words.ts'
import { ReasonDialog } from '../../shell/ReasonDialog.tsx'
import { choicesOf, deliveredWords, undeliveredWords } from './plan-words.ts'

const refetch = [api.moneyPlans.list]
const dayMs = 86_400_000

/** The date of the field at first: the chosen one, or else a week from now. */
function firstDate({ due_at, plan }: MoneyPlan, now: Date): string {
  const chosen = new Date(due_at)
  return fieldTime(plan && chosen > now ? chosen : new Date(now.getTime() + 7 * dayMs))
}

/** Chooses what becomes of a blocked seller's unpaid sales, and when. Mounted for one opening. */
export function MoneyPlanDialog({ of, onClose }: { of: MoneyPlan; onClose: () => void }) {
  const { seller, plan, delivered, undelivered } = of
  const [choice, setChoice] = useState({
    delivered: plan?.delivered ?? 'pay',
    undelivered: plan?.undelivered ?? 'refund',
  })
  const [due, setDue] = useState(() => firstDate(of, serverNow()))
  const sum = (sales: MoneyPlan['delivered']) =>
    `${count(sales.count, 'sale', 'sales')}, ${sumWords(sales, grouped)}`
  return (
    <ReasonDialog
      call={api.moneyPlans.save}
      input={(reason) => {
        const moment = fieldMoment(due)
        if (Number.isNaN(moment.getTime())) return 'On: give a whole date and time.'
        if (moment.getTime() <= serverNow().getTime()) return 'On: choose a time in the future.'
        return { params: { uid: seller.uid }, body: { ...choice, due_at: moment.toISOString(), reason } }
      }}
      ifMatch={() => plan?.version ?? 0}
      done="The plan is saved"
      failed="The plan could not be saved"
      refetch={refetch}
      refetchOnConflict={refetch}
      title="Plan the seller's money"
      subtitle="Until the date all of it is held. Unblocking the seller ends the plan."
      confirmText="Save the plan"
      width={480}
      onClose={onClose}
    >
      <NativeSelect
        label={`What the buyers have: ${sum(delivered)}`}
        data={choicesOf(deliveredWords)}
        value={choice.delivered}
        onChange={(event) =>
          setChoice({ ...choice, delivered: event.currentTarget.value as typeof choice.delivered })
        }
      />
      <NativeSelect
        label={`What they do not have: ${sum(undelivered)}`}
        description="What you may not refund alone waits for a second person."
        data={choicesOf(undeliveredWords)}
        value={choice.undelivered}
        onChange={(event) =>
          setChoice({ ...choice, undelivered: event.currentTarget.value as typeof choice.undelivered })
        }
      />
      <TextInput
        type="datetime-local"
        label="On"
        required
        value={due}
        onChange={(event) => setDue(event.currentTarget.value)}
      />
    </ReasonDialog>
  )
}
