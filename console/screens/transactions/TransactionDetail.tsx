import { Group, Text, Title } from '@mantine/core'
import { api } from '@portreeve/contract'
import { shippingStatus, type Transaction, transactionStatus } from '@portreeve/contract/transactions'
import { useData } from '../../data/hooks.ts'
import { orNull, wordOf } from '../../format/words.ts'
import { MoneyStrip } from '../../parts/MoneyStrip.tsx'
import { TimelineButton } from '../../parts/timeline/Timeline.tsx'
import { Clamp } from '../../ui/Clamp.tsx'
import { CopyText } from '../../ui/CopyText.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { LeaveGuard } from '../../ui/LeaveGuard.tsx'
import { StateWord } from '../../ui/StateWord.tsx'
import { LinesSkeleton } from '../../ui/skeletons.tsx'
import { Actions } from './Actions.tsx'
import classes from './detail.module.css'
import { useDraft } from './draft.ts'
import { SellersConversation } from './SellersConversation.tsx'
import { ShippingLabels } from './ShippingLabels.tsx'
import { TransactionCard } from './TransactionCard.tsx'
import { Waiting } from './Waiting.tsx'

/** One transaction (TXN-02, TXN-07 to TXN-13). */
export function TransactionDetail({ id }: { id: string }) {
  const loaded = useData(
    api.transactions.get,
    { params: { id } },
    // TXN-07
    { failed: 'Error loading transaction. ' },
  )
  // One that is gone must not be shown from memory; for any other failure what was loaded stays.
  const txn = loaded.failure?.status === 404 ? undefined : loaded.data
  const money = useData(api.transactions.money, { params: { id } }, { when: txn !== undefined })
  const draft = useDraft(txn)
  const askAgain = () => {
    loaded.reload()
    money.reload()
  }
  return (
    <div className={classes.page}>
      <Head id={id} txn={txn} />
      <Waiting id={id} txn={txn} money={money.data} />
      <div className={classes.actions}>
        <Actions txn={txn} money={money.data} draft={draft} askAgain={askAgain} />
      </div>
      {loaded.failure && (
        <FailedState message="The transaction could not be loaded." onRetry={loaded.reload} />
      )}
      {money.data || money.loading ? (
        <MoneyStrip money={money.data} />
      ) : (
        // Another server may not know the call; ours that fails is to be seen.
        (money.failure?.status ?? 0) >= 500 && (
          <FailedState message="Where the money is could not be loaded." onRetry={money.reload} />
        )
      )}
      {txn ? (
        <>
          <TransactionCard txn={txn} draft={draft} />
          <ShippingLabels txn={txn} />
          <SellersConversation txn={txn} />
        </>
      ) : (
        loaded.loading && <LinesSkeleton lines={14} height={28} />
      )}
      <LeaveGuard dirty={draft.dirty} what="this transaction" />
    </div>
  )
}

function Head({ id, txn }: { id: string; txn: Transaction | undefined }) {
  return (
    <header>
      <Title order={1} className={classes.title}>
        {txn ? <Clamp text={orNull(txn.product_title)} lines={2} /> : id}
      </Title>
      <Group gap="4px 16px" mih={24}>
        <CopyText text={id} />
        {txn && (
          <>
            {txn.public_id && <Text size="sm">{txn.public_id}</Text>}
            <StateWord
              word={wordOf(transactionStatus, txn.status)}
              tone={txn.status === 1 ? 'good' : 'quiet'}
            />
            <StateWord word={wordOf(shippingStatus, txn.shipping_status)} />
            {txn.dispute_status === 2 && <StateWord word="Dispute open" tone="caution" />}
            <TimelineButton kind="transaction" id={id} of={txn.product_title} />
          </>
        )}
      </Group>
    </header>
  )
}
