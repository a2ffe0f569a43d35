import { type Refusal, refusalStatus } from '@portreeve/contract/base/endpoint'
import type { FastifyReply } from 'fastify'

/** Sends a refusal with its HTTP status. */
export function sendRefusal(reply: FastifyReply, body: Refusal) {
  if ((body.code === 'unavailable' || body.code === 'too_many') && !reply.hasHeader('retry-after'))
    reply.header('retry-after', '2')
  return reply
    .code(refusalStatus[body.code])
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body))
}
