import type Stripe from 'stripe'
import { PaymentRefused } from './payments.ts'
import { clearly } from './stripe-errors.ts'
import { all } from './stripe-metadata.ts'

/** The events that the server reads. Its webhook endpoint at Stripe needs each of them; `docs/deploy.md` lists them, too. */
export const stripeEvents = [
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.refunded',
  'charge.refund.updated',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'radar.early_fraud_warning.created',
  'radar.early_fraud_warning.updated',
  'transfer.reversed',
] as const satisfies readonly Stripe.Event['type'][]

/** The first version that sends an event for each refund (acacia). Versions begin with their day, so they can be compared. */
const sinceVersion = '2024-10-28'

/**
 * What is missing at our webhook endpoint at Stripe, as sentences; none when all is well.
 * @param endpoint its address, or its id (`we_…`) where Stripe reaches us by another one
 */
export async function endpointProblems(stripe: Stripe, endpoint: string): Promise<string[]> {
  const found = await clearly(() => all(stripe.webhookEndpoints.list({ limit: 100 }))).catch((error) => {
    if (error instanceof PaymentRefused) return undefined
    throw error
  })
  if (!found)
    return [
      'Stripe does not show our webhook endpoint to this key, so it is unknown which events arrive. Give the key the permission to read webhook endpoints.',
    ]
  const plain = (url: string) => url.replace(/\/+$/, '')
  const own = found.filter(({ id, url }) => id === endpoint || plain(url) === plain(endpoint))
  const enabled = own.filter(({ status }) => status === 'enabled')
  if (own.length === 0)
    return [`Stripe has no webhook endpoint ${endpoint}, so nothing that happens there arrives here at once.`]
  if (enabled.length === 0)
    return [
      `The webhook endpoint ${endpoint} is disabled at Stripe, so nothing that happens there arrives here.`,
    ]
  const sent = new Set<string>(enabled.flatMap(({ enabled_events }) => enabled_events))
  const missing = sent.has('*') ? [] : stripeEvents.filter((type) => !sent.has(type))
  const problems: string[] = []
  if (missing.length > 0)
    problems.push(`The webhook endpoint at Stripe does not send ${missing.join(', ')}. Add them there.`)
  for (const { api_version } of enabled)
    if (api_version !== null && api_version < sinceVersion)
      problems.push(
        `The webhook endpoint at Stripe has the version ${api_version}, which reports refunds less exactly. Replace it by one of ${sinceVersion} or later.`,
      )
  return problems
}
