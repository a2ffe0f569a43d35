import { Title } from '@mantine/core'
import { api } from '@portreeve/contract'
import { may } from '@portreeve/contract/base/rights'
import { messagesBetween } from '@portreeve/contract/conversations/conversations'
import type { Transaction } from '@portreeve/contract/money/transactions'
import { type ReactNode, useState } from 'react'
import { useRecentRecord } from '../../data/recent.ts'
import { Standstill, useMe, useWhyNot } from '../../data/rights.ts'
import { useData } from '../../data/use-data.ts'
import { GuardedButton } from '../../shell/GuardedButton.tsx'
import { useOpenedCase } from '../../shell/lists/opened-case.ts'
import { onDemand } from '../../shell/on-demand.tsx'
import { NewestNote } from '../../staff/timeline/PinnedNote.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { LeaveGuard } from '../../ui/LeaveGuard.tsx'
import { LinesSkeleton } from '../../ui/skeletons.tsx'
import { DisputePanel } from '../disputes/DisputePanel.tsx'
import { MoneyStrip } from '../MoneyStrip.tsx'
import { flagsThen } from '../moments/known-then.ts'
import type { Loaded } from '../moments/moments.ts'
import { Story } from '../moments/Story.tsx'
import { useMoment } from '../moments/useMoment.ts'
import { Actions } from './Actions.tsx'
import { ApprovalRequests } from './ApprovalRequests.tsx'
import { CaseHead } from './CaseHead.tsx'
import { ChargebackBand } from './ChargebackBand.tsx'
import classes from './case.module.css'
import detail from './detail.module.css'
import { useDraft } from './draft.ts'
import { refundImpossible } from './impossible.ts'
import { Movements } from './Movements.tsx'
import { Parcel } from './Parcel.tsx'
import { Parties } from './Parties.tsx'
import type { MoneyDialogProps } from './RefundDialog.tsx'
import { ShippingLabels } from './ShippingLabels.tsx'
import { TransactionCard } from './TransactionCard.tsx'
import { useCase } from './useCase.ts'
import { useLinkedRefund } from './useLinkedRefund.ts'
import { type Talk, useTalk } from './useTalk.ts'

// Only some roles request refunds.
const RequestRefund = onDemand(async () => (await import('./RequestRefund.tsx')).RequestRefund)

// Only when someone looks back.
const Then = onDemand(async () => (await import('../moments/Then.tsx')).default)

// Only where the desk opened a warning.
const FraudWarningBand = onDemand(async () => (await import('./FraudWarningBand.tsx')).FraudWarningBand)

