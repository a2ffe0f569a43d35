import { Text, Title } from '@mantine/core'
import { api } from '@portreeve/contract'
import { isMask } from '@portreeve/contract/base/personal'
import { may } from '@portreeve/contract/base/rights'
import { type Order, type OrderCase, type OrderItem, orderStatus } from '@portreeve/contract/money/orders'
import type { Transaction } from '@portreeve/contract/money/transactions'
import { linkOptions, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useEnvironment } from '../../data/backend.tsx'
import { useMe } from '../../data/rights.ts'
import { useData } from '../../data/use-data.ts'
import { fillAddress } from '../../format/address.ts'
import { shortLocal } from '../../format/dates.ts'
import { orNull, wordOf } from '../../format/words.ts'
import { GuardedButton } from '../../shell/GuardedButton.tsx'
import { onDemand } from '../../shell/on-demand.tsx'
import { AsOf } from '../../shell/past/AsOf.tsx'
import { Cells, CellsSkeleton } from '../../shell/records/Cells.tsx'
import { KeyValuePanel } from '../../shell/records/KeyValuePanel.tsx'
import { TransactionCell } from '../../shell/records/TransactionCell.tsx'
import { CopyText } from '../../ui/CopyText.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { LinesSkeleton } from '../../ui/skeletons.tsx'
import { When } from '../../ui/When.tsx'
import { MoneyStrip } from '../MoneyStrip.tsx'
import { ApprovalRequests } from '../transactions/ApprovalRequests.tsx'
import { Panel } from '../transactions/Panel.tsx'
import { Party } from '../transactions/Parties.tsx'
import { Flags } from './Flags.tsx'
import classes from './orders.module.css'
import { PartyName } from './PartyName.tsx'
import { type Revealed, RevealPayment } from './RevealPayment.tsx'
import { ShipToPanel } from './ShipToPanel.tsx'
import { moneyOfAll } from './shares.ts'
import { WhoGetsWhat } from './WhoGetsWhat.tsx'
import { flagsOf } from './words.ts'

/** ORD-01, ORD-02 */
export function OrderScreen() {
  const { id } = useParams({ from: '/shell/dashboard/orders/$id' })
  if (id === 'overview') return <h1 className={classes.main}>Main</h1>
  return (
    <AsOf kind="order" id={id}>
      <OrderPage key={id} id={id} />
    </AsOf>
  )
}

const RefundItems = onDemand(async () => (await import('./RefundItems.tsx')).default)

function OrderPage({ id }: { id: string }) {
  const [refunding, setRefunding] = useState(false)
  const [revealed, setRevealed] = useState<Revealed>()
  const me = useMe()
  const loaded = useData(
    api.orders.get,
    { params: { id } },
    { failed: "There was an error loading this txn's details" }, // ORD-08
  )
  const found = loaded.failure?.status === 404 ? undefined : loaded.data
  // Another server has no case: its page shows what the specification names.
  const inFull = useData(api.orders.case, { params: { id } }, { when: found !== undefined })
  const { data: known } = inFull
  const isAddressMasked = Object.values({ ...known?.ship_to, ...revealed?.ship_to }).some(isMask)
  const nothingLeft = known?.items.every(({ money }) => money.left === 0 || money.blocked.length > 0)
  return (
    <div className={classes.page}>
      <PageHead title="Order">
        <CopyText text={id} />
        {found && known && known.items.length > 0 && (
          <GuardedButton
            may="money.request"
            whyNot={nothingLeft ? 'Nothing of this order can be refunded now.' : null}
            onClick={() => setRefunding(true)}
          >
            {me && may(me, 'money.refund') ? 'Refund items…' : 'Request a refund…'}
          </GuardedButton>
        )}
      </PageHead>
      {loaded.failure && <FailedState message="The order could not be loaded." onRetry={loaded.reload} />}
      {(found || loaded.loading) && (
        <>
          {found && known && <ApprovalRequests query={{ order: id }} txn={undefined} money={undefined} />}
          <section aria-labelledby="order-detail">
            <Title order={2} id="order-detail" mb="sm">
              Order detail
            </Title>
            {found ? (
              <Card
                order={found.order}
                revealed={revealed}
                isAddressMasked={isAddressMasked}
                onRevealed={setRevealed}
              />
            ) : (
              <LinesSkeleton lines={5} height={28} />
            )}
          </section>
          <section aria-labelledby="items">
            <Title order={2} id="items" mb="sm">
              Items
            </Title>
            {found ? (
              <Items txns={found.txns} items={known?.items} />
            ) : (
              <CellsSkeleton cells={1} height={90} />
            )}
          </section>
          {(inFull.failure?.status ?? 0) >= 500 && (
            <FailedState
              message="The people and the money of this order could not be loaded."
              onRetry={inFull.reload}
            />
          )}
          {found && (known || inFull.loading) && (
            <Case
              id={id}
              known={known}
              txns={found.txns}
              revealed={revealed}
              onCorrected={() => setRevealed(({ ship_to: _old, ...shown } = {}) => shown)}
            />
          )}
          {refunding && found && known && (
            <RefundItems id={id} txns={found.txns} found={known} onClose={() => setRefunding(false)} />
          )}
        </>
      )}
    </div>
  )
}

