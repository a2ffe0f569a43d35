import type { Context } from '../core/call/context.ts'
import { pause, startLoop, stopTimeout } from '../core/operations/loop.ts'
import { fanOut, hasActive, sendDelivery, takeDeliveries } from './webhook-sending.ts'

/** Deliveries that one process sends at once, and how many of them to one endpoint. */
const maxParallel = 8
const maxOfEndpoint = 6
/** Milliseconds between two looks for new events, while no delivery ends. */
const idle = 400
/** Milliseconds between two looks while no endpoint is active: otherwise these are half of an idle server's statements. */
const idleWithoutEndpoints = 1000

/**
 * Sends events to the webhook endpoints. Several processes may run it. Returns a function that stops it and waits for running
 * deliveries. Other processes take those left.
 */
export function startWebhooks(ctx: Context, lookEvery = idle): () => Promise<void> {
  const running = new Map<Promise<void>, string>()
  const start = (id: number, endpoint: string) => {
    const work = sendDelivery(ctx, id)
      .catch((error) => ctx.log.error({ err: error }, 'webhook'))
      .finally(() => {
        running.delete(work)
        loop.wake()
      })
    running.set(work, endpoint)
  }
  /** Starts what is due. The next look is at once when there may be more. */
  const look = async (): Promise<number> => {
    if (running.size === 0 && !(await hasActive(ctx))) return idleWithoutEndpoints
    const more = await fanOut(ctx)
    const free = maxParallel - running.size
    if (free <= 0) return lookEvery
    const ends = [...running.values()]
    const busy = ends.filter((end) => ends.filter((other) => other === end).length >= maxOfEndpoint)
    const taken = await takeDeliveries(ctx, free, busy)
    for (const { id, endpoint } of taken) start(id, endpoint)
    return (more || taken.length > 0) && running.size < maxParallel ? 0 : lookEvery
  }
  const loop = startLoop(lookEvery, look, (error) => ctx.log.error({ err: error }, 'webhooks'))
  const end = async () => {
    await loop.stop()
    await Promise.all(running.keys())
  }
  return () => Promise.race([end(), pause(stopTimeout)])
}
