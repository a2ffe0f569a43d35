/** The payment provider: Stripe, or its stand-in in the sandbox. */
export type Payments = { address: string; key: string }

/** Test cards of the payment provider. */
export const cards = {
  pm_card_visa: '4242 4242 4242 4242, pays',
  pm_card_chargeDeclined: '4000 0000 0000 0002, is declined',
}

/** An action that the marketplace refuses, in words for the person. */
export class Refused extends Error {}

/** Takes a price from a card, once for an order. Returns the payment, by which staff refund it later. */
export async function pay(
  { address, key }: Payments,
  order: string,
  { price, currency }: { price: number; currency: string },
  card: string,
) {
  const fields = {
    amount: String(price),
    currency: currency.toLowerCase(),
    payment_method: card,
    confirm: 'true',
  }
  const answer = await fetch(`${address}/v1/payment_intents`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'idempotency-key': order },
    body: new URLSearchParams({ ...fields, 'payment_method_types[]': 'card' }),
  })
  const { id, error } = (await answer.json()) as { id?: string; error?: { message: string } }
  if (!id) throw new Refused(error?.message ?? 'The payment failed.')
  return id
}
