import { api } from '@portreeve/contract'
import type { Event } from '@portreeve/contract/marketplace/events'
import { Webhook } from 'standardwebhooks'
import type { Webhooks } from '../adapters/webhooks.ts'
import { webhookSender } from '../adapters/webhooks.ts'
import { startWebhooks } from '../marketplace/webhook-worker.ts'
import { useServer } from './harness.ts'

interface Received {
  url: string
  headers: Record<string, string>
  body: string
  event: Event
  status: number
}

/** A server whose webhooks arrive here, and the calls of an admin on its endpoints. */
export function useReceiver() {
  const received: Received[] = []
  /** What the endpoints answer: to events of the person `failing` 500, and with `odd` to every third request, too. */
  const answer = { status: 204, failing: '', odd: false }
  let requests = 0
  const webhooks: Webhooks = {
    refusal: webhookSender({ isPrivateAllowed: false }).refusal,
    send: async ({ url, headers, body }) => {
      const event = JSON.parse(body) as Event
      requests++
      const fails = event.data.uid === answer.failing || (answer.odd && requests % 3 === 0)
      const status = fails ? 500 : answer.status
      received.push({ url, headers, body, event, status })
      return { status, body: 'Thank you' }
    },
  }
  const s = useServer({ webhooks })
  const waiting = () =>
    s.query(
      `select 1 from webhook_endpoints e where state = 'active' and (position < (select max(id) from events)
        or exists (select from webhook_deliveries d where d.endpoint_id = e.id and d.state = 'pending' and d.due_at <= now() + interval '3 seconds'
          and not exists (select from webhook_deliveries p where p.state = 'pending' and p.endpoint_id = d.endpoint_id
            and p.subject_id = d.subject_id and p.id < d.id)))`,
    )
  /** Lets the worker send all that is due. */
  const run = async () => {
    do {
      const stop = startWebhooks(s.ctx, 5)
      for (let i = 0; i < 200 && (await waiting()).length > 0; i++)
        await new Promise((done) => setTimeout(done, 20))
      await stop()
      // What was being sent until the stop may have held others back.
    } while ((await waiting()).length > 0)
  }
  return {
    s,
    received,
    answer,
    run,
    make: async (types: Event['type'][] | null = null, url = 'https://one.example/hook') => {
      const { data } = (await s.call('admin', api.webhookEndpoints.create, { body: { url, types } })).body
      return { id: data.endpoint.id, url, secret: data.secret }
    },
    /** The same, after the next attempt of every delivery has become due. */
    due: async () => {
      await s.query(
        "update webhook_deliveries set due_at = now() - interval '1 second' where state = 'pending'",
      )
      await run()
    },
    deliveries: async (id: string, state?: 'pending' | 'delivered' | 'dead') =>
      (
        await s.call('admin', api.webhookEndpoints.deliveries, {
          params: { id },
          query: state ? { state } : {},
        })
      ).body.data,
    /** Blocks a person, who may be blocked already. */
    block: async (uid: string) => {
      await s.query('update users set is_banned = false where uid = $1', [uid])
      await s.call('support', api.users.ban, { params: { uid }, body: { ban_reason: '' }, query: {} })
    },
    /** Verifies and reads a request as a consumer does. */
    opened: (secret: string, headers: Record<string, string> = {}, body = '') =>
      new Webhook(secret).verify(body, headers),
  }
}
