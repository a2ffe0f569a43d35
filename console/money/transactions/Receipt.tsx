import { Button, CopyButton, Group, Modal, Stack, Textarea } from '@mantine/core'
import type { Movement } from '@portreeve/contract/money/refunds'
import type { Transaction } from '@portreeve/contract/money/transactions'
import { IconPrinter } from '@tabler/icons-react'
import { longUtc } from '../../format/dates.ts'
import { currencyOf, grouped } from '../../format/money.ts'
import { movementStateWords } from '../../format/movement-words.ts'
import { orNull } from '../../format/words.ts'
import { WriteButton } from '../../shell/writing.tsx'
import { useEscape } from '../../ui/browser/escape.ts'
import classes from './receipt.module.css'
import { buyerText, totalOf } from './receipt.ts'

interface ReceiptProps {
  txn: Transaction
  refunds: readonly Movement[]
  onClose: () => void
}

/** The proof of a transaction's refunds: a page to print, and a text for the buyer. */
export default function Receipt({ txn, refunds, onClose }: ReceiptProps) {
  useEscape(onClose)
  const text = buyerText(txn, refunds)
  return (
    // ui/browser/escape.ts closes one layer per Escape.
    <Modal opened onClose={onClose} closeOnEscape={false} title="Refund receipt" size={640} centered>
      <Stack gap="lg">
        <article className={classes.receipt} data-receipt aria-label="Receipt">
          <h2>Refund receipt</h2>
          <dl>
            <dt>Order</dt>
            <dd>{txn.public_id ?? txn.id}</dd>
            <dt>Item</dt>
            <dd>
              <bdi>{orNull(txn.product_title)}</bdi>
            </dd>
            <dt>Buyer</dt>
            <dd>
              <bdi>{orNull(txn.purchaser_display_name)}</bdi>
            </dd>
            <dt>Bought</dt>
            <dd>{longUtc(txn.purchase_date)}</dd>
            <dt>Paid</dt>
            <dd>{grouped(txn.price + (txn.shipping_cost ?? 0), txn.currency)}</dd>
          </dl>
          <table>
            <thead>
              <tr>
                <th scope="col">Refund</th>
                <th scope="col">Reference</th>
                <th scope="col">State</th>
                <th scope="col">Amount</th>
              </tr>
            </thead>
            <tbody>
              {refunds.map((one) => (
                <tr key={one.id}>
                  <td>
                    {longUtc(one.settled_at ?? one.created_at)}
                    {one.reason && <small>{one.reason}</small>}
                  </td>
                  <td>
                    <code>{one.reference ?? '–'}</code>
                  </td>
                  <td>{movementStateWords[one.state].word}</td>
                  <td>{grouped(one.amount ?? 0, txn.currency)}</td>
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row" colSpan={3}>
                  Refunded in all ({currencyOf(txn.currency)})
                </th>
                <td>{grouped(totalOf(refunds), txn.currency)}</td>
              </tr>
            </tfoot>
          </table>
        </article>
        <Textarea label="Text for the buyer" readOnly autosize minRows={4} maxRows={10} value={text} />
        <Group justify="flex-end" gap="sm">
          <CopyButton value={text} timeout={3000}>
            {({ copied, copy }) => (
              <Button variant="default" onClick={copy}>
                {copied ? 'Copied' : 'Copy text'}
              </Button>
            )}
          </CopyButton>
          <WriteButton uid={txn.purchaser_uid} order={txn.id} text={text} onOpen={onClose} size="sm">
            Send to the buyer…
          </WriteButton>
          <Button
            leftSection={<IconPrinter size={16} aria-hidden />}
            onClick={() => window.print()}
            data-autofocus
          >
            Print
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
