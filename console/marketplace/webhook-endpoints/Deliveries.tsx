import { Title } from '@mantine/core'
import { api } from '@portreeve/contract'
import { eventDays } from '@portreeve/contract/marketplace/events'
import {
  deliveryStates,
  type WebhookDelivery,
  type WebhookEndpoint,
} from '@portreeve/contract/marketplace/webhook-endpoints'
import { Link } from '@tanstack/react-router'
import { usePages } from '../../data/pages.ts'
import { useAction } from '../../data/use-action.ts'
import { shortLocal } from '../../format/dates.ts'
import { count } from '../../format/words.ts'
import { GuardedButton } from '../../shell/GuardedButton.tsx'
import { ChoiceLinks } from '../../shell/lists/ChoiceLinks.tsx'
import classes from '../../shell/lists/desk.module.css'
import { PagedList } from '../../shell/PagedList.tsx'
import { Clamp } from '../../ui/Clamp.tsx'
import { type Column, ColumnTable } from '../../ui/ColumnTable.tsx'
import { ScrollBox } from '../../ui/ScrollBox.tsx'
import { StateWord } from '../../ui/StateWord.tsx'
import { When } from '../../ui/When.tsx'
import ownClasses from './developers.module.css'
import { answerWords, deliveryWords } from './words.ts'

/** Milliseconds between two looks: an event for each delivery would double its writes. */
const lookEvery = 3000

const columns: readonly Column<WebhookDelivery>[] = [
  {
    name: 'Event',
    cell: ({ id, type }) => (
      <Link
        to="."
        search={(now: object) => ({ ...now, delivery: String(id) })}
        resetScroll={false}
        className={classes.title}
      >
        <Clamp text={type} mono />
      </Link>
    ),
  },
  { name: 'Record', cell: ({ subject }) => <Clamp text={`${subject.kind} ${subject.id}`} mono /> },
  { name: 'State', width: 96, cell: ({ state }) => <StateWord {...deliveryWords[state]} /> },
  { name: 'Answer', width: 160, cell: answerWords },
  { name: 'Took', width: 80, is: 'number', cell: ({ ms }) => (ms === null ? '–' : `${ms} ms`) },
  {
    name: 'Last attempt',
    width: 188,
    is: 'date',
    cell: ({ last_at }) => (last_at ? <When value={last_at} write={shortLocal} /> : '–'),
  },
  {
    name: 'Next attempt',
    width: 188,
    is: 'date',
    cell: ({ due_at }) => (due_at ? <When value={due_at} write={shortLocal} /> : '–'),
  },
]

const labels = { pending: 'Wait', delivered: 'Delivered', dead: 'Given up' } as const

/** The deliveries of an endpoint, by their state; those that were given up can be sent again together. */
export function Deliveries({ endpoint, state }: { endpoint: WebhookEndpoint; state: string | undefined }) {
  const params = { id: endpoint.id }
  const chosen = deliveryStates.find((one) => one === state)
  const pages = usePages(
    api.webhookEndpoints.deliveries,
    { params, query: chosen ? { state: chosen } : {} },
    { every: lookEvery },
  )
  const replay = useAction(api.webhookEndpoints.replayDead, {
    done: ({ data }) => `${count(data?.replayed ?? 0, 'delivery', 'deliveries')} will be sent again`,
    failed: 'Could not send them again',
    refetch: [api.webhookEndpoints.deliveries, api.webhookEndpoints.list],
  })
  const link = (next: (typeof deliveryStates)[number] | undefined) => ({
    to: '/dashboard/developers/$id' as const,
    params,
    search: next ? { state: next } : {},
  })
  const figures = { pending: endpoint.pending, delivered: undefined, dead: endpoint.dead }
  return (
    <section aria-labelledby="deliveries" className={ownClasses.deliveries}>
      <div className={ownClasses.bar}>
        <Title order={2} size="h4" id="deliveries">
          Deliveries
        </Title>
        {endpoint.dead > 0 && (
          <GuardedButton
            may="webhooks.manage"
            variant="default"
            loading={replay.busy}
            onClick={() => void replay.run({ params })}
          >
            Send all given up again
          </GuardedButton>
        )}
      </div>
      <ChoiceLinks
        label="Deliveries by state"
        choices={[
          { label: 'All', isCurrent: chosen === undefined, link: link(undefined) },
          ...deliveryStates.map((one) => ({
            label: labels[one],
            figure: figures[one],
            isCurrent: chosen === one,
            link: link(one),
          })),
        ]}
      />
      <PagedList
        pages={pages}
        what="deliveries"
        empty={
          chosen
            ? 'No delivery is in this state.'
            : `No delivery in the last ${eventDays} days. The next event makes one, or send a test.`
        }
      >
        {(rows) => (
          <ScrollBox className={classes.box} label="Deliveries, table">
            <ColumnTable
              label="Deliveries"
              className={classes.table}
              columns={columns}
              rows={rows}
              keyOf={({ id }) => String(id)}
            />
          </ScrollBox>
        )}
      </PagedList>
    </section>
  )
}
