import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Settings } from './context.ts'
import { refuse } from './refuse.ts'
import type { Subject, TokenCheck } from './token.ts'

/** Returns the subject of the request's token. Refuses a call over the rate limit. */
export type CallerCheck = (request: FastifyRequest, reply: FastifyReply) => Promise<Subject>

const minute = 60_000

/** Cheap routes, and routes that monitoring and load balancers poll. */
const unlimited = /^\/(assets|healthz|readyz|metrics)(\/|$)/

/**
 * Counts the calls of each address and of each staff member, and refuses calls over the limits with 429. Each process counts
 * separately. Must run before the routes are registered.
 */
export async function limitRates(
  server: FastifyInstance,
  { callsPerAddress, callsPerPerson }: Pick<Settings, 'callsPerAddress' | 'callsPerPerson'>,
  check: TokenCheck,
): Promise<CallerCheck> {
  const uids = new WeakMap<FastifyRequest, string>()
  await server.register(rateLimit, { global: false, timeWindow: minute })
  const ofAddress = server.createRateLimit({
    max: callsPerAddress,
    keyGenerator: (request) => request.ip,
    // An internet provider assigns a whole /64 network to one customer.
    ipv6Subnet: 64,
  })
  const ofPerson = server.createRateLimit({
    max: callsPerPerson,
    keyGenerator: (request) => uids.get(request) ?? '',
  })
  const spend = async (
    limit: typeof ofAddress,
    request: FastifyRequest,
    reply: FastifyReply,
    whose: string,
  ) => {
    const spent = await limit(request)
    if (spent.isAllowed || !spent.isExceeded) return
    reply.header('retry-after', String(spent.ttlInSeconds))
    refuse(
      'too_many',
      'Too many calls',
      `More than ${spent.max} calls a minute ${whose}. Please wait ${spent.ttlInSeconds} seconds.`,
    )
  }
  if (callsPerAddress > 0)
    server.addHook('onRequest', async (request, reply) => {
      if (!unlimited.test(request.url)) await spend(ofAddress, request, reply, 'from this address')
    })
  return async (request, reply) => {
    const subject = await check(request.headers.authorization)
    if (callsPerPerson > 0) {
      uids.set(request, subject.uid)
      await spend(ofPerson, request, reply, 'by one person')
    }
    return subject
  }
}
