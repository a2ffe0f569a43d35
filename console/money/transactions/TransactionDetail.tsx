import { Title } from '@mantine/core'
import { api } from '@portreeve/contract'
import { may } from '@portreeve/contract/base/rights'
import { messagesBetween } from '@portreeve/contract/conversations/conversations'
import type { Transaction } from '@portreeve/contract/money/transactions'
import { type ReactNode, useId, useState } from 'react'
import { useRecentRecord } from '../../data/recent.ts'
import { useMe, useWhyNot } from '../../data/rights.ts'
import { useData } from '../../data/use-data.ts'
import { GuardedButton } from '../../shell/GuardedButton.tsx'
import { useOpenedCase } from '../../shell/lists/opened-case.ts'
import { onDemand } from '../../shell/on-demand.tsx'
import { PastBar, Then, useMoment, usePast } from '../../shell/past/AsOf.tsx'
import { NewestNote } from '../../staff/timeline/PinnedNote.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { LeaveGuard } from '../../ui/LeaveGuard.tsx'
import { LinesSkeleton } from '../../ui/skeletons.tsx'
import { DisputePanel } from '../disputes/DisputePanel.tsx'
import { MoneyStrip } from '../MoneyStrip.tsx'
import type { Loaded } from '../moments/moments.ts'
import { Story } from '../moments/Story.tsx'
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

const ExtraFields = onDemand(async () => (await import('../../shell/records/ExtraFields.tsx')).ExtraFields)

// Only some roles request refunds.
const RequestRefund = onDemand(async () => (await import('./RequestRefund.tsx')).RequestRefund)

// Only where the desk opened a warning.
const FraudWarningBand = onDemand(async () => (await import('./FraudWarningBand.tsx')).FraudWarningBand)

interface DetailProps {
  id: string
  /** The conversation of its people; transactions-page.tsx gives it. */
  conversation: (txn: Transaction, talk: Talk) => ReactNode
  /** The actions of apps on the transaction, and their panels. */
  actions: (version: number | undefined) => ReactNode
  panels: ReactNode
}

/** One transaction as a case (TXN-02), with all its fields below (TXN-07 to TXN-13): as it is, or as of the moment in the address. */
export function TransactionDetail(props: DetailProps) {
  const found = useTransaction(props.id)
  const { shown, money, movements, marks, draft } = found
  useRecentRecord(
    'Order',
    `/dashboard/txns/${encodeURIComponent(props.id)}`,
    found.txn?.product_title ?? null,
  )
  const { show, ...moment } = useMoment()
  const past = usePast(moment)
  const loaded: Loaded | undefined = shown && {
    ...{ txn: shown, dispute: found.dispute, movements: movements.data ?? [] },
    ...{ messages: messagesBetween(found.talk.data ?? []), chargebacks: found.chargebacks ?? [] },
    timeline: found.timeline.data ?? [],
  }
  return (
    <div className={detail.page}>
      {/* What is typed stays while an earlier moment is shown. */}
      <div className={detail.part} hidden={past !== null}>
        <Head id={props.id} found={found} actions={props.actions(found.txn?.version)} />
      </div>
      {past && (
        <Then past={past}>
          <HeadThen id={props.id} />
        </Then>
      )}
      {/* The axis is that of now at every moment. */}
      {shown && loaded && (
        <Story
          loaded={loaded}
          facts={{ txn: shown, money: money.data, movements: movements.data, late: marks?.late ?? null }}
          due={past ? null : found.due}
          isKnown={!money.loading}
          at={past ? Date.parse(past.at) : null}
          onShow={show}
        />
      )}
      <div className={detail.part} hidden={past !== null}>
        <Body {...props} found={found} />
      </div>
      {past && (
        <Then past={past}>
          <BodyThen {...props} />
        </Then>
      )}
      {past && (
        <PastBar kind="transaction" id={props.id} hasAxis at={past.at} seen={past.seen} onShow={show} />
      )}
      <LeaveGuard dirty={draft.dirty} what="this transaction" />
    </div>
  )
}

const HeadThen = ({ id }: { id: string }) => <Head id={id} found={useTransaction(id)} />
const BodyThen = (props: DetailProps) => <Body {...props} found={useTransaction(props.id)} />

type Found = ReturnType<typeof useTransaction>

/** What the page of a transaction reads, and what is typed into it. */
function useTransaction(id: string) {
  const loaded = useData(
    api.transactions.get,
    { params: { id } },
    // TXN-07
    { failed: 'Error loading transaction. ' },
  )
  // A deleted transaction must not be shown from the cache; after any other failure the cached one stays.
  const txn = loaded.failure?.status === 404 ? undefined : loaded.data
  const found = useCase(id, txn, loaded.loading)
  const shown = found.isKnown ? txn : undefined
  const refetch = () => {
    loaded.reload()
    found.money.reload()
  }
  return { ...found, loaded, txn, shown, refetch, talk: useTalk(shown), draft: useDraft(txn) }
}

function Head({ id, found, actions }: { id: string; found: Found; actions?: ReactNode }) {
  const { shown, money, draft, refetch } = found
  return (
    <>
      <CaseHead id={id} txn={shown} marks={found.marks} due={found.due}>
        {shown && <RefundRequest txn={shown} money={money.data} refetch={refetch} />}
      </CaseHead>
      {shown || found.loaded.failure ? (
        <Actions txn={shown} money={money.data} draft={draft} refetch={refetch}>
          {actions}
        </Actions>
      ) : (
        <div className={detail.actions} />
      )}
    </>
  )
}

function Body({ id, conversation, panels, found }: DetailProps & { found: Found }) {
  const { loaded, txn, shown, money, draft } = found
  const warning = useOpenedCase('fraud_warning')
  const heading = useId()
  if (loaded.failure && !shown)
    return <FailedState message="The transaction could not be loaded." onRetry={loaded.reload} />
  if (!shown) return (loaded.loading || txn) && <LinesSkeleton lines={14} height={28} />
  return (
    <>
      {loaded.failure && (
        <FailedState message="The transaction could not be loaded." onRetry={loaded.reload} />
      )}
      <ChargebackBand id={id} />
      {warning !== null && <FraudWarningBand transaction={id} id={warning} />}
      <ApprovalRequests query={{ transaction: id }} txn={shown} money={money.data} />
      {!found.dispute && <NewestNote kind="transaction" id={id} />}
      <div className={classes.case}>
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
          <Movements txn={shown} loaded={found.movements} />
          <section className={classes.fields} aria-labelledby={heading}>
            <Title order={2} id={heading}>
              All fields
            </Title>
            <TransactionCard txn={shown} draft={draft} />
            <ShippingLabels txn={shown} />
          </section>
          <ExtraFields kind="transaction" id={id} className={classes.fields} />
        </div>
        <div className={classes.column}>
          <Parties txn={shown} />
          <Parcel txn={shown} />
          {conversation(shown, found.talk)}
          {panels}
        </div>
      </div>
    </>
  )
}

/** For a caller who may not make refunds: some may request them. */
function RefundRequest({ txn, money, refetch }: Pick<MoneyDialogProps, 'txn' | 'money' | 'refetch'>) {
  const [opened, setOpened] = useState(false)
  const linked = useLinkedRefund()
  const me = useMe()
  const mayNot = useWhyNot('money.request')
  if (!me || may(me, 'money.refund')) return null
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
