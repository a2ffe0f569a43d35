import { Text } from '@mantine/core'
import { messagesBetween } from '@portreeve/contract/conversations/conversations'
import type { Transaction } from '@portreeve/contract/money/transactions'
import { useMemo } from 'react'
import classes from '../../money/transactions/detail.module.css'
import { Panel } from '../../money/transactions/Panel.tsx'
import type { Talk } from '../../money/transactions/useTalk.ts'
import { FailedState } from '../../ui/FailedState.tsx'
import { LinesSkeleton } from '../../ui/skeletons.tsx'
import { knownOf } from './known.ts'
import { MessageList } from './MessageList.tsx'

/** TXN-13: the messages between buyer and seller; the seller's are on the right. */
export function SellersConversation({ txn, talk }: { txn: Transaction; talk: Talk }) {
  const { seller_uid: seller, purchaser_uid: buyer } = txn
  const known = useMemo(() => knownOf(txn), [txn])
  const { data, failure, loading, whyNot } = talk
  return (
    <Panel title="Buyer + Seller Conversation from Seller Perspective">
      {whyNot && <Text size="sm">{whyNot}</Text>}
      {failure && <FailedState message="The conversation could not be loaded." onRetry={talk.reload} />}
      {loading && <LinesSkeleton lines={5} height={32} />}
      {data && (
        <div className={classes.conversation}>
          <MessageList
            uid={seller}
            known={known}
            messages={messagesBetween(data)}
            names={{ [seller]: txn.seller_display_name, [buyer]: txn.purchaser_display_name }}
          />
        </div>
      )}
    </Panel>
  )
}
