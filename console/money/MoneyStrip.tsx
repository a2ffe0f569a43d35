import { type Money, type MoneyAccount, moneyAccounts } from '@portreeve/contract/money/money'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useId } from 'react'
import { shortUtc } from '../format/dates.ts'
import { dollars, grouped } from '../format/money.ts'
import { StateWord } from '../ui/StateWord.tsx'
import { When } from '../ui/When.tsx'
import classes from './money-strip.module.css'
import { PayoutState } from './PayoutState.tsx'

const words: Record<MoneyAccount, { label: string; about: string }> = {
  captured: { label: 'Captured', about: 'What the buyer paid' },
  fee: { label: 'Fee', about: "The marketplace's share" },
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

/** The words of an account below zero: its amount is then another source of what went out. */
const owed: Partial<Record<MoneyAccount, { label: string; about: string }>> = {
  fee: { label: 'Borne by us', about: 'What the marketplace lost by a refund or a chargeback' },
}

interface Figure {
  readonly account: MoneyAccount
  readonly label: string
  readonly about: string
  /** Undefined until it is loaded. */
  readonly cents: number | undefined
}

/** Each account with its words and its amount: the payment, and what the marketplace bore, as positive amounts. */
const figuresOf = (money: Money | undefined): Figure[] =>
  // Before it is loaded only the payment is certain to be among them.
  moneyAccounts
    .filter((account) => (money ? !rare.includes(account) || money[account] : account === 'captured'))
    .map((account) => {
      const cents = money?.[account]
      const below = cents !== undefined && cents < 0 ? owed[account] : undefined
      // The ledger counts the buyer's payment as negative.
      const isTurned = cents !== undefined && (account === 'captured' || below !== undefined)
      return { account, ...(below ?? words[account]), cents: isTurned ? -cents : cents }
    })

interface BarProps {
  parts: readonly Figure[]
  currency: string | undefined
  named?: boolean
}

/** The parts of a bar, each as wide as its share. Decoration: the figures below say the same. */
const Bar = ({ parts, currency, named = false }: BarProps) => {
  const sum = parts.reduce((all, { cents = 0 }) => all + cents, 0)
  return (
    <div className={classes.bar} data-named={named || undefined} aria-hidden>
      {parts.map(({ account, label, about, cents = 0 }) => (
        <span
          key={account}
          data-account={account}
          title={`${label} ${grouped(cents, currency)}: ${about}`}
          style={{ flexGrow: cents }}
        >
          {named && cents > sum / 5 && label}
        </span>
      ))}
    </div>
  )
}

interface MoneyStripProps {
  money: Money | undefined
  /** Undefined for the money of several. */
  transaction?: string
}

/**
 * A transaction's money: a bar of who paid, above the bar of where it is, and the figures. The accounts always sum to the payment;
 * if not, an alert is shown. Without `money` the strip is blank but has its height, so that nothing moves when it is loaded.
 */
export function MoneyStrip({ money, transaction }: MoneyStripProps) {
  const heading = useId()
  const currency = money?.currency
  // Another server may omit accounts.
  const difference = money ? moneyAccounts.reduce((sum, account) => sum + (money[account] ?? 0), 0) : 0
  const figures = figuresOf(money)
  const isSource = ({ account }: Figure) =>
    account === 'captured' || (account === 'fee' && money !== undefined && money.fee < 0)
  const zeros = figures.filter(({ cents, account }) => cents === 0 && account !== 'captured')
  const others = figures.filter((figure) => !zeros.includes(figure))
  const isPositive = ({ cents = 0 }: Figure) => cents > 0
  return (
    <section
      aria-labelledby={heading}
      aria-busy={!money}
      className={classes.strip}
      data-amiss={difference !== 0 || undefined}
    >
      <header className={classes.heading}>
        <h2 id={heading}>Money</h2>
        {money && difference === 0 && <StateWord word="Adds up" tone="good" />}
      </header>
      <Bar currency={currency} parts={figures.filter((figure) => isSource(figure) && isPositive(figure))} />
      <Bar
        currency={currency}
        parts={figures.filter((figure) => !isSource(figure) && isPositive(figure))}
        named
      />
      <dl className={classes.accounts}>
        {others.map(({ account, label, about, cents }) => (
          <div key={account} className={classes.account} data-account={account} title={about}>
            <dt>{label}</dt>
            <dd>
              {cents === undefined
                ? '\u00a0'
                : cents < 0
                  ? `−${grouped(-cents, currency)}`
                  : grouped(cents, currency)}
            </dd>
          </div>
        ))}
        {/* The accounts without money share one figure. */}
        {zeros.length > 0 && (
          <div className={classes.zeros}>
            {zeros.map(({ account, label, about }) => (
              <dt key={account} title={about}>
                {label}
              </dt>
            ))}
            <dd>{grouped(0, currency)}</dd>
          </div>
        )}
      </dl>
      {difference !== 0 && (
        <p role="alert" className={classes.amiss}>
          <IconAlertTriangle size={16} aria-hidden />
          These amounts do not add up: {dollars(Math.abs(difference), currency)}{' '}
          {difference > 0 ? 'went out that was never paid' : 'of what was paid is nowhere'}. Move no money
          here before it is cleared up.
        </p>
      )}
      {money && <PayoutState money={money} transaction={transaction} className={classes.flight} />}
      {money?.in_flight.map(({ kind, cents, since }) => (
        <p key={`${kind} ${since}`} role="status" className={classes.flight}>
          {operations[kind] ?? kind}
          {cents !== null && ` of ${dollars(cents, currency)}`} is on its way since{' '}
          <When value={since} write={shortUtc} />. It will be settled without further help.
        </p>
      ))}
      {money?.second_person && (
        <p className={classes.flight}>
          Each refund needs a second person: the rule <bdi>{money.second_person}</bdi> has met this sale.
        </p>
      )}
    </section>
  )
}
