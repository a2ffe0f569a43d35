import type Stripe from 'stripe'

/** The metadata by which Stripe's objects name the operation that made them, and its transaction. */
export const metadataOf = (operation: string, transaction: string) => ({
  portreeve_operation: operation,
  portreeve_transaction: transaction,
})

/** Whether an operation made this object. */
export const isOf =
  (operation: string) =>
  ({ metadata }: { metadata: Stripe.Metadata | null }): boolean =>
    metadata?.portreeve_operation === operation

/** All objects of a paged list. */
export async function all<Thing>(list: AsyncIterable<Thing>): Promise<Thing[]> {
  const things: Thing[] = []
  for await (const thing of list) things.push(thing)
  return things
}

/** A read may be repeated at once; the operation of a changing call repeats it with its idempotency key. */
export const readAgain = { maxNetworkRetries: 1 }
