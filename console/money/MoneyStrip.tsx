import { type Money, type MoneyAccount, moneyAccounts } from '@portreeve/contract/money/money'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useId } from 'react'
import { shortUtc } from '../format/dates.ts'
import { dollars, grouped } from '../format/money.ts'
import { When } from '../ui/When.tsx'
import classes from './money-strip.module.css'
import { PayoutState } from './PayoutState.tsx'

const words: Record<MoneyAccount, { label: string; about: string }> = {
  captured: { label: 'Captured', about: 'What the buyer paid' },
  fee: { label: 'Fee', about: "The marketplace's share; a loss where it bore a refund or a chargeback" },
  label: { label: 'Label', about: 'Spent on shipping labels' },
  refunded: { label: 'Refunded', about: 'Given back to the buyer' },
  pending: { label: 'Pending', about: "The seller's, until the parcel is delivered" },
  held: { label: 'Held', about: "The seller's, waiting to be sent" },
  paid_out: { label: 'Paid out', about: 'Sent to the seller' },
  disputed: { label: 'Disputed', about: "The seller's, frozen by an open dispute" },
  charged_back: { label: 'Charged back', about: "Taken back by the buyer's bank" },
  provider_fee: { label: 'Chargeback fee', about: 'Fees of the provider for chargebacks' },
}

/** Accounts of chargebacks, which few transactions have: shown only with money in them. */
const rare: readonly MoneyAccount[] = ['charged_back', 'provider_fee']

const operations: Record<string, string> = {
  refund: 'A refund',
  cancel: 'A cancellation',
  payout: 'A payout',
  label: 'The refund of a label',
  dispute_refund: 'The refund of a dispute',
  correction: 'A correction',
}

/**
 * A transaction's money by account. The accounts always sum to the payment; if not, an alert is shown. Without `money` the
 * strip is blank but has its height, so that the layout does not shift when the data is loaded.
 */
export function MoneyStrip({ money }: { money: Money | undefined }) {
  const heading = useId()
  // Another server may omit accounts.
  const difference = money ? moneyAccounts.reduce((sum, account) => sum + (money[account] ?? 0), 0) : 0
  const isLoss = money !== undefined && money.fee < 0
  const shown = moneyAccounts.filter((account) => !rare.includes(account) || money?.[account])
  return (
    <section
      aria-labelledby={heading}
      aria-busy={!money}
      className={classes.strip}
      data-amiss={difference !== 0 || undefined}
    >
      <h2 id={heading} className={classes.heading}>
        Money
      </h2>
      <dl className={classes.accounts} data-many={shown.length > 8 || undefined}>
        {shown.map((account) => {
          // The ledger counts the buyer's payment as negative.
          const turned = account === 'captured' || (account === 'fee' && isLoss)
          const cents = money && (turned ? -money[account] : money[account])
          return (
            <div
              key={account}
              className={classes.account}
              data-account={account}
              data-nothing={cents === 0 || undefined}
              title={words[account].about}
            >
              <dt>{account === 'fee' && isLoss ? "Marketplace's loss" : words[account].label}</dt>
              <dd>{cents === undefined ? '\u00a0' : cents < 0 ? `−${grouped(-cents)}` : grouped(cents)}</dd>
            </div>
          )
        })}
      </dl>
      {difference !== 0 && (
        <p role="alert" className={classes.amiss}>
          <IconAlertTriangle size={16} aria-hidden />
          These amounts do not add up: {dollars(Math.abs(difference))}{' '}
          {difference > 0 ? 'went out that was never paid' : 'of what was paid is nowhere'}. Move no money
          here before it is cleared up.
        </p>
      )}
      {money && <PayoutState money={money} className={classes.flight} />}
      {money?.in_flight.map(({ kind, cents, since }) => (
        <p key={`${kind} ${since}`} role="status" className={classes.flight}>
          {operations[kind] ?? kind}
          {cents !== null && ` of ${dollars(cents)}`} is on its way since{' '}
          <When value={since} write={shortUtc} />. It will be settled without further help.
        </p>
      ))}
    </section>
  )
}
