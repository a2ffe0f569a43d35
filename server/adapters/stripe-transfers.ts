import type Stripe from 'stripe'
import { PaymentRefused, type Payments } from './payments.ts'
import { clearly, usedOtherwise } from './stripe-errors.ts'
import { all, isOf, metadataOf, readAgain } from './stripe-metadata.ts'

/** Transfers to sellers at Stripe, and their reversals. */
export function stripeTransfers(stripe: Stripe): Pick<Payments, 'payOut' | 'takeBack' | 'sent'> {
  return {
    payOut: ({ key, account, cents, transaction }) =>
      clearly(async () => {
        const earlier = (await transfersOf(stripe, transaction)).find(isOf(key))
        if (earlier && (earlier.amount !== cents || idOf(earlier.destination) !== account))
          throw usedOtherwise()
        const transfer =
          earlier ??
          (await stripe.transfers.create(
            {
              destination: account,
              amount: cents,
              currency: 'usd',
              transfer_group: transaction,
              metadata: metadataOf(key, transaction),
            },
            { idempotencyKey: key },
          ))
        return { reference: transfer.id }
      }),

    takeBack: (charge) => clearly(() => reverse(stripe, charge)),

    sent: (transaction) =>
      clearly(async () => {
        const transfers = await transfersOf(stripe, transaction)
        return {
          sent: transfers.reduce((sum, { amount }) => sum + amount, 0),
          takenBack: transfers.reduce((sum, { amount_reversed }) => sum + amount_reversed, 0),
        }
      }),
  }
}

const transfersOf = (stripe: Stripe, transaction: string) =>
  all(stripe.transfers.list({ transfer_group: transaction, limit: 100 }, readAgain))

/** Reverses the newest transfers of a transaction, the whole amount or nothing. Reversals of an earlier attempt count. */
async function reverse(
  stripe: Stripe,
  { key, transaction, cents }: { key: string; transaction: string; cents: number },
): Promise<{ reference: string }> {
  const transfers = (await transfersOf(stripe, transaction)).reverse()
  const before = await Promise.all(
    transfers.map(async ({ id, amount_reversed }) => {
      const reversals =
        amount_reversed > 0 ? await all(stripe.transfers.listReversals(id, { limit: 100 })) : []
      return reversals.filter(isOf(key))
    }),
  )
  const done = before.flat()
  let missing = cents - done.reduce((sum, { amount }) => sum + amount, 0)
  const left = transfers.map(({ amount, amount_reversed }) => amount - amount_reversed)
  const sum = left.reduce((total, one) => total + one, 0)
  if (missing < 0) throw usedOtherwise()
  // All or nothing: check the sum before the first reversal.
  if (missing > sum)
    throw new PaymentRefused(
      transfers.length === 0
        ? 'Nothing was sent to the seller for this transaction.'
        : `Only ${dollars(sum)} of what was sent to the seller can still be taken back, ${dollars(missing)} is needed${
            done.length > 0 ? ` beside the ${dollars(cents - missing)} that was taken` : ''
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

const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`

const idOf = (thing: string | { id: string } | null): string | undefined =>
  typeof thing === 'object' ? thing?.id : thing