/** One transaction as a case (TXN-02), with all its fields below (TXN-07 to TXN-13). */
export function TransactionDetail({
  id,
  conversation,
}: {
  id: string
  /** The conversation of its people; transactions-page.tsx gives it. */
  conversation: (txn: Transaction, talk: Talk) => ReactNode
}) {
  const loaded = useData(
    api.transactions.get,
    { params: { id } },
    // TXN-07
    { failed: 'Error loading transaction. ' },
  )
  // A deleted transaction must not be shown from the cache; after any other failure the cached one stays.
  const txn = loaded.failure?.status === 404 ? undefined : loaded.data
  useRecentRecord('Order', `/dashboard/txns/${encodeURIComponent(id)}`, txn?.product_title ?? null)
  const found = useCase(id, txn, loaded.loading)
  const { money, movements, dispute, marks, due } = found
  const shown = found.isKnown ? txn : undefined
  const talk = useTalk(shown)
  const warning = useOpenedCase('fraud_warning')
  const { at, show } = useMoment()
  const draft = useDraft(txn)
  const refetch = () => {
    loaded.reload()
    money.reload()
  }
  const known: Loaded | undefined = shown && {
    ...{ txn: shown, dispute, movements: movements.data ?? [], messages: messagesBetween(talk.data ?? []) },
    ...{ chargebacks: found.chargebacks ?? [], timeline: found.timeline.data ?? [] },
  }
  return (
    <Standstill value={at && `${at.words}: nothing can be changed in the past.`}>
      <div className={detail.page} data-past={at !== null || undefined}>
        <CaseHead
          id={id}
          txn={shown}
          marks={marks}
          due={at ? null : due}
          past={at && known ? flagsThen(known, at.time) : null}
        >
          {shown && <RefundRequest txn={shown} money={money.data} refetch={refetch} />}
        </CaseHead>
        {shown || loaded.failure ? (
          <Actions
            txn={shown}
            money={money.data}
            draft={draft}
            refetch={refetch}
            past={at && { ...at, leave: () => show(null) }}
          />
        ) : (
          <div className={detail.actions} />
        )}
        {loaded.failure && (
          <FailedState message="The transaction could not be loaded." onRetry={loaded.reload} />
        )}
        {!shown && (loaded.loading || txn) && <LinesSkeleton lines={14} height={28} />}
        {shown && known && (
          <>
            <Story
              loaded={known}
              facts={{ txn: shown, money: money.data, movements: movements.data, late: marks?.late ?? null }}
              due={at ? null : due}
              isKnown={!money.loading}
              at={at?.time ?? null}
              onShow={show}
            />
            {!at && (
              <>
                <ChargebackBand id={id} />
                {warning !== null && <FraudWarningBand transaction={id} id={warning} />}
                <ApprovalRequests query={{ transaction: id }} txn={shown} money={money.data} />
                {!dispute && <NewestNote kind="transaction" id={id} />}
              </>
            )}
            {at && (
              <Then
                loaded={known}
                money={money.data}
                isCut={found.timeline.more}
                whyNot={talk.whyNot}
                then={at.time}
              />
            )}
            {/* What is typed stays while an earlier moment is shown. */}
            <div className={classes.case} hidden={at !== null}>
              <div className={classes.column}>
                {shown.dispute_id && <DisputePanel transaction={id} />}
                {money.data || money.loading ? (
                  <MoneyStrip money={money.data} transaction={id} />
                ) : (
                  // Another server may not have the call; a failure of ours is shown.
                  (money.failure?.status ?? 0) >= 500 && (
                    <FailedState message="Where the money is could not be loaded." onRetry={money.reload} />
                  )
                )}
                <Movements txn={shown} loaded={movements} />
                <section className={classes.fields} aria-labelledby="all-fields">
                  <Title order={2} id="all-fields">
                    All fields
                  </Title>
                  <TransactionCard txn={shown} draft={draft} />
                  <ShippingLabels txn={shown} />
                </section>
              </div>
              <div className={classes.column}>
                <Parties txn={shown} />
                <Parcel txn={shown} />
                {conversation(shown, talk)}
              </div>
            </div>
          </>
        )}
        <LeaveGuard dirty={draft.dirty} what="this transaction" />
      </div>
    </Standstill>
  )
}

/** For a caller who may not make refunds: some may request them. */
function RefundRequest({ txn, money, refetch }: Pick<MoneyDialogProps, 'txn' | 'money' | 'refetch'>) {
  const [opened, setOpened] = useState(false)
  const linked = useLinkedRefund()
  const me = useMe()
  const mayNot = useWhyNot('money.request')
  if (!me || may(me.role, 'money.refund')) return null
  const impossible = money ? refundImpossible(txn, money) : null
  const close = () => {
    setOpened(false)
    linked.close()
  }
  return (
    <>
      <GuardedButton may="money.request" whyNot={impossible} onClick={() => setOpened(true)}>
        Request a refund…
      </GuardedButton>
      {(opened || (linked.isOpen && money && !impossible && !mayNot)) && (
        <RequestRefund txn={txn} money={money} prefilled={linked.isOpen} refetch={refetch} onClose={close} />
      )}
    </>
  )
}
