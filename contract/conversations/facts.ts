import { groupedWords } from '../base/currency.ts'
import type { Transaction } from '../money/transactions.ts'
import { fill, type Values } from './variables.ts'

/** The values that a conversation offers to the variables of a message; missing ones are left out. */
export interface ConversationFacts {
  /** The name of the other member: `{{name}}`. */
  readonly name?: string | null
  /** The number of the conversation's order: `{{order}}`. */
  readonly order?: string | null
  /** The tracking number: `{{tracking}}`. */
  readonly tracking?: string | null
  /** The title of the order's listing: `{{item}}`. */
  readonly item?: string | null
  /** The price with shipping, in words: `{{amount}}`. */
  readonly amount?: string | null
}

/** The fields of an order that fill variables. */
export type OrderFacts = Pick<
  Transaction,
  'public_id' | 'order_id' | 'tracking_number' | 'product_title' | 'price' | 'shipping_cost' | 'currency'
>

/** The values that a person's name and an order of theirs give. */
export const factsOf = (name: string | null, order: OrderFacts | undefined): ConversationFacts => ({
  name,
  order: order?.public_id ?? order?.order_id ?? null,
  tracking: order?.tracking_number ?? null,
  item: order?.product_title ?? null,
  amount: order ? groupedWords(order.price + (order.shipping_cost ?? 0), order.currency) : null,
})

/** The values by the names of variables. */
export const valuesOf = ({ name, order, tracking, item, amount }: ConversationFacts): Values => ({
  name: name ?? '',
  order: order ?? '',
  tracking: tracking ?? '',
  item: item ?? '',
  amount: amount ?? '',
})

/** A macro's text, filled in for a conversation. Variables without a value stay unchanged. */
export const macroText = (text: string, facts: ConversationFacts): string => fill(text, valuesOf(facts))
