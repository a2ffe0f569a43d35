import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Machine } from '../call/caller.ts'
import type { Context } from '../call/context.ts'
import { type MachineCheck, readMachine } from '../identity/machine-key.ts'
import type { Subject, TokenCheck } from '../identity/token.ts'
import { refuse } from '../refuse.ts'

/** Returns the subject of the request's token. Refuses a call over the rate limit. */
export type CallerCheck = (request: FastifyRequest, reply: FastifyReply) => Promise<Subject>

const minute = 60_000

/** Cheap routes, routes that monitoring and load balancers poll, and routes of machine keys, which have a limit of their own. */
const unlimited = /^\/(assets|healthz|readyz|metrics|v1\/ingest|v1\/events)(\/|\?|$)/

/**
 * Counts the calls of each address, of each staff member and of each machine key, and refuses calls over the limits with 429.
 * Each process counts separately. Must run before the routes are registered.
 */
export async function limitRates(
  server: FastifyInstance,
  ctx: Context,
  check: TokenCheck,
): Promise<{ check: CallerCheck; checkMachine: MachineCheck }> {
  const { callsPerAddress, callsPerPerson, callsPerKey } = ctx.settings
  const uids = new WeakMap<FastifyRequest, string>()
  const machines = new WeakMap<FastifyRequest, Machine>()
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
  const ofKey = server.createRateLimit({
    max: callsPerKey,
    keyGenerator: (request) => machines.get(request)?.id ?? '',
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
  return {
    check: async (request, reply) => {
      const subject = await check(request.headers.authorization)
      if (callsPerPerson > 0) {
        uids.set(request, subject.uid)
        await spend(ofPerson, request, reply, 'by one person')
      }
      return subject
    },
    checkMachine: async (request, reply, scope) => {
      try {
        const machine = await readMachine(ctx, request, scope)
        machines.set(request, machine)
        if (callsPerKey > 0) await spend(ofKey, request, reply, 'with one machine key')
        return machine
      } catch (error) {
        // Guessed keys count against their address. A program with a valid key never slows down the staff beside it.
        if (callsPerAddress > 0 && !machines.has(request))
          await spend(ofAddress, request, reply, 'from this address')
        throw error
      }
    },
  }
}
