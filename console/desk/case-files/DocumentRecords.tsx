import { own } from '@portreeve/contract/base/own'
import type { CaseFile } from '@portreeve/contract/desk/case-files'
import { disputeTypes } from '@portreeve/contract/money/disputes'
import { payoutStatus, shippingStatus, transactionStatus } from '@portreeve/contract/money/transactions'
import { spaced } from '../../format/actions.ts'
import { longUtc } from '../../format/dates.ts'
import { dollars } from '../../format/money.ts'
import { movementKindWords } from '../../format/movement-words.ts'
import { wordOf } from '../../format/words.ts'
import { Barred, capital, Facts, Table } from './document-parts.tsx'

const money = (cents: number | null, currency?: string) => (cents === null ? null : dollars(cents, currency))

export function TransactionPart({ txn }: { txn: CaseFile['transactions'][number] }) {
  return (
    <section>
      <h3>
        <Barred>{txn.title}</Barred>
      </h3>
      <Facts
        of={[
          ['Transaction', txn.public_id === null ? txn.id : `${txn.id} (${txn.public_id})`],
          ['Order', txn.order_id],
          ['Seller', txn.seller],
          ['Buyer', txn.buyer],
          ['Price', dollars(txn.price, txn.currency)],
          ['Shipping', money(txn.shipping_cost, txn.currency)],
          ['Bought', longUtc(txn.bought_at)],
          ['Delivered', txn.delivered_at === null ? null : longUtc(txn.delivered_at)],
          ['State', wordOf(transactionStatus, txn.status)],
          ['Parcel', wordOf(shippingStatus, txn.shipping_status)],
          ['Payout', wordOf(payoutStatus, txn.payout_status)],
        ]}
      />
      <Table
        label={`Money of ${txn.id}`}
        heads={['When', 'Movement', 'Accounts', 'Number at the provider']}
        rows={txn.movements.map(({ at, kind, lines, reference }) => [
          longUtc(at),
          own(movementKindWords, kind) ?? capital(spaced(kind)),
          lines.map(({ account, cents }) => `${spaced(account)} ${dollars(cents, txn.currency)}`).join(', '),
          reference ?? '–',
        ])}
      />
      {txn.disputes.map((one) => (
        <Facts
          key={one.id}
          of={[
            ['Dispute', `${one.id}: ${wordOf(disputeTypes, one.type)}`],
            ['Opened', `${longUtc(one.opened_at)} by ${one.by}`],
            ['Buyer says', one.buyer_statement && <Barred key="buyer">{one.buyer_statement}</Barred>],
            ['Seller says', one.seller_statement && <Barred key="seller">{one.seller_statement}</Barred>],
            ['Resolved', one.resolved_at && longUtc(one.resolved_at)],
            ['Decided for', one.outcome],
            ['Reason', one.reason && <Barred key="reason">{one.reason}</Barred>],
            ['Refunded', money(one.refunded_cents, txn.currency)],
          ]}
        />
      ))}
    </section>
  )
}

export const ListingPart = ({ listing }: { listing: CaseFile['listings'][number] }) => (
  <section>
    <h3>
      <Barred>{listing.title}</Barred>
    </h3>
    <Facts
      of={[
        ['Listing', listing.id],
        ['Price', money(listing.price)],
        ['Condition', listing.condition],
        ['Posted', listing.created_at && longUtc(listing.created_at)],
        ['Deleted', listing.deleted_at && longUtc(listing.deleted_at)],
        ['State', capital(listing.state)],
        ['Message', listing.message && <Barred key="message">{listing.message}</Barred>],
        ['Description', listing.description && <Barred key="description">{listing.description}</Barred>],
        ['Photos', listing.photos.length > 0 ? listing.photos.join(' ') : null],
      ]}
    />
  </section>
)

export const ConversationPart = ({ told }: { told: CaseFile['conversations'][number] }) => (
  <section>
    <h3>{told.members.join(', ')}</h3>
    <Facts
      of={[
        ['Conversation', <Barred key="id">{told.id}</Barred>],
        ['Listing', told.listing],
        ['From', told.from && longUtc(told.from)],
        ['To', told.to && longUtc(told.to)],
      ]}
    />
    <Table
      label={`Messages of ${told.id}`}
      heads={['When', 'From', 'Message']}
      rows={told.messages.map(({ at, from, written_by, text, attached }) => [
        longUtc(at),
        written_by === null ? from : `${from} (written by ${written_by})`,
        <Barred key="text">{[text, attached].filter((one) => one).join(' · ')}</Barred>,
      ])}
    />
    {told.messages.length === 0 && <p>No messages in the range.</p>}
  </section>
)
