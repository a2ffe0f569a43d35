import { shippingStatus, type Transaction, transactionStatus } from '@portreeve/contract/money/transactions'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { shortLocal } from '../../format/dates.ts'
import { dollars, grouped } from '../../format/money.ts'
import { orNull } from '../../format/words.ts'
import { newTab as inNewTab } from '../../ui/browser/new-tab.ts'
import { Clamp } from '../../ui/Clamp.tsx'
import { StateWord } from '../../ui/StateWord.tsx'
import { When } from '../../ui/When.tsx'
import classes from './cells.module.css'
import { Thumbnail } from './Thumbnail.tsx'

interface TransactionCellProps {
  transaction: Transaction
  /** D-022: opens in a new tab, for links in a dialog. */
  newTab?: boolean
  /** Refunded to the buyer, cents. */
  refunded?: number | undefined
  /** Above the price, such as the name of the other party. */
  children?: ReactNode
}

/** A transaction's summary (D-042): one item of `Cells`. The whole cell links to the transaction. */
export function TransactionCell(props: TransactionCellProps) {
  const { transaction, newTab = false, refunded = 0, children } = props
  const { id, status, shipping_status, price } = transaction
  return (
    <li className={classes.cell} data-small>
      <Thumbnail path={transaction.product_thumbnail_path} size={72} />
      <div className={classes.body}>
        <Link
          to="/dashboard/txns/$id"
          params={{ id }}
          {...(newTab && inNewTab)}
          className={classes.title}
          data-whole
        >
          <Clamp text={orNull(transaction.product_title)} />
        </Link>
        <div className={classes.words}>
          <StateWord word={wordOf(transactionStatus, status)} tone={status === 1 ? 'good' : 'quiet'} />
          <span>{wordOf(shippingStatus, shipping_status)}</span>
          {transaction.dispute_status === 2 && <StateWord word="Dispute open" tone="caution" />}
        </div>
        {children && <div className={classes.above}>{children}</div>}
        <div className={classes.foot}>
          <span className={classes.price}>{dollars(price, transaction.currency)}</span>
          {refunded > 0 && (
            <span className={classes.refunded}>Refunded {grouped(refunded, transaction.currency)}</span>
          )}
          <span className={classes.date}>
            <When value={transaction.purchase_date} write={shortLocal} />
          </span>
        </div>
      </div>
    </li>
  )
}

/** D-054: a value without a word is 'null'. */
const wordOf = (words: Readonly<Record<number, string>>, value: number | null) =>
  (value === null ? undefined : words[value]) ?? 'null'
