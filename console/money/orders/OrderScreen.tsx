import { Text, Title } from '@mantine/core'
import { api } from '@portreeve/contract'
import { isMask } from '@portreeve/contract/base/personal'
import { type Order, orderStatus } from '@portreeve/contract/money/orders'
import type { Transaction } from '@portreeve/contract/money/transactions'
import { linkOptions, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useEnvironment } from '../../data/backend.tsx'
import { useData } from '../../data/use-data.ts'
import { fillAddress } from '../../format/address.ts'
import { shortLocal } from '../../format/dates.ts'
import { orNull, wordOf } from '../../format/words.ts'
import { Cells, CellsSkeleton } from '../../shell/records/Cells.tsx'
import { KeyValuePanel } from '../../shell/records/KeyValuePanel.tsx'
import { useMarks } from '../../shell/records/order-marks.ts'
import { TransactionCell } from '../../shell/records/TransactionCell.tsx'
import { CopyText } from '../../ui/CopyText.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { LinesSkeleton } from '../../ui/skeletons.tsx'
import { When } from '../../ui/When.tsx'
import classes from './orders.module.css'
import { RevealPayment } from './RevealPayment.tsx'

/** ORD-01, ORD-02 */
export function OrderScreen() {
  const { id } = useParams({ from: '/shell/dashboard/orders/$id' })
  return id === 'overview' ? <h1 className={classes.main}>Main</h1> : <OrderPage key={id} id={id} />
}

function OrderPage({ id }: { id: string }) {
  const loaded = useData(
    api.orders.get,
    { params: { id } },
    // ORD-08
    { failed: "There was an error loading this txn's details" },
  )
  const found = loaded.failure?.status === 404 ? undefined : loaded.data
  return (
    <div className={classes.page}>
      <PageHead title="Order">
        <CopyText text={id} />
      </PageHead>
      {loaded.failure && <FailedState message="The order could not be loaded." onRetry={loaded.reload} />}
      {(found || loaded.loading) && (
        <>
          <section aria-labelledby="order-detail">
            <Title order={2} id="order-detail" mb="sm">
              Order detail
            </Title>
            {found ? <Card order={found.order} /> : <LinesSkeleton lines={5} height={28} />}
          </section>
          <section aria-labelledby="items">
            <Title order={2} id="items" mb="sm">
              Items
            </Title>
            {found ? <Items txns={found.txns} /> : <CellsSkeleton cells={1} height={90} />}
          </section>
        </>
      )}
    </div>
  )
}

/** ORD-03, ORD-06, ORD-07, D-069; all read-only (DLG-16). */
function Card({ order: found }: { order: Order }) {
  const [payment_id, setPayment] = useState<string | null>(null)
  const order = payment_id === null ? found : { ...found, stripe_payment_intent_id: payment_id }
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
      {isMask(payment) && <RevealPayment id={order.id} onRevealed={setPayment} />}
    </>
  )
}

/** ORD-04, ORD-05 */
function Items({ txns }: { txns: readonly Transaction[] }) {
  const marks = useMarks(txns.map(({ id }) => id))
  if (txns.length === 0) return <Text size="sm">No items.</Text>
  return (
    <Cells label="Items">
      {txns.map((txn) => (
        <TransactionCell key={txn.id} transaction={txn} refunded={marks.get(txn.id)?.refunded} />
      ))}
    </Cells>
  )
}
