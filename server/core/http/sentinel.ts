import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../call/context.ts'
import { RefusalError } from '../refuse.ts'
import { sendRefusal } from './send-refusal.ts'

/** The refusal of a call about a sentinel. */
export const sentinelRefusal = () =>
  new RefusalError('internal', 'Sentinel', 'This person of the demo always fails.')

/** Simulates a fault in a call about a sentinel, so that a failing screen can be seen by hand. Returns true when it has answered. */
export async function misbehave(
  { sentinel }: Context,
  { method, url, query }: FastifyRequest,
  reply: FastifyReply,
): Promise<boolean> {
  const fault = sentinel?.(method, url.split('?')[0] ?? '', query as Record<string, string | string[]>)
  if (!fault) return false
  if (fault === 'slow') {
    await new Promise((done) => setTimeout(done, 2000))
    return false
  }
  if (fault === 'drop') {
    reply.hijack()
    reply.raw.destroy()
    return true
  }
  const refusal = sentinelRefusal()
  if (fault === 'refuse_200') reply.code(200).send({ ...refusal.body, error_title: undefined })
  else sendRefusal(reply, { ...refusal.body, error_title: '' })
  return true
}
