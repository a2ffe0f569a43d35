import { Button } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { DisputeCase } from '@portreeve/contract/money/disputes'
import { transactionStatus } from '@portreeve/contract/money/transactions'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useData } from '../../data/use-data.ts'
import { grouped } from '../../format/money.ts'
import { orNull, wordOf } from '../../format/words.ts'
import { PeekBody, PeekDecision, PeekDecisions, PeekFoot, PeekHead } from '../../shell/peek/PeekParts.tsx'
import { Thumbnail } from '../../shell/records/Thumbnail.tsx'
import { useShortcuts } from '../../ui/browser/shortcuts.ts'
import { useKeysOn } from '../../ui/browser/single-keys.ts'
import { StateWord } from '../../ui/StateWord.tsx'
import { DecideDialog, type Side } from '../disputes/DecideDialog.tsx'
import { TransactionFacts } from './TransactionFacts.tsx'

/** A transaction beside a list: its facts, and the decision of its open dispute. */
export function TransactionPeek({ id }: { id: string }) {
  const { data: txn } = useData(api.transactions.get, { params: { id } })
  const disputeId = txn?.dispute_status === 2 ? txn.dispute_id : null
  const dispute = useData(
    api.disputes.get,
    { params: { disputeId: disputeId ?? '' } },
    { when: disputeId !== null },
  )
  return (
    <>
      <PeekBody>
        <PeekHead
          picture={<Thumbnail path={txn?.product_thumbnail_path} size={72} />}
          title={txn ? orNull(txn.product_title) : id}
        >
          {txn && (
            <>
              <b>{grouped(txn.price, txn.currency)}</b>
              <StateWord
                word={wordOf(transactionStatus, txn.status)}
                tone={txn.status === 1 ? 'good' : 'quiet'}
              />
            </>
          )}
        </PeekHead>
        <TransactionFacts id={id} />
      </PeekBody>
      <PeekFoot>
        {dispute.data?.status === 2 && <Decide dispute={dispute.data} />}
        <Button
          variant="default"
          size="compact-sm"
          rightSection={<kbd aria-hidden>↵</kbd>}
          renderRoot={(props) => <Link to="/dashboard/txns/$id" params={{ id }} {...props} />}
        >
          Open the transaction
        </Button>
      </PeekFoot>
    </>
  )
}

/** The two decisions of an open dispute. */
function Decide({ dispute }: { dispute: DisputeCase }) {
  const [side, setSide] = useState<Side | null>(null)
  const money = useData(api.transactions.money, { params: { id: dispute.transaction_id } })
  const [keysOn] = useKeysOn()
  useShortcuts({ b: () => setSide('buyer'), s: () => setSide('seller') }, keysOn)
  const shared = { may: 'disputes.write' } as const
  return (
    <>
      <PeekDecisions>
        <PeekDecision
          {...shared}
          label="For the buyer…"
          hotkey="B"
          effect={`${orNull(dispute.buyer.name)} gets money back`}
          onClick={() => setSide('buyer')}
        />
        <PeekDecision
          {...shared}
          label="For the seller…"
          hotkey="S"
          effect={`${orNull(dispute.seller.name)} is paid`}
          onClick={() => setSide('seller')}
        />
      </PeekDecisions>
      {side && !money.loading && (
        <DecideDialog dispute={dispute} money={money.data} side={side} onClose={() => setSide(null)} />
      )}
    </>
  )
}
