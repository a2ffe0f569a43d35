import { Alert, Title } from '@mantine/core'
import { disputeStatus } from '@portreeve/contract/money/disputes'
import { editableFields, overrideFields } from '@portreeve/contract/money/transaction-rules'
import {
  payoutStatus,
  shippingStatus,
  type Transaction,
  transactionStatus,
} from '@portreeve/contract/money/transactions'
import { type ReactNode, useContext, useId } from 'react'
import { useWhyNot } from '../../data/rights.ts'
import { shortLocal } from '../../format/dates.ts'
import { dollars } from '../../format/money.ts'
import { orNull, wordOf } from '../../format/words.ts'
import { KeyValuePanel, type PanelEdit, type PanelField } from '../../shell/records/KeyValuePanel.tsx'
import { useLeads } from '../../shell/records/leads.ts'
import { Moment } from '../../ui/moment.ts'
import { When } from '../../ui/When.tsx'
import classes from './detail.module.css'
import { type Draft, type Editable, textOf } from './draft.ts'

const words = {
  status: transactionStatus,
  shipping_status: shippingStatus,
  payout_status: payoutStatus,
  dispute_status: disputeStatus,
}

// The display order: listing, people, price, states, parcel, dispute.
const order = [
  'id',
  'public_id',
  'order_id',
  'product_id',
  'product_title',
  'product_thumbnail_path',
  'seller_uid',
  'seller_display_name',
  'purchaser_uid',
  'purchaser_display_name',
  'price',
  'shipping_cost',
  'purchase_date',
  'status',
  'shipping_status',
  'payout_status',
  'delivered_at',
  'tracking_number',
  'carrier',
  'tracking_url',
  'dispute_id',
  'dispute_status',
  'dispute_buyer_comms_url',
  'dispute_seller_comms_url',
] as const satisfies readonly (keyof Transaction)[]
type Field = (typeof order)[number]

const isEditable = (field: Field): field is Editable => (editableFields as readonly string[]).includes(field)
const isState = (field: Editable): field is (typeof overrideFields)[number] =>
  (overrideFields as readonly string[]).includes(field)

/** TXN-10, D-063: all fields of the transaction; editable ones as inputs. */
export function TransactionCard({ txn, draft }: { txn: Transaction; draft: Draft }) {
  const mayWrite = useWhyNot('transactions.write')
  const mayOverride = useWhyNot('transactions.override')
  const leads = useLeads()
  const isPast = useContext(Moment) !== null
  const heading = useId()

  const edit = (field: Editable): PanelEdit => {
    const moved = draft.movedTo(field)
    const named = (text: string) => (isState(field) ? stateWords(field, text) : text)
    return {
      text: draft.text(field),
      onChange: (text) => draft.change(field, text),
      whyNot: mayWrite ?? (isState(field) ? mayOverride : null),
      note: moved === null ? null : `It is now ${moved === '' ? 'empty' : named(moved)}.`,
      ...(isState(field) && { options: statesOf(field, textOf(txn, field)) }),
    }
  }
  const fields = order
    // Another server may omit some fields.
    .filter((field) => txn[field] !== undefined)
    .map(
      (field): PanelField => ({
        name: field,
        value: displayValue(txn, field),
        ...leads(field, isEditable(field) ? draft.text(field) : txn[field]),
        ...(isEditable(field) && !isPast && { edit: edit(field) }),
      }),
    )
  return (
    <section aria-labelledby={heading}>
      <Title order={2} id={heading} mb="sm">
        Transaction
      </Title>
      {draft.problem && (
        <Alert color="red" variant="light" role="alert" mb="sm">
          {draft.problem}
        </Alert>
      )}
      <KeyValuePanel label="Transaction" fields={fields} />
    </section>
  )
}

/** A field's value for display. */
function displayValue(txn: Transaction, field: Field): ReactNode {
  switch (field) {
    case 'price':
    case 'shipping_cost': {
      const cents = txn[field]
      return cents === null ? 'null' : dollars(cents, txn.currency)
    }
    case 'purchase_date':
    case 'delivered_at':
      return <When value={txn[field]} write={shortLocal} />
    case 'status':
    case 'shipping_status':
    case 'payout_status':
    case 'dispute_status':
      return wordOf(words[field], txn[field])
    case 'product_title':
    case 'seller_display_name':
    case 'purchaser_display_name':
      return <bdi>{orNull(txn[field])}</bdi>
    default:
      return <span className={classes.id}>{orNull(txn[field])}</span>
  }
}

/** The selectable states, and the current one if it is not among them. */
function statesOf(field: keyof typeof words, now: string) {
  const known = Object.keys(words[field])
  return [...(known.includes(now) ? [] : [now]), ...known].map((value) => ({
    value,
    label: stateWords(field, value),
  }))
}

// A number without a word is 'null' (D-054); the number distinguishes several of them.
const stateWords = (field: keyof typeof words, text: string) =>
  words[field][Number(text)] ?? (text === '' ? 'null' : `null (${text})`)
