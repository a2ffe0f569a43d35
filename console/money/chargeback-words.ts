import type { ChargebackState } from '@portreeve/contract/money/chargebacks'
import type { Tone } from '../ui/StateWord.tsx'

/** The states of a chargeback in words. */
export const chargebackStateWords: Readonly<Record<ChargebackState, { word: string; tone: Tone }>> = {
  inquiry: { word: 'Inquiry', tone: 'caution' },
  needs_response: { word: 'Needs evidence', tone: 'bad' },
  under_review: { word: 'Under review', tone: 'caution' },
  won: { word: 'Won', tone: 'good' },
  lost: { word: 'Lost', tone: 'bad' },
  closed: { word: 'Closed', tone: 'quiet' },
}

/** The bank's reasons, by their names at the provider. */
const reasons: Readonly<Record<string, string>> = {
  bank_cannot_process: 'The bank could not process the payment',
  check_returned: 'A cheque was returned',
  credit_not_processed: 'A promised refund did not arrive',
  customer_initiated: 'The buyer asked their bank',
  debit_not_authorized: 'The debit was not authorised',
  duplicate: 'The buyer was charged twice',
  fraudulent: 'The cardholder did not make this payment',
  general: 'No particular reason',
  incorrect_account_details: 'The account details were wrong',
  insufficient_funds: 'The account had too little money',
  noncompliant: 'The payment broke a rule of the card network',
  product_not_received: 'The item did not arrive',
  product_unacceptable: 'The item was not as described',
  subscription_canceled: 'A subscription was cancelled',
  unrecognized: 'The cardholder does not recognise the payment',
}

/** The bank's reason in words; one without words reads as its name. */
export const chargebackReason = (reason: string): string => reasons[reason] ?? reason.replaceAll('_', ' ')

/** The kinds of an early fraud warning, by their names at the provider. */
const frauds: Readonly<Record<string, string>> = {
  card_never_received: 'The card never reached its holder',
  fraudulent_card_application: 'The card was applied for by fraud',
  made_with_counterfeit_card: 'Made with a counterfeit card',
  made_with_lost_card: 'Made with a lost card',
  made_with_stolen_card: 'Made with a stolen card',
  misc: 'Other fraud',
  unauthorized_use_of_card: 'The card was used without permission',
}

export const fraudWords = (type: string): string => frauds[type] ?? type.replaceAll('_', ' ')
