import { KnownCurrency } from '../base/currency.ts'
import { Cents } from '../base/endpoint.ts'
import { Transaction } from './transactions.ts'

const amount = Cents.min(0, 'is below 0')

/** A transaction as it is imported. */
export const TransactionRow = Transaction.omit({ version: true, ship_labels: true })
  .partial()
  .required({ id: true, seller_uid: true, purchaser_uid: true, purchase_date: true })
  .extend({
    price: amount.describe('The price, in the smallest unit of its currency.'),
    shipping_cost: amount.nullish().describe('The shipping cost, in the same unit.'),
    currency: KnownCurrency.nullish().describe(
      'The currency of all its amounts (ISO 4217), which are in its minor unit: cents, yen. When missing: that of its order, else the default of the environment. Fixed once money has moved.',
    ),
  })
  .strict()
