import type { Transaction } from '@portreeve/contract/money/transactions'

/** Texts that a message may have, such as an order's number, with what they are. */
export type Known = Readonly<Record<string, string>>

export interface Part {
  readonly part: string
  /** What it is; missing for the text between. */
  readonly words?: string
}

/** Shorter texts are words of a sentence more often than a number. */
const least = 5

/** A message's text in parts: what is known, in any case and with the spaces and dashes that people write in it, and the rest. */
export function partsOf(text: string, known: Known): Part[] {
  const plain = (name: string) => name.replace(/[\s-]/g, '').toLowerCase()
  const names = Object.keys(known).filter((name) => plain(name).length >= least)
  if (names.length === 0) return [{ part: text }]
  const patterns = names.map((name) =>
    [...plain(name)].map((sign) => sign.replace(/[.*+?^${}()|[\]\\/]/, '\\$&')).join('[\\s-]?'),
  )
  const words = new Map(names.map((name) => [plain(name), known[name]]))
  return text
    .split(new RegExp(`(?<![\\p{L}\\p{N}])(${patterns.join('|')})(?![\\p{L}\\p{N}])`, 'iu'))
    .flatMap((part, at) => {
      const found = at % 2 === 1 ? words.get(plain(part)) : undefined
      return part === '' ? [] : [{ part, ...(found !== undefined && { words: found }) }]
    })
}

/** What messages may name of an order. `of`: the order in words, between others its title. */
export const knownOf = (
  { id, public_id, order_id, tracking_number, ship_labels = [] }: Transaction,
  of = 'this purchase',
): Known =>
  Object.fromEntries(
    [
      [id, `The transaction of ${of}`],
      [public_id, `The number of ${of}`],
      [order_id, `The order of ${of}`],
      ...ship_labels.map((label) => [label.tracking_number, `The tracking number of a label of ${of}`]),
      [tracking_number, `The tracking number of ${of}`],
    ].filter(([name]) => name),
  )

/** Whether a text names something of an order. */
export const names = (text: string, order: Transaction): boolean =>
  partsOf(text, knownOf(order)).some(({ words }) => words !== undefined)
