import { Text, Title } from '@mantine/core'
import { api } from '@portreeve/contract'
import { messagesBetween } from '@portreeve/contract/conversations'
import type { Transaction } from '@portreeve/contract/transactions'
import { useData } from '../../data/hooks.ts'
import { useWhyNot } from '../../data/rights.ts'
import { MessageList } from '../../parts/messenger/MessageList.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { LinesSkeleton } from '../../ui/skeletons.tsx'
import classes from './detail.module.css'

/** TXN-13, TXN-14, API-48: what buyer and seller wrote to each other; the seller's side is the right one. */
export function SellersConversation({ txn }: { txn: Transaction }) {
  const { seller_uid: seller, purchaser_uid: buyer } = txn
  const whyNot = useWhyNot('conversations.read')
  // Private messages are not asked for before it is known whether this person may.
  const known = !useData(api.staff.me, {}, { once: true }).loading
  const messages = useData(
    api.conversations.between,
    { query: { from: seller, to: buyer } },
    { failed: 'Error loading conversation. ', judgedBy: 'http200', when: known && !whyNot },
  )
  return (
    <section aria-labelledby="conversation">
      <Title order={2} id="conversation" mb="sm">
        Buyer + Seller Conversation from Seller Perspective
      </Title>
      {whyNot && <Text size="sm">{whyNot}</Text>}
      {messages.failure && (
        <FailedState message="The conversation could not be loaded." onRetry={messages.reload} />
      )}
      {(messages.loading || !known) && <LinesSkeleton lines={5} height={32} />}
      {messages.data && (
        <div className={classes.conversation}>
          <MessageList
            uid={seller}
            messages={messagesBetween(messages.data)}
            names={{ [seller]: txn.seller_display_name, [buyer]: txn.purchaser_display_name }}
          />
        </div>
      )}
    </section>
  )
}
