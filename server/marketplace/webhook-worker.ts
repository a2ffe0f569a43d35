import type { Context } from '../core/call/context.ts'
import { pause } from '../core/operations/settle.ts'
import { fanOut, forgetDeliveries, sendDelivery, takeDeliveries } from './webhook-sending.ts'

/** Deliveries that one process sends at once, and how many of them to one endpoint. */
const maxParallel = 8
const maxOfEndpoint = 6
/** Milliseconds between two looks for new events, while no delivery ends. */
const idle = 400
/** Milliseconds between two deletions of old deliveries. */
const forgetEvery = 600_000
/** Milliseconds for which a stopping process waits for running deliveries. Others take those left. */
const stopTimeout = 3000

/** Sends events to the webhook endpoints. Several processes may run it. Returns a function that stops it. */
export function startWebhooks(ctx: Context, lookEvery = idle): () => Promise<void> {
  let stopped = false
  let wake = () => {}
  let forgotten = 0
  const running = new Map<Promise<void>, string>()
  const start = (id: number, endpoint: string) => {
    const work = sendDelivery(ctx, id)
      .catch((error) => ctx.log.error({ err: error }, 'webhook'))
      .finally(() => {
        running.delete(work)
        wake()
      })
    running.set(work, endpoint)
  }
  /** Starts what is due. Returns whether more may be. */
  const look = async (): Promise<boolean> => {
    if (Date.now() - forgotten > forgetEvery) {
      forgotten = Date.now()
      await forgetDeliveries(ctx)
    }
    const more = await fanOut(ctx)
    const free = maxParallel - running.size
    if (free <= 0) return false
    const ends = [...running.values()]
    const busy = ends.filter((end) => ends.filter((other) => other === end).length >= maxOfEndpoint)
    const taken = await takeDeliveries(ctx, free, busy)
    for (const { id, endpoint } of taken) start(id, endpoint)
    return more || taken.length > 0
  }
  const loop = async () => {
    while (!stopped) {
      let woken = false
      const pauseOver = new Promise<void>((done) => {
        wake = () => {
          woken = true
          done()
        }
      })
      const more = await look().catch((error) => {
        ctx.log.error({ err: error }, 'webhooks')
        return false
      })
      if (stopped || (more && running.size < maxParallel) || woken) continue
      await Promise.race([pauseOver, pause(lookEvery)])
    }
    await Promise.all(running.keys())
  }
  const ended = loop()
  return async () => {
    stopped = true
    wake()
    await Promise.race([ended, pause(stopTimeout)])
  }
}
