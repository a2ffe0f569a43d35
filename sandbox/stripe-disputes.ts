import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Fields } from './form.ts'
import { bankRoutes } from './stripe-banks.ts'
import type { StripeBook, StripeDispute } from './stripe-book.ts'
import { only, type Plan, page, text } from './stripe-calls.ts'
import { closed, disputeObject, isLate, isOver, planEvidence } from './stripe-dispute-objects.ts'
import { type Call, noSuch } from './stripe-objects.ts'
import type { Webhooks } from './stripe-webhooks.ts'

/** Milliseconds between two looks for disputes whose time is over. */
const expireEvery = 1000

export interface Surroundings {
  book: StripeBook
  hooks: Webhooks
  reading: (
    read: (request: Call, query: Fields) => unknown,
  ) => (request: Call, reply: FastifyReply) => Promise<FastifyReply>
  changing: (
    plan: (fields: Fields, request: Call) => Plan,
  ) => (request: Call, reply: FastifyReply) => Promise<FastifyReply>
}

/** Disputes: Stripe's own calls, and what the banks do, at /stripe/dashboard. Returns a function that ends the deadlines. */
export function disputeRoutes(
  app: FastifyInstance,
  { book, hooks, reading, changing }: Surroundings,
): () => void {
  const disputeOf = (id: string) => {
    const dispute = book.disputes.get(id)
    if (!dispute) throw noSuch('dispute', id, 'dispute')
    return dispute
  }
  const record = (dispute: StripeDispute, ...types: string[]) => {
    const events = hooks.events(
      disputeObject(dispute),
      types.map((type) => `charge.dispute.${type}`),
    )
    book.write({ dispute, events })
    hooks.send(events)
    return disputeObject(dispute)
  }
  const close = (dispute: StripeDispute, status: 'won' | 'lost' | 'warning_closed') =>
    record(closed(dispute, status), 'closed', ...(status === 'won' ? ['funds_reinstated'] : []))

  app.get(
    '/v1/disputes',
    reading((_request, query) => {
      only(query, ['payment_intent', 'limit', 'starting_after'])
      const payment = text(query, 'payment_intent')
      return page(
        '/v1/disputes',
        query,
        payment ? book.disputes.of(payment) : book.disputes.all(),
        disputeObject,
      )
    }),
  )
  app.get(
    '/v1/disputes/:id',
    reading(({ params }) => disputeObject(disputeOf(params.id))),
  )
  app.post(
    '/v1/disputes/:id',
    changing((fields, { params }) => planEvidence(book, disputeOf(params.id), fields)),
  )
  app.post(
    '/v1/disputes/:id/close',
    changing((_fields, { params }) => {
      const dispute = closed(disputeOf(params.id), 'lost')
      return { entry: { dispute }, body: disputeObject(dispute), types: ['charge.dispute.closed'] }
    }),
  )
  bankRoutes(app, { book, hooks, disputeOf, record, close })

  const expiring = setInterval(() => {
    for (const dispute of book.disputes.all())
      if (!isOver(dispute) && dispute.submissions === 0 && isLate(dispute))
        close(dispute, dispute.status.startsWith('warning') ? 'warning_closed' : 'lost')
  }, expireEvery)
  expiring.unref()
  return () => clearInterval(expiring)
}
