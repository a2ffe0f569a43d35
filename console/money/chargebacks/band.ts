import type { api } from '@portreeve/contract'
import type { Data } from '@portreeve/contract/base/endpoint'
import { longLocal } from '../../format/dates.ts'
import { deadlineWords, nearness } from '../../format/deadline.ts'
import { grouped } from '../../format/money.ts'

/** A chargeback with its evidence. */
export type ChargebackFile = Data<typeof api.chargebacks.get>

/** What the chargeback needs now, in one sentence. */
export function bandOf({ chargeback, sending, failure }: ChargebackFile, now: Date) {
  const { state, amount, currency, fee, evidence_due_at, submitted_at, closed_at } = chargeback
  const money = `${grouped(amount, currency)} and the fee of ${grouped(fee, currency)}`
  if (state === 'won')
    return {
      tone: 'quiet',
      words: `Won: the bank gave ${grouped(amount, currency)} back on ${longLocal(closed_at)}.`,
    }
  if (state === 'lost') return { tone: 'bad', words: `Lost on ${longLocal(closed_at)}: ${money} are gone.` }
  if (state === 'closed') return { tone: 'quiet', words: 'The inquiry is closed; the bank took no money.' }
  if (sending === 'pending') return { tone: 'caution', words: 'The evidence is on its way to the provider.' }
  if (submitted_at !== null || state === 'under_review')
    return { tone: 'quiet', words: 'The evidence was sent. The bank decides, usually within 75 days.' }
  const due = deadlineWords(evidence_due_at, now)
  return {
    tone: (nearness(evidence_due_at, now) ?? 'far') === 'far' ? 'caution' : 'bad',
    words: [
      state === 'inquiry'
        ? `The bank asks about ${grouped(amount, currency)}; it has taken nothing yet.`
        : `The bank took back ${money}.`,
      due === null ? 'No deadline for evidence.' : `Evidence is ${due}.`,
      sending === 'failed' && `The last attempt to send it failed: ${failure ?? 'no reason was given'}.`,
    ]
      .filter(Boolean)
      .join(' '),
  }
}
