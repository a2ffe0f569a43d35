import { Title } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { Chargeback } from '@portreeve/contract/money/chargebacks'
import { Link, useParams } from '@tanstack/react-router'
import { useData } from '../../data/use-data.ts'
import { shortLocal } from '../../format/dates.ts'
import { grouped } from '../../format/money.ts'
import classes from '../../shell/lists/desk.module.css'
import { UserLink } from '../../shell/records/UserLink.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { useNow } from '../../ui/moment.ts'
import { PageHead } from '../../ui/PageHead.tsx'
import { StateWord } from '../../ui/StateWord.tsx'
import { LinesSkeleton } from '../../ui/skeletons.tsx'
import { When } from '../../ui/When.tsx'
import { chargebackReason, chargebackStateWords } from '../chargeback-words.ts'
import { ProviderId } from '../ProviderId.tsx'
import { AsSold } from './AsSold.tsx'
import { bandOf, type ChargebackFile } from './band.ts'
import ownClasses from './chargebacks.module.css'
import { EvidenceForm } from './EvidenceForm.tsx'
import { EvidenceView } from './EvidenceView.tsx'

/** One chargeback: what the bank says, until when it can be answered, and the evidence. */
export function ChargebackScreen() {
  const { id } = useParams({ from: '/shell/dashboard/chargebacks/$id' })
  const loaded = useData(api.chargebacks.get, { params: { id } })
  const file = loaded.failure?.status === 404 ? undefined : loaded.data
  return (
    <div className={ownClasses.page}>
      <PageHead
        title={file ? `Chargeback: ${file.chargeback.title ?? id}` : 'Chargeback'}
        above={
          <Link to="/dashboard/disputes" search={{ tab: 'chargebacks' }}>
            Disputes / Chargebacks
          </Link>
        }
      />
      {loaded.failure && (
        <FailedState
          message={
            loaded.failure.status === 404
              ? 'There is no such chargeback.'
              : 'The chargeback could not be loaded.'
          }
          onRetry={loaded.reload}
        />
      )}
      {file ? <File file={file} /> : loaded.loading && <LinesSkeleton lines={14} height={28} />}
    </div>
  )
}

function File({ file }: { file: ChargebackFile }) {
  const { chargeback } = file
  const mayAnswer =
    file.submitted === null &&
    file.sending !== 'pending' &&
    (chargeback.state === 'needs_response' || chargeback.state === 'inquiry')
  return (
    <>
      <Band file={file} />
      <div className={ownClasses.columns}>
        {mayAnswer ? (
          // A colleague's saved draft must not replace what is being typed: the form keeps its text by itself.
          <EvidenceForm key={chargeback.id} file={file} />
        ) : (
          <EvidenceView
            title={file.submitted ? 'Evidence as it was sent' : 'Evidence'}
            evidence={file.submitted ?? file.draft ?? {}}
            files={file.files}
          />
        )}
        <div className={ownClasses.side}>
          <Facts chargeback={chargeback} />
          {file.as_sold && <AsSold {...file.as_sold} />}
        </div>
      </div>
    </>
  )
}

function Band({ file }: { file: ChargebackFile }) {
  const { tone, words } = bandOf(file, useNow())
  return (
    <p className={classes.band} data-tone={tone} role="status">
      {words}
    </p>
  )
}

function Facts({ chargeback }: { chargeback: Chargeback }) {
  const { buyer, seller, evidence_due_at, submitted_at } = chargeback
  const rows: [string, React.ReactNode][] = [
    ['State', <StateWord key="state" {...chargebackStateWords[chargeback.state]} />],
    ['Reason of the bank', chargebackReason(chargeback.reason)],
    [
      'Amount',
      <span key="amount" className={classes.money}>
        {grouped(chargeback.amount, chargeback.currency)}
      </span>,
    ],
    [
      'Fee',
      <span key="fee" className={classes.money}>
        {grouped(chargeback.fee, chargeback.currency)}
      </span>,
    ],
    [
      'Taken and not given back',
      <span key="taken" className={classes.money}>
        {grouped(chargeback.withdrawn, chargeback.currency)}
      </span>,
    ],
    ...(submitted_at
      ? [
          ['Evidence sent', <When key="sent" value={submitted_at} write={shortLocal} />] as [
            string,
            React.ReactNode,
          ],
        ]
      : [
          [
            'Evidence due',
            evidence_due_at ? <When key="due" value={evidence_due_at} write={shortLocal} /> : 'No deadline',
          ] as [string, React.ReactNode],
        ]),
    ['Opened', <When key="opened" value={chargeback.created_at} write={shortLocal} />],
    ['Buyer', buyer ? <UserLink key="buyer" {...buyer} /> : '–'],
    ['Seller', seller ? <UserLink key="seller" {...seller} /> : '–'],
    [
      chargeback.transactions.length > 1 ? 'Transactions' : 'Transaction',
      chargeback.transactions.length === 0
        ? 'None is known'
        : chargeback.transactions.map((id) => (
            <Link key={id} to="/dashboard/txns/$id" params={{ id }} className={classes.title}>
              {id === chargeback.transaction_id ? (chargeback.public_id ?? id) : id}
            </Link>
          )),
    ],
    ['At the provider', <ProviderId key="provider" id={chargeback.id} />],
  ]
  return (
    <section className={classes.card} aria-labelledby="facts">
      <div className={classes.cardHead}>
        <Title order={2} id="facts">
          The case
        </Title>
      </div>
      <dl className={`${classes.facts} ${classes.cardBody}`}>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
