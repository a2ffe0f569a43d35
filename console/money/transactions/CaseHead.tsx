import { Title } from '@mantine/core'
import type { OrderMarks } from '@portreeve/contract/money/order-search'
import { shippingStatus, type Transaction, transactionStatus } from '@portreeve/contract/money/transactions'
import { Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { longLocal, shortUtc } from '../../format/dates.ts'
import { grouped } from '../../format/money.ts'
import { orNull, wordOf } from '../../format/words.ts'
import { DeadlineWord } from '../../shell/lists/DeadlineWord.tsx'
import { Neighbours } from '../../shell/records/Neighbours.tsx'
import { Thumbnail } from '../../shell/records/Thumbnail.tsx'
import { TimelineButton } from '../../staff/timeline/Timeline.tsx'
import { Clamp } from '../../ui/Clamp.tsx'
import { CopyText } from '../../ui/CopyText.tsx'
import { StateWord } from '../../ui/StateWord.tsx'
import { When } from '../../ui/When.tsx'
import { flagsOf } from '../orders/words.ts'
import classes from './case.module.css'

interface CaseHeadProps {
  id: string
  txn: Transaction | undefined
  marks: OrderMarks | undefined
  /** By when staff act, with what they do by then; null for nothing. */
  due: { words: string; at: string } | null
  /** The main action. */
  children: ReactNode
}

/** What the case is about: photo, title, price, ids, how it stands, and by when staff act. */
export function CaseHead({ id, txn, marks, due, children }: CaseHeadProps) {
  const flags = marks ? flagsOf(marks) : []
  const navigate = useNavigate()
  return (
    <>
      <header className={classes.bar}>
        <div className={classes.path}>
          <Link to="/dashboard/txns/$id" params={{ id: 'overview' }}>
            Orders
          </Link>
          <span>/</span>
          <b>{txn?.public_id ?? id}</b>
        </div>
        <Neighbours
          kind="transaction"
          id={id}
          onOpen={(next) => void navigate({ to: '/dashboard/txns/$id', params: { id: next } })}
        />
        <div className={classes.barActions}>
          {txn && <TimelineButton kind="transaction" id={id} of={txn.product_title} />}
          {children}
        </div>
      </header>
      <div className={classes.head}>
        <Thumbnail path={txn?.product_thumbnail_path} size={72} eager />
        <div className={classes.headText}>
          <Title order={1}>{txn ? <Clamp text={orNull(txn.product_title)} lines={2} /> : id}</Title>
          <div className={classes.headLine}>
            {txn && <span className={classes.price}>{grouped(txn.price, txn.currency)}</span>}
            {txn?.public_id && <CopyText text={txn.public_id} />}
            <CopyText text={id} />
            {txn && (
              <span className={classes.facts}>
                <When value={txn.purchase_date} write={shortUtc} />
              </span>
            )}
            {txn?.order_id && (
              <Link to="/dashboard/orders/$id" params={{ id: txn.order_id }} className={classes.facts}>
                Order
              </Link>
            )}
            {txn?.product_id && (
              <Link to="/dashboard/listings/$key" params={{ key: txn.product_id }} className={classes.facts}>
                Listing
              </Link>
            )}
          </div>
          {/* The flags are last: they may be known later. */}
          <div className={classes.headLine}>
            {txn && (
              <>
                <StateWord
                  word={wordOf(transactionStatus, txn.status)}
                  tone={txn.status === 1 && !marks?.chargeback_open ? 'good' : 'quiet'}
                />
                <StateWord word={wordOf(shippingStatus, txn.shipping_status)} />
                {flags.map((flag) => (
                  <StateWord key={flag.word} {...flag} />
                ))}
                {/* Another server has no marks. */}
                {!marks && txn.dispute_status === 2 && <StateWord word="Disputed" tone="bad" />}
              </>
            )}
          </div>
        </div>
        {due && (
          <div className={classes.due}>
            <span className={classes.facts}>
              {due.words} <When value={due.at} write={longLocal} />
            </span>
            <b>
              <DeadlineWord at={due.at} />
            </b>
          </div>
        )}
      </div>
    </>
  )
}
