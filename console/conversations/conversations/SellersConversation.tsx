import { Text } from '@mantine/core'
import { api } from '@portreeve/contract'
import { messagesBetween } from '@portreeve/contract/conversations/conversations'
import type { Transaction } from '@portreeve/contract/money/transactions'
import { useMemo } from 'react'
import { useWhyNot } from '../../data/rights.ts'
import { useData } from '../../data/use-data.ts'
import classes from '../../money/transactions/detail.module.css'
import { Panel } from '../../money/transactions/Panel.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { LinesSkeleton } from '../../ui/skeletons.tsx'
import type { Known } from './known.ts'
import { MessageList } from './MessageList.tsx'

/** TXN-13, TXN-14, API-48: the messages between buyer and seller; the seller's are on the right. */
export function SellersConversation({ txn }: { txn: Transaction }) {
  const { seller_uid: seller, purchaser_uid: buyer } = txn
  const whyNot = useWhyNot('conversations.read')
  // Private messages are not fetched before the caller's permission is known.
  const isMeKnown = !useData(api.staff.me, {}, { once: true }).loading
  const messages = useData(
    api.conversations.between,
    { query: { from: seller, to: buyer } },
    { failed: 'Error loading conversation. ', judgedBy: 'http200', when: isMeKnown && !whyNot },
  )
  const known = useMemo(() => knownOf(txn), [txn])
  return (
    <Panel title="Buyer + Seller Conversation from Seller Perspective">
      {whyNot && <Text size="sm">{whyNot}</Text>}
      {messages.failure && (
        <FailedState message="The conversation could not be loaded." onRetry={messages.reload} />
      )}
      {(messages.loading || !isMeKnown) && <LinesSkeleton lines={5} height={32} />}
      {messages.data && (
        <div className={classes.conversation}>
          <MessageList
            uid={seller}
            known={known}
            messages={messagesBetween(messages.data)}
            names={{ [seller]: txn.seller_display_name, [buyer]: txn.purchaser_display_name }}
          />
        </div>
      )}
    </Panel>
  )
}

/** What the messages may name of the order beside them. */
const knownOf = ({ id, public_id, order_id, tracking_number, ship_labels = [] }: Transaction): Known =>
  Object.fromEntries(
    [
      [id, 'This transaction'],
      [public_id, 'The number of this purchase'],
      [order_id, 'The order of this purchase'],
      ...ship_labels.map((label) => [label.tracking_number, 'The tracking number of a label']),
      [tracking_number, 'The tracking number of this purchase'],
    ].filter(([name]) => name),
  )