interface CardProps {
  order: Order
  isAddressMasked: boolean
  revealed: Revealed | undefined
  onRevealed: (found: Revealed) => void
}

/** ORD-03, ORD-06, ORD-07, D-069; all read-only (DLG-16). */
function Card({ order: found, revealed, isAddressMasked, onRevealed }: CardProps) {
  const order = {
    ...found,
    stripe_payment_intent_id: revealed?.stripe_payment_intent_id ?? found.stripe_payment_intent_id,
  }
  const { links } = useEnvironment()
  const { stripe_payment_intent_id: payment, buyer_uid: buyer } = order
  const id = (text: string | null) => <span className={classes.id}>{orNull(text)}</span>
  return (
    <>
      <KeyValuePanel
        label="Order detail"
        fields={[
          { name: 'id', value: id(order.id) },
          // ORD-09, ORD-10
          { name: 'status', value: wordOf(orderStatus, order.status) },
          {
            name: 'stripe_payment_intent_id',
            value: id(payment),
            outside:
              payment && links.payment && !isMask(payment)
                ? fillAddress(links.payment, { id: payment })
                : null,
          },
          {
            name: 'buyer_uid',
            value: id(buyer),
            ...(buyer && { inside: linkOptions({ to: '/user-detail/$uid', params: { uid: buyer } }) }),
          },
          { name: 'created_at', value: <When value={order.created_at} write={shortLocal} /> },
        ]}
      />
      {(isMask(payment) || isAddressMasked) && <RevealPayment id={order.id} onRevealed={onRevealed} />}
    </>
  )
}

interface CaseProps {
  id: string
  known: OrderCase | undefined
  txns: readonly Transaction[]
  revealed: Revealed | undefined
  onCorrected: () => void
}

/** Who bought, where it is sent, where the money of all items is, and who has which part of it. */
function Case({ id, known, txns, revealed, onCorrected }: CaseProps) {
  return (
    <>
      <div className={classes.people}>
        <Panel title="Buyer">
          {known ? (
            <Party
              side="Buyer"
              uid={known.buyer.uid}
              name={known.buyer.name}
              order={txns[0]?.id}
              facts={known.buyer}
            />
          ) : (
            <LinesSkeleton lines={2} />
          )}
        </Panel>
        {known && (
          <ShipToPanel
            order={id}
            address={{ ...known.ship_to, ...revealed?.ship_to }}
            txns={txns}
            onCorrected={onCorrected}
          />
        )}
      </div>
      <MoneyStrip money={known && moneyOfAll(known.items)} />
      {known && known.items.length > 0 && <WhoGetsWhat items={known.items} txns={txns} />}
      {known?.more && <Text size="sm">The sums are those of the first {known.items.length} items.</Text>}
    </>
  )
}

/** ORD-04, ORD-05 */
function Items({
  txns,
  items = [],
}: {
  txns: readonly Transaction[]
  items: readonly OrderItem[] | undefined
}) {
  if (txns.length === 0) return <Text size="sm">No items.</Text>
  return (
    <Cells label="Items">
      {txns.map((txn) => {
        const item = items.find(({ id }) => id === txn.id)
        return (
          <TransactionCell key={txn.id} transaction={txn} refunded={item?.refunded}>
            {item && (
              <>
                <span className={classes.seller}>
                  Sold by <PartyName {...item.seller} />
                </span>
                {/* The sum that was refunded is in the cell already. */}
                <Flags flags={flagsOf({ ...item, refunded: 0 })} />
              </>
            )}
          </TransactionCell>
        )
      })}
    </Cells>
  )
}
