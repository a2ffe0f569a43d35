import { Text } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { WebhookEndpoint } from '@portreeve/contract/marketplace/webhook-endpoints'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useData } from '../../data/use-data.ts'
import { shortLocal } from '../../format/dates.ts'
import { GuardedButton } from '../../shell/GuardedButton.tsx'
import classes from '../../shell/lists/desk.module.css'
import { Clamp } from '../../ui/Clamp.tsx'
import { type Column, ColumnTable } from '../../ui/ColumnTable.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { ScrollBox } from '../../ui/ScrollBox.tsx'
import { StateWord } from '../../ui/StateWord.tsx'
import { When } from '../../ui/When.tsx'
import ownClasses from './developers.module.css'
import { EndpointDialog } from './EndpointDialog.tsx'
import { EndpointSecret } from './EndpointSecret.tsx'
import { endpointState, failureRate, typesInWords } from './words.ts'

/** Milliseconds between two looks: the figures change with each delivery, and an event for each would double its writes. */
const lookEvery = 5000

const columns: readonly Column<WebhookEndpoint>[] = [
  {
    name: 'Address',
    cell: ({ id, url }) => (
      <Link to="/dashboard/developers/$id" params={{ id }} className={classes.title}>
        <Clamp text={url} mono />
      </Link>
    ),
  },
  { name: 'Events', width: 140, cell: ({ types }) => typesInWords(types) },
  { name: 'State', width: 96, cell: (endpoint) => <StateWord {...endpointState(endpoint)} /> },
  {
    name: 'Last delivery',
    width: 188,
    is: 'date',
    cell: ({ last_delivered_at }) =>
      last_delivered_at ? <When value={last_delivered_at} write={shortLocal} /> : 'None yet',
  },
  { name: 'Wait', width: 64, is: 'number', cell: ({ pending }) => pending },
  { name: 'Given up', width: 80, is: 'number', cell: ({ dead }) => dead },
  {
    name: 'Failed, last day',
    width: 132,
    is: 'number',
    cell: (endpoint) => failureRate(endpoint) ?? '–',
  },
]

/** The webhook endpoints, with how they do. */
export function EndpointList() {
  const { data, failure, reload } = useData(api.webhookEndpoints.list, {}, { every: () => lookEvery })
  const [isAdding, setAdding] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  return (
    <>
      <div className={ownClasses.bar}>
        <Text size="sm" c="dimmed">
          Every decision is sent to these addresses of the marketplace, signed and in order.
        </Text>
        <GuardedButton may="webhooks.secrets" onClick={() => setAdding(true)}>
          Add endpoint
        </GuardedButton>
      </div>
      {failure && <FailedState message="The endpoints could not be loaded." onRetry={reload} />}
      {data?.length === 0 ? (
        <Text size="sm">
          No endpoint yet. Add the address of your app's webhook, or read the events at{' '}
          <code>/v1/events</code>.
        </Text>
      ) : (
        (!failure || data) && (
          <ScrollBox className={classes.box} label="Endpoints, table">
            <ColumnTable
              label="Endpoints"
              className={classes.table}
              columns={columns}
              rows={data}
              keyOf={({ id }) => id}
              loadingRows={3}
            />
          </ScrollBox>
        )
      )}
      {isAdding && (
        <EndpointDialog onClose={() => setAdding(false)} onMade={(_id, made) => setSecret(made)} />
      )}
      {secret && (
        <EndpointSecret title="The endpoint's secret" secret={secret} onClose={() => setSecret(null)} />
      )}
    </>
  )
}
