import { shipLabelStatus } from '@portreeve/contract/money/shipping'
import { shippingStatus, type Transaction } from '@portreeve/contract/money/transactions'
import { Link } from '@tanstack/react-router'
import { shortUtc } from '../../format/dates.ts'
import { wordOf } from '../../format/words.ts'
import { useLeads } from '../../shell/records/leads.ts'
import { CopyText } from '../../ui/CopyText.tsx'
import { ExternalLink } from '../../ui/ExternalLink.tsx'
import { StateWord } from '../../ui/StateWord.tsx'
import { When } from '../../ui/When.tsx'
import classes from './case.module.css'
import { Panel } from './Panel.tsx'

/** Where the parcel is: the tracking of the transaction, or else of its newest paid label. */
export function Parcel({ txn }: { txn: Transaction }) {
  const leads = useLeads()
  const label = txn.ship_labels?.findLast(({ status }) => status === 1) ?? txn.ship_labels?.at(-1)
  const number = txn.tracking_number || label?.tracking_number
  const page = leads('tracking_url', txn.tracking_url).outside
  const search = leads('tracking_number', number).outside
  const { shipping_status: state } = txn
  return (
    <Panel title="Parcel">
      <dl className={classes.parcel}>
        <dt>State</dt>
        <dd>
          <StateWord word={wordOf(shippingStatus, state)} tone={state === 1 ? 'good' : 'quiet'} />
          {txn.delivered_at && (
            <span className={classes.quiet}>
              <When value={txn.delivered_at} write={shortUtc} />
            </span>
          )}
        </dd>
        <dt>Carrier</dt>
        <dd>{txn.carrier ?? '–'}</dd>
        <dt>Tracking</dt>
        <dd>
          {number ? <CopyText text={number} /> : 'No tracking number yet'}
          {page ? (
            <div>
              <ExternalLink href={page}>Follow the parcel</ExternalLink>
            </div>
          ) : (
            number && (
              <div>
                {search && <ExternalLink href={search}>Search for the parcel</ExternalLink>}
                <span className={classes.quiet}>
                  No tracking page is known for {txn.carrier ? `the carrier ${txn.carrier}` : 'it'}.
                </span>
              </div>
            )
          )}
        </dd>
        {txn.order_id && (
          <>
            <dt>Ship to</dt>
            <dd>
              <Link to="/dashboard/orders/$id" params={{ id: txn.order_id }}>
                Address of the order
              </Link>
            </dd>
          </>
        )}
        {label && (
          <>
            <dt>Label</dt>
            <dd>
              {wordOf(shipLabelStatus, label.status)}
              {label.purchase_date && (
                <span className={classes.quiet}>
                  bought <When value={label.purchase_date} write={shortUtc} />
                </span>
              )}
            </dd>
          </>
        )}
      </dl>
    </Panel>
  )
}
