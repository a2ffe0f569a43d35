import { Checkbox, Stack, Text, TextInput } from '@mantine/core'
import { api } from '@portreeve/contract'
import { may } from '@portreeve/contract/base/rights'
import type { OrderCase } from '@portreeve/contract/money/orders'
import type { Transaction } from '@portreeve/contract/money/transactions'
import { useState } from 'react'
import { failureText } from '../../data/failure.ts'
import { useMe } from '../../data/rights.ts'
import { amountField, grouped, readCents, typedAmount } from '../../format/money.ts'
import { count, orNull } from '../../format/words.ts'
import { ActionDialog } from '../../shell/ActionDialog.tsx'
import { noReason, RefundReason, reasonMissing, reasonSent } from '../RefundReason.tsx'
import { refundImpossible } from '../transactions/impossible.ts'
import { requestedText, touched } from '../transactions/touched.ts'
import classes from './orders.module.css'
import { orderShares, shareLines } from './shares.ts'

interface RefundItemsProps {
  id: string
  txns: readonly Transaction[]
  found: OrderCase
  onClose: () => void
}

/** Refunds several items at once: all that can be refunded are chosen, with all that is left. Mounted for one opening. */
export default function RefundItems({ id, txns, found, onClose }: RefundItemsProps) {
  // What the opened dialog shows is what is sent: a retry after a lost answer is the same change.
  const [seen] = useState(() => itemsOf(txns, found))
  const currency = txns[0]?.currency
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(
      seen
        .filter(({ whyNot }) => whyNot === null)
        .map(({ item }) => [item.id, typedAmount(item.money.left, currency)]),
    ),
  )
  const [why, setWhy] = useState(noReason)
  const me = useMe()
  const chosen = seen
    .filter(({ item }) => texts[item.id] !== undefined)
    .map(({ item, txn }) => ({ item, txn, cents: readCents(texts[item.id] ?? '', currency) ?? 0 }))
  const wrong = chosen.find(({ item, cents }) => cents < 1 || cents > item.money.left)
  const wrongWords =
    wrong &&
    `${orNull(wrong.txn.product_title)}: type an amount up to ${grouped(wrong.item.money.left, currency)}, such as ${typedAmount(695, currency)}.`
  const sum = chosen.reduce((all, { cents }) => all + cents, 0)
  const mayItself = me !== null && may(me, 'money.refund')
  const change = (item: string, text: string | undefined) =>
    setTexts(({ [item]: _before, ...others }) => (text === undefined ? others : { ...others, [item]: text }))
  const input = () => {
    if (chosen.length === 0) return 'Choose an item first.'
    if (wrongWords) return wrongWords
    const items = chosen.map(({ item, cents }) => ({
      id: item.id,
      amount: cents,
      left_seen: item.money.left,
    }))
    return reasonMissing(why) ?? { params: { id }, body: { items, ...reasonSent(why) } }
  }
  return (
    <ActionDialog
      call={api.orders.refund}
      input={input}
      done={({ data }) =>
        data?.state === 'pending'
          ? `${count(chosen.length, 'refund is', 'refunds are')} on the way; the page shows when they are settled.`
          : 'Refunded.'
      }
      failed={({ failure }) => `Error refunding the items. ${failureText(failure)}`}
      refetch={touched}
      refetchOnConflict={touched}
      requested={requestedText}
      repeatWords="Pressing again is safe: these refunds are made once at most."
      title={mayItself ? 'Refund items' : 'Request a refund of items'}
      subtitle="All chosen items are refunded together, or none."
      width={520}
      confirmText={mayItself ? 'Refund' : 'Request'}
      danger={mayItself}
      problem={failureText}
      onClose={onClose}
    >
      <Stack gap="sm">
        <ul className={classes.refundItems} aria-label="Items to refund">
          {seen.map(({ item, txn, whyNot }) => {
            const text = texts[item.id]
            const title = orNull(txn.product_title)
            return (
              <li key={item.id}>
                <Checkbox
                  label={<bdi>{title}</bdi>}
                  description={
                    whyNot ??
                    `${orNull(item.seller.name)} · left to refund: ${grouped(item.money.left, currency)}`
                  }
                  checked={text !== undefined}
                  disabled={whyNot !== null}
                  onChange={(event) =>
                    change(
                      item.id,
                      event.currentTarget.checked ? typedAmount(item.money.left, currency) : undefined,
                    )
                  }
                />
                {text !== undefined && (
                  <TextInput
                    aria-label={amountField(`Amount for ${title}`, currency).label}
                    leftSection={amountField('', currency).leftSection}
                    inputMode="decimal"
                    autoComplete="off"
                    value={text}
                    onChange={(event) => change(item.id, event.currentTarget.value)}
                  />
                )}
              </li>
            )
          })}
        </ul>
        <section aria-live="polite" aria-label="Who bears it">
          <Text size="sm" fw={600}>
            {wrongWords ?? `${count(chosen.length, 'item', 'items')}, ${grouped(sum, currency)}`}
          </Text>
          {sum > 0 &&
            !wrong &&
            shareLines(orderShares(chosen), currency).map((line) => (
              <Text key={line} size="sm">
                {line}
              </Text>
            ))}
          {!mayItself ? (
            <Text size="sm">A colleague who may refund approves it, or declines it with words.</Text>
          ) : (
            !wrong &&
            sum > found.alone && (
              <Text size="sm" fw={500}>
                This needs a second person: you may refund {grouped(found.alone, currency)} of this order
                alone. It will be asked for.
              </Text>
            )
          )}
        </section>
        <RefundReason value={why} onChange={setWhy} />
      </Stack>
    </ActionDialog>
  )
}

/** The items of the dialog, each with why it cannot be refunded now; null when it can. */
const itemsOf = (txns: readonly Transaction[], { items }: OrderCase) =>
  items.flatMap((item) => {
    const txn = txns.find(({ id }) => id === item.id)
    return txn ? [{ item, txn, whyNot: refundImpossible(txn, item.money) }] : []
  })
