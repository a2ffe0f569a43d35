import { createHmac } from 'node:crypto'
import type { StripeBook, StripeEvent } from './stripe-book.ts'
import { newId, now } from './stripe-calls.ts'
import { apiVersion } from './stripe-objects.ts'
import { lateAfter, type Switches, wait } from './switches.ts'

/** The switch of Stripe's webhooks. */
export const webhookFace = 'stripe-webhooks'

interface Options {
  book: StripeBook
  switches: Switches
  addresses: string[]
  secret: string
  /** Milliseconds before the first retry; the backoff doubles up to the longest. */
  firstRepeat: number
  longestRepeat: number
}

/** Seconds after which Stripe gives up. */
const retryFor = 3 * 24 * 3600

/** The header that proves that the sender of a body has the secret. @param at Unix seconds */
export function signatureOf(body: string, secret: string, at: number): string {
  return `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`
}

export type Webhooks = ReturnType<typeof webhooks>

/** Sends events to the webhook addresses until each has accepted them, also after restarts. */
export function webhooks({ book, switches, addresses, secret, firstRepeat, longestRepeat }: Options) {
  const end = new AbortController()

  /** One attempt. */
  const attempt = async (event: StripeEvent, address: string): Promise<boolean> => {
    const body = JSON.stringify({
      id: event.id,
      object: 'event',
      api_version: apiVersion,
      created: event.created,
      data: { object: event.object },
      livemode: false,
      pending_webhooks: event.addresses.length,
      request: { id: null, idempotency_key: event.key },
      type: event.type,
    })
    try {
      const answer = await fetch(address, {
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
          // Sign each attempt again: its receiver refuses old signatures.
          'stripe-signature': signatureOf(body, secret, Math.floor(Date.now() / 1000)),
        },
        body,
        redirect: 'manual',
        signal: AbortSignal.any([end.signal, AbortSignal.timeout(10_000)]),
      })
      await answer.body?.cancel()
      return answer.ok
    } catch {
      return false
    }
  }

  const sendUntilAccepted = async (event: StripeEvent, address: string, times: number) => {
    let pause = firstRepeat
    for (let left = times; left > 0; ) {
      if (await attempt(event, address)) left -= 1
      else if (Date.now() / 1000 - event.created > retryFor) break
      else {
        await wait(pause)
        pause = Math.min(pause * 2, longestRepeat)
      }
      if (end.signal.aborted) return
    }
    book.write({ sent: { event: event.id, address } })
  }

  /** Sends events one after the other, in the switch's mode. */
  const send = async (events: StripeEvent[]) => {
    const mode = events.length > 0 ? switches.use(webhookFace) : 'ok'
    if (mode === 'late') await wait(lateAfter)
    if (end.signal.aborted) return
    const inOrder = mode === 'out_of_order' ? events.toReversed() : events
    await Promise.all(
      addresses.map(async (address) => {
        for (const event of inOrder) {
          if (!event.addresses.includes(address)) continue
          if (mode === 'off') book.write({ sent: { event: event.id, address } })
          else await sendUntilAccepted(event, address, mode === 'twice' ? 2 : 1)
          if (end.signal.aborted) return
        }
      }),
    )
  }

  return {
    /** The events about an object's present state; they must be in the book before they are sent. */
    events: (object: object, types: string[], key: string | null = null): StripeEvent[] =>
      types.map((type) => ({
        id: newId('evt'),
        type,
        created: now(),
        object,
        key,
        addresses,
      })),
    /** Does not wait: Stripe answers its caller first. */
    send: (events: StripeEvent[]) => void send(events),
    /** Sends the events that an earlier run has not delivered. */
    resume: () => void send(book.unsent()),
    close: () => end.abort(),
  }
}
