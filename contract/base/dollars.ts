import { moneyWords } from './currency.ts'

/** An amount of US dollars for a sentence: 123450 cents as $1234.50. An amount with a currency is written by `moneyWords`. */
export const dollars = (cents: number) => moneyWords(cents)
