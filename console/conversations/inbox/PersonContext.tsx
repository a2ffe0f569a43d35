import { Button } from '@mantine/core'
import type { InboxConversation } from '@portreeve/contract/conversations/inbox'
import { shippingStatus, type Transaction, transactionStatus } from '@portreeve/contract/money/transactions'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { shortDay } from '../../format/dates.ts'
import { grouped } from '../../format/money.ts'
import { orNull, wordOf } from '../../format/words.ts'
import { StatusBand } from '../../people/user-detail/StatusBand.tsx'
import { UserLink } from '../../shell/records/UserLink.tsx'
import { Clamp } from '../../ui/Clamp.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { StateWord } from '../../ui/StateWord.tsx'
import { LinesSkeleton } from '../../ui/skeletons.tsx'
import { names } from '../conversations/known.ts'
import { useMessages } from '../conversations/useMessages.ts'
import classes from './inbox.module.css'
import { useOrdersBeside } from './useOrdersBeside.ts'
import { personOf } from './words.ts'

interface PersonContextProps {
  item: InboxConversation
  /** The message that the address names. */
  shown: string | null
  /** The order that fills macros. */
  chosen: Transaction | null
  onChoose: (order: Transaction | null) => void
}

/** The person beside the conversation: what is open about them, their notes, and their newest orders; first those that the messages name. */
export function PersonContext({ item, shown: message, chosen, onChoose }: PersonContextProps) {
  const person = personOf(item)
  const { whyNot, shown, more, ...orders } = useOrdersBeside(person.uid)
  const talk = useMessages(item.conversation, message, true)
  const named = useMemo(() => {
    const text = talk.messages?.map((one) => one.text).join('\n') ?? ''
    return new Set(shown?.filter((order) => names(text, order)).map(({ id }) => id))
  }, [talk.messages, shown])
  // An order that the messages name is not moved up after paint.
  const isLoading = orders.loading || talk.loading
  const ordered = shown?.toSorted((a, b) => Number(named.has(b.id)) - Number(named.has(a.id)))
  return (
    <>
      <UserLink uid={person.uid} name={person.name} newTab />
      <StatusBand uid={person.uid} />
      <h3>Orders</h3>
      {whyNot}
      {orders.failure && !shown && (
        <FailedState message="The orders could not be loaded." onRetry={orders.reload} />
      )}
      {isLoading && <LinesSkeleton lines={3} height={64} />}
      {shown?.length === 0 && <p className={classes.quiet}>This person has bought and sold nothing.</p>}
      <ul className={classes.orders} aria-label="Orders">
        {(isLoading ? undefined : ordered)?.map((order) => (
          <Order
            key={order.id}
            order={order}
            isSale={order.seller_uid === person.uid}
            isNamed={named.has(order.id)}
            isChosen={order.id === chosen?.id}
            onChoose={onChoose}
          />
        ))}
      </ul>
      {shown && more && (
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
  /** The messages name it. */
  isNamed: boolean
  isChosen: boolean
  onChoose: PersonContextProps['onChoose']
}

function Order({ order, isSale, isNamed, isChosen, onChoose }: OrderProps) {
  const title = orNull(order.product_title)
  return (
    <li className={classes.order} data-chosen={isChosen || undefined} data-named={isNamed || undefined}>
      {isNamed && <p className={classes.found}>Named in the messages</p>}
      <Link to="/dashboard/txns/$id" params={{ id: order.id }}>
        <Clamp text={title} />
      </Link>
      <p className={classes.quiet}>
        {grouped(order.price + (order.shipping_cost ?? 0), order.currency)} · {isSale ? 'sold' : 'bought'}{' '}
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
