import { Button } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { InboxConversation } from '@portreeve/contract/conversations/inbox'
import { shippingStatus, type Transaction, transactionStatus } from '@portreeve/contract/money/transactions'
import { Link } from '@tanstack/react-router'
import { useWhyNot } from '../../data/rights.ts'
import { useData } from '../../data/use-data.ts'
import { shortDay } from '../../format/dates.ts'
import { grouped } from '../../format/money.ts'
import { orNull, wordOf } from '../../format/words.ts'
import { StatusBand } from '../../people/user-detail/StatusBand.tsx'
import { UserLink } from '../../shell/records/UserLink.tsx'
import { Clamp } from '../../ui/Clamp.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { StateWord } from '../../ui/StateWord.tsx'
import { LinesSkeleton } from '../../ui/skeletons.tsx'
import classes from './inbox.module.css'
import { personOf } from './words.ts'

/** Orders that are shown beside a conversation. */
const maxOrders = 8

interface PersonContextProps {
  item: InboxConversation
  /** The order that fills macros. */
  chosen: Transaction | null
  onChoose: (order: Transaction | null) => void
}

/** The person beside the conversation: what is open about them, their notes, and their newest orders. */
export function PersonContext({ item, chosen, onChoose }: PersonContextProps) {
  const person = personOf(item)
  const whyNot = useWhyNot('transactions.read')
  const orders = useData(
    api.transactions.ofUser,
    { params: { uid: person.uid }, query: {} },
    { when: whyNot === null },
  )
  const shown = orders.data?.slice(0, maxOrders)
  return (
    <>
      <UserLink uid={person.uid} name={person.name} newTab />
      <StatusBand uid={person.uid} />
      <h3>Orders</h3>
      {whyNot}
      {orders.failure && !orders.data && (
        <FailedState message="The orders could not be loaded." onRetry={orders.reload} />
      )}
      {orders.loading && <LinesSkeleton lines={3} height={64} />}
      {shown?.length === 0 && <p className={classes.quiet}>This person has bought and sold nothing.</p>}
      <ul className={classes.orders} aria-label="Orders">
        {shown?.map((order) => (
          <Order
            key={order.id}
            order={order}
            isSale={order.seller_uid === person.uid}
            isChosen={order.id === chosen?.id}
            onChoose={onChoose}
          />
        ))}
      </ul>
      {orders.data && (orders.more || orders.data.length > maxOrders) && (
        <p className={classes.quiet}>
          <Link to="/dashboard/txns/$id" params={{ id: 'overview' }} search={{ person: person.uid }}>
            All orders
          </Link>
        </p>
      )}
    </>
  )
}

interface OrderProps {
  order: Transaction
  isSale: boolean
  isChosen: boolean
  onChoose: PersonContextProps['onChoose']
}

function Order({ order, isSale, isChosen, onChoose }: OrderProps) {
  const title = orNull(order.product_title)
  return (
    <li className={classes.order} data-chosen={isChosen || undefined}>
      <Link to="/dashboard/txns/$id" params={{ id: order.id }}>
        <Clamp text={title} />
      </Link>
      <p className={classes.quiet}>
        {grouped(order.price + (order.shipping_cost ?? 0))} · {isSale ? 'sold' : 'bought'}{' '}
        {shortDay(order.purchase_date)}
      </p>
      <p>
        <StateWord
          word={wordOf(transactionStatus, order.status)}
          tone={order.status === 1 ? 'good' : 'quiet'}
        />
        <span>{wordOf(shippingStatus, order.shipping_status)}</span>
        {order.dispute_status === 2 && <StateWord word="Dispute open" tone="caution" />}
      </p>
      <Button
        size="compact-xs"
        variant={isChosen ? 'filled' : 'default'}
        aria-pressed={isChosen}
        aria-label={`Use in macros: ${title}`}
        onClick={() => onChoose(isChosen ? null : order)}
      >
        {isChosen ? 'Fills macros' : 'Use in macros'}
      </Button>
    </li>
  )
}
