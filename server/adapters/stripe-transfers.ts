import { moneyWords, usual } from '@portreeve/contract/base/currency'
import type Stripe from 'stripe'
import { PaymentRefused, type Payments } from './payments.ts'
import { fromStripe, toStripe } from './stripe-amounts.ts'
import { clearly, usedOtherwise } from './stripe-errors.ts'
import { all, isOf, metadataOf, readAgain } from './stripe-metadata.ts'

/** Transfers to sellers at Stripe, and their reversals. */
export function stripeTransfers(stripe: Stripe): Pick<Payments, 'payOut' | 'takeBack' | 'sent'> {
  return {
    payOut: ({ key, account, cents, currency = usual, transaction }) =>
      clearly(async () => {
        const amount = toStripe(cents, currency)
        const earlier = (await transfersOf(stripe, transaction, currency)).find(isOf(key))
        if (earlier && (earlier.amount !== amount || idOf(earlier.destination) !== account))
          throw usedOtherwise()
        const transfer =
          earlier ??
          (await stripe.transfers.create(
            {
              destination: account,
              amount,
              currency: currency.toLowerCase(),
              transfer_group: transaction,
              metadata: metadataOf(key, transaction),
            },
            { idempotencyKey: key },
          ))
        return { reference: transfer.id }
      }),

    takeBack: (charge) => clearly(() => reverse(stripe, charge)),

    sent: (transaction, currency = usual) =>
      clearly(async () => {
        const transfers = await transfersOf(stripe, transaction, currency)
        const sum = (amounts: number[]) =>
          fromStripe(
            amounts.reduce((all, one) => all + one, 0),
            currency,
          )
        return {
          sent: sum(transfers.map(({ amount }) => amount)),
          takenBack: sum(transfers.map(({ amount_reversed }) => amount_reversed)),
        }
      }),
  }
}

/** The transfers of a transaction in its currency; those of another one are never added to them. */
const transfersOf = async (stripe: Stripe, transaction: string, currency: string) =>
  (await all(stripe.transfers.list({ transfer_group: transaction, limit: 100 }, readAgain))).filter(
    (one) => one.currency === currency.toLowerCase(),
  )

/** Reverses the newest transfers of a transaction, the whole amount or nothing. Reversals of an earlier attempt count. */
async function reverse(
  stripe: Stripe,
  { key, transaction, cents, currency = usual }: Parameters<Payments['takeBack']>[0],
): Promise<{ reference: string }> {
  const transfers = (await transfersOf(stripe, transaction, currency)).reverse()
  const before = await Promise.all(
    transfers.map(async ({ id, amount_reversed }) => {
      const reversals =
        amount_reversed > 0 ? await all(stripe.transfers.listReversals(id, { limit: 100 })) : []
      return reversals.filter(isOf(key))
    }),
  )
  const done = before.flat()
  const wanted = toStripe(cents, currency)
  let missing = wanted - done.reduce((sum, { amount }) => sum + amount, 0)
  const words = (amount: number) => moneyWords(fromStripe(amount, currency), currency)
  const left = transfers.map(({ amount, amount_reversed }) => amount - amount_reversed)
  const sum = left.reduce((total, one) => total + one, 0)
  if (missing < 0) throw usedOtherwise()
  // All or nothing: check the sum before the first reversal.
  if (missing > sum)
    throw new PaymentRefused(
      transfers.length === 0
        ? 'Nothing was sent to the seller for this transaction.'
        : `Only ${words(sum)} of what was sent to the seller can still be taken back, ${words(missing)} is needed${
            done.length > 0 ? ` beside the ${words(wanted - missing)} that was taken` : ''
          }.`,
    )
  const references = done.map(({ id }) => id)
  for (const [at, { id }] of transfers.entries()) {
    const amount = Math.min(missing, left[at] ?? 0)
    // An earlier attempt of this operation has reversed this transfer.
    if (amount === 0 || before[at]?.length) continue
    const reversal = await stripe.transfers.createReversal(
      id,
      { amount, metadata: metadataOf(key, transaction) },
      { idempotencyKey: `${key}:${id}` },
    )
    references.push(reversal.id)
    missing -= amount
  }
  if (missing > 0) throw new Error('Part of it could not be taken back yet.')
  return { reference: references.join(',') }
}

const idOf = (thing: string | { id: string } | null): string | undefined =>
  typeof thing === 'object' ? thing?.id : thing
