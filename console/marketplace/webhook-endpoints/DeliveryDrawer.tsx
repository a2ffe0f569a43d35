import { Drawer, Stack, Text, Title } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { DeliveryDetail } from '@portreeve/contract/marketplace/webhook-endpoints'
import { useNavigate } from '@tanstack/react-router'
import { useAction } from '../../data/use-action.ts'
import { useData } from '../../data/use-data.ts'
import { shortLocal } from '../../format/dates.ts'
import { GuardedButton } from '../../shell/GuardedButton.tsx'
import classes from '../../shell/lists/desk.module.css'
import { useEscape } from '../../ui/browser/escape.ts'
import { CopyText } from '../../ui/CopyText.tsx'
import { FactList } from '../../ui/FactList.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { ScrollBox } from '../../ui/ScrollBox.tsx'
import { StateWord } from '../../ui/StateWord.tsx'
import { LinesSkeleton } from '../../ui/skeletons.tsx'
import { When } from '../../ui/When.tsx'
import ownClasses from './developers.module.css'
import { answerWords, deliveryWords } from './words.ts'

/** A delivery with its request and the last response, as `?delivery={id}`. */
export function DeliveryDrawer({ id }: { id: string }) {
  const navigate = useNavigate()
  const params = { id }
  const { data, failure, reload } = useData(api.webhookEndpoints.delivery, { params }, { isFresh: true })
  const close = () =>
    void navigate({
      to: '.',
      replace: true,
      resetScroll: false,
      search: (now: object) => ({ ...now, delivery: undefined }),
    })
  useEscape(close)
  return (
    <Drawer
      opened
      onClose={close}
      position="right"
      size={560}
      title="Delivery"
      closeOnEscape={false}
      closeButtonProps={{ 'aria-label': 'Close delivery' }}
    >
      {failure && (
        <FailedState
          message={
            failure.status === 404 ? 'There is no such delivery.' : 'The delivery could not be loaded.'
          }
          onRetry={reload}
        />
      )}
      {data ? <Detail delivery={data} /> : !failure && <LinesSkeleton lines={10} />}
    </Drawer>
  )
}

function Detail({ delivery }: { delivery: DeliveryDetail }) {
  const params = { id: String(delivery.id) }
  const replay = useAction(api.webhookEndpoints.replay, {
    done: 'It will be sent again',
    failed: 'Could not send it again',
    refetch: [api.webhookEndpoints.delivery, api.webhookEndpoints.deliveries, api.webhookEndpoints.list],
  })
  const facts: [string, React.ReactNode][] = [
    ['State', <StateWord key="state" {...deliveryWords[delivery.state]} />],
    ['Answer', answerWords(delivery)],
    [
      'Last attempt',
      delivery.last_at ? <When key="last" value={delivery.last_at} write={shortLocal} /> : 'None yet',
    ],
    ['Id', <CopyText key="id" text={delivery.event_id} />],
  ]
  return (
    <Stack gap="lg">
      <FactList facts={facts} className={classes.facts} />
      <div>
        <GuardedButton
          may="webhooks.manage"
          variant="default"
          whyNot={delivery.state === 'pending' ? 'It waits to be sent already.' : null}
          loading={replay.busy}
          onClick={() => void replay.run({ params })}
        >
          Send again
        </GuardedButton>
      </div>
      <Part title="Request" lead={`POST ${delivery.url}`} text={indented(delivery.request)} />
      <Part
        title="Response"
        lead={delivery.last_at ? `${delivery.status ?? 'None'}, after ${delivery.ms} ms` : 'None yet'}
        text={delivery.response}
      />
    </Stack>
  )
}

const indented = (body: string | null): string =>
  body === null ? 'Its person was erased.' : JSON.stringify(JSON.parse(body), null, 2)

function Part({ title, lead, text }: { title: string; lead: string; text: string | null }) {
  return (
    <section aria-label={title}>
      <Title order={3} size="h5">
        {title}
      </Title>
      <Text size="sm" c="dimmed" className={ownClasses.lead}>
        {lead}
      </Text>
      {text && (
        <ScrollBox label={`${title}, text`} className={ownClasses.json}>
          <pre>{text}</pre>
        </ScrollBox>
      )}
    </section>
  )
}
