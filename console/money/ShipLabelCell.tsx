import { ActionIcon, Menu, Text } from '@mantine/core'
import { api } from '@portreeve/contract'
import {
  type LabelRefund,
  labelRefundWords,
  type ShipLabel,
  shipLabelStatus,
} from '@portreeve/contract/money/shipping'
import { IconDots, IconReceiptRefund } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useEnvironment } from '../data/backend.tsx'
import { detailOf } from '../data/failure.ts'
import { useWhyNot } from '../data/rights.ts'
import { useData } from '../data/use-data.ts'
import { fillAddress, pictureAddress } from '../format/address.ts'
import { shortUtc } from '../format/dates.ts'
import { grouped } from '../format/money.ts'
import { orNull, wordOf } from '../format/words.ts'
import { ActionDialog } from '../shell/ActionDialog.tsx'
import { useCaseMark } from '../shell/lists/opened-case.ts'
import cells from '../shell/records/cells.module.css'
import { useEscape } from '../ui/browser/escape.ts'
import { ExternalLink } from '../ui/ExternalLink.tsx'
import { StateWord, type Tone } from '../ui/StateWord.tsx'
import { When } from '../ui/When.tsx'
import classes from './ship-label-cell.module.css'

/** A label from this or another server: some have only id and status (D-132). */
export type CellLabel = Partial<ShipLabel> & Pick<ShipLabel, 'id' | 'status'>

const tones: Readonly<Record<LabelRefund, Tone>> = { waiting: 'caution', refunded: 'good', rejected: 'bad' }

interface ShipLabelCellProps {
  label: CellLabel
  /** The transaction that it ships. */
  transaction: string
  /** The checkbox of a bulk action. */
  pick?: ReactNode
  /** Called after success: the label as it is now, or null while its cancellation is pending. */
  onCancelled: (now: Pick<CellLabel, 'status' | 'refund_state'> | null) => void
}

/** One shipping label (SHP-01 to SHP-16): one item of `Cells`. */
export function ShipLabelCell({ label, transaction, pick, onCancelled }: ShipLabelCellProps) {
  const { links } = useEnvironment()
  const { payment_intent_id: payment, status } = label
  const picture = pictureAddress(links.storage, label.label_image_url)
  return (
    <li {...useCaseMark('label')(label.id)} className={classes.cell}>
      <div className={classes.head}>
        <span className={classes.title}>
          {pick}
          {picture ? (
            <ExternalLink href={picture}>View Shipping Label</ExternalLink>
          ) : (
            <span className={classes.none}>No label image</span>
          )}
        </span>
        <LabelMenu label={label} transaction={transaction} onCancelled={onCancelled} />
      </div>
      <dl className={classes.facts}>
        <dt>Tracking</dt>
        <dd className={classes.id}>{orNull(label.tracking_number)}</dd>
        <dt>Shipment ID</dt>
        <dd className={classes.id}>{orNull(label.ep_shipment_id)}</dd>
        <dt>Status</dt>
        <dd>
          <StateWord word={wordOf(shipLabelStatus, status)} tone={status === 1 ? 'good' : 'quiet'} />
        </dd>
        {label.refund_state && (
          <>
            <dt>Refund</dt>
            <dd>
              <StateWord word={labelRefundWords[label.refund_state]} tone={tones[label.refund_state]} />
            </dd>
          </>
        )}
        <dt>Purchase date</dt>
        <dd>
          <When value={label.purchase_date ?? null} write={shortUtc} />
        </dd>
        <dt>Payment intent</dt>
        <dd className={classes.id}>
          {payment && links.payment ? (
            <ExternalLink href={fillAddress(links.payment, { id: payment })}>{payment}</ExternalLink>
          ) : (
            orNull(payment)
          )}
        </dd>
      </dl>
    </li>
  )
}

/** SHP-07 */
function LabelMenu({ label, transaction, onCancelled }: Omit<ShipLabelCellProps, 'pick'>) {
  const [menu, setMenu] = useState(false)
  const [confirming, setConfirming] = useState(false)
  const whyNot = useWhyNot('shipping.cancel')
  useEscape(() => setMenu(false), menu)
  return (
    <>
      <Menu
        opened={menu}
        onChange={setMenu}
        closeOnEscape={false}
        position="bottom-end"
        width={180}
        withInitialFocusPlaceholder={false}
        portalProps={{ target: 'main' }}
      >
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={24}
            aria-label={`Actions for label ${label.tracking_number ?? label.id}`}
          >
            <IconDots size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconReceiptRefund size={14} aria-hidden />}
            {...(whyNot
              ? { 'aria-disabled': true, 'data-disabled': true, 'aria-description': whyNot, title: whyNot }
              : { className: cells.danger, onClick: () => setConfirming(true) })}
          >
            Cancel &amp; refund
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {confirming && (
        <CancelLabel
          label={label}
          transaction={transaction}
          onCancelled={onCancelled}
          onClose={() => setConfirming(false)}
        />
      )}
    </>
  )
}

/** SHP-08 to SHP-12 */
function CancelLabel({
  label,
  transaction,
  onCancelled,
  onClose,
}: ShipLabelCellProps & { onClose: () => void }) {
  // The ledger has the cost of a transaction's labels together. Another server may not have the call.
  const money = useData(api.transactions.money, { params: { id: transaction } })
  const cost = money.data?.label ?? 0
  return (
    <ActionDialog
      call={api.shipping.cancelLabel}
      input={() => ({ params: { id: label.id } })}
      // Another server of the spec may return no data.
      done={({ data }) =>
        data?.state === 'pending'
          ? 'The refund of the label is on its way; it will be settled without further help.'
          : 'Successfully cancelled and refunded ship label.'
      }
      failed={({ failure }) => detailOf(failure) ?? 'Failed to cancel ship label.'}
      title="Cancel & refund"
      subtitle="A refund will be issued."
      danger
      problem={(failure) => detailOf(failure) ?? 'Failed to cancel ship label.'}
      onClose={onClose}
      onDone={(data) =>
        onCancelled(data?.state === 'pending' ? null : { status: 3, refund_state: data?.refund ?? null })
      }
    >
      <Text size="sm">
        Label <bdi>{label.tracking_number ?? label.id}</bdi> is cancelled
        {cost > 0 && `; ${grouped(cost, money.data?.currency)} comes back when the carrier has refunded it`}.
      </Text>
    </ActionDialog>
  )
}
