import { sql } from 'drizzle-orm'
import type { Context } from '../../core/call/context.ts'
import type { Task } from '../../core/operations/schedule.ts'
import { providerEndpoints } from '../payment-tables.ts'

/** Milliseconds between two looks. */
const lookEvery = 24 * 3_600_000
/** Milliseconds until a look that got no answer is repeated. */
const retryAfter = 15 * 60_000

/**
 * Reads what the payment providers send to us, and stores what keeps their events from arriving.
 * @param logged the sentences that this process has logged; it logs each once
 * @returns whether each provider has answered
 */
export async function lookAtEndpoints(
  { database: { db }, payments, settings, log }: Context,
  logged: Set<string>,
): Promise<boolean> {
  let answered = true
  for (const [provider, { endpointProblems }] of payments.byName) {
    if (!endpointProblems) continue
    try {
      const problems = await endpointProblems(`${settings.address}/webhooks/${provider}`)
      for (const words of problems) if (!logged.has(words)) log.warn({ provider }, words)
      for (const words of problems) logged.add(words)
      await db
        .insert(providerEndpoints)
        .values({ provider, problems })
        .onConflictDoUpdate({ target: providerEndpoints.provider, set: { problems, at: sql`now()` } })
    } catch (error) {
      log.warn({ err: error, provider }, 'the settings of its webhook could not be read')
      answered = false
    }
  }
  return answered
}

/** The sentences that this process has logged. */
const logged = new Set<string>()

/** Looks at the start and daily, and sooner after a provider that has not answered. */
export const endpointLooks: Task = {
  name: 'look at the webhooks of providers',
  every: lookEvery,
  run: async (ctx) => ((await lookAtEndpoints(ctx, logged)) ? lookEvery : retryAfter),
}
