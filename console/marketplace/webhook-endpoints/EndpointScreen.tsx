import { Text } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { WebhookEndpoint } from '@portreeve/contract/marketplace/webhook-endpoints'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { useWhyNot } from '../../data/rights.ts'
import { useData } from '../../data/use-data.ts'
import { shortLocal } from '../../format/dates.ts'
import classes from '../../shell/lists/desk.module.css'
import { CopyText } from '../../ui/CopyText.tsx'
import { FactList } from '../../ui/FactList.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { StateWord } from '../../ui/StateWord.tsx'
import { LinesSkeleton } from '../../ui/skeletons.tsx'
import { When } from '../../ui/When.tsx'
import { Deliveries } from './Deliveries.tsx'
import { DeliveryDrawer } from './DeliveryDrawer.tsx'
import ownClasses from './developers.module.css'
import { EndpointActions } from './EndpointActions.tsx'
import { endpointState, failureRate, typesInWords } from './words.ts'

/** Milliseconds between two looks: state and figures change with each delivery, and an event for each would double its writes. */
const lookEvery = 3000

/** One endpoint: its state, what can be done to it, and its deliveries. */
export function EndpointScreen() {
  const { id } = useParams({ from: '/shell/dashboard/developers/$id' })
  const { state, delivery } = useSearch({ from: '/shell/dashboard/developers/$id' })
  const refused = useWhyNot('webhooks.manage')
  const loaded = useData(api.webhookEndpoints.list, {}, { when: !refused, every: () => lookEvery })
  const endpoint = loaded.data?.find((one) => one.id === id)
  return (
    <>
      <PageHead title="Endpoint" above={<Link to="/dashboard/developers">Developers / Webhooks</Link>}>
        {endpoint && <EndpointActions endpoint={endpoint} />}
      </PageHead>
      {refused && <Text role="note">{refused}</Text>}
      {loaded.failure && <FailedState message="The endpoint could not be loaded." onRetry={loaded.reload} />}
      {endpoint ? (
        <>
          <div className={ownClasses.url}>
            <CopyText text={endpoint.url} />
          </div>
          <Facts endpoint={endpoint} />
          <Deliveries endpoint={endpoint} state={state} />
          {delivery && <DeliveryDrawer id={delivery} />}
        </>
      ) : loaded.loading ? (
        <LinesSkeleton lines={10} height={28} />
      ) : (
        loaded.data && <Text size="sm">There is no such endpoint, or it was removed.</Text>
      )}
    </>
  )
}

function Facts({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { types, paused_why, failing_since, old_secret_until, last_delivered_at, created_by } = endpoint
  const time = (value: string | null, none: string) =>
    value ? <When value={value} write={shortLocal} /> : none
  const facts: [string, React.ReactNode][] = [
    ['State', <StateWord key="state" {...endpointState(endpoint)} />],
    [
      'Events',
      <span key="types" title={types?.join(', ')}>
        {typesInWords(types)}
      </span>,
    ],
    ['Last delivery', time(last_delivered_at, 'None yet')],
    ['Failed, last day', failureRate(endpoint) ?? '–'],
    ['Added by', <bdi key="by">{created_by}</bdi>],
    ...(failing_since ? [['Failing since', time(failing_since, '')] as [string, React.ReactNode]] : []),
    ...(old_secret_until
      ? [['The old secret signs until', time(old_secret_until, '')] as [string, React.ReactNode]]
      : []),
  ]
  return (
    <>
      {paused_why && (
        <p className={classes.band} data-tone="bad" role="status">
          Paused by the server. {paused_why} Its events wait.
        </p>
      )}
      <section className={classes.card} aria-label="Facts">
        <FactList facts={facts} className={`${classes.facts} ${classes.cardBody}`} />
      </section>
    </>
  )
}
