import type { FastifyInstance } from 'fastify'
import type { StripeBook, StripeDispute, StripeWarning } from './stripe-book.ts'
import { newId, now } from './stripe-calls.ts'
import { isOver, warningObject, withdraw } from './stripe-dispute-objects.ts'
import { answered, noSuch, StripeRefusal } from './stripe-objects.ts'
import type { Webhooks } from './stripe-webhooks.ts'

/** Seconds within which evidence is accepted, unless the dispute names another time. */
const answerWithin = 9 * 86_400

type Body = Record<string, unknown> | null

/** What buyers' banks and card networks do. These calls need no key. */
export function bankRoutes(
  app: FastifyInstance,
  {
    book,
    hooks,
    disputeOf,
    record,
    close,
  }: {
    book: StripeBook
    hooks: Webhooks
    disputeOf: (id: string) => StripeDispute
    record: (dispute: StripeDispute, ...types: string[]) => object
    close: (dispute: StripeDispute, status: 'won' | 'lost' | 'warning_closed') => object
  },
) {
  const paymentOf = (body: Body) => {
    const payment = typeof body?.payment_intent === 'string' && book.payments.get(body.payment_intent)
    if (!payment) throw noSuch('payment_intent', String(body?.payment_intent), 'payment_intent')
    return payment
  }
  app.post<{ Body: Body }>('/stripe/dashboard/disputes', ({ body }, reply) =>
    answered(reply, () => {
      const payment = paymentOf(body)
      const {
        amount = payment.amount - book.refunded(payment.id),
        reason = 'product_not_received',
        due_in,
      } = body ?? {}
      if (!Number.isSafeInteger(amount) || Number(amount) <= 0 || Number(amount) > payment.amount)
        throw new StripeRefusal(400, { message: 'amount must be a whole number of cents of the payment.' })
      const dispute: StripeDispute = {
        id: newId('du'),
        payment_intent: payment.id,
        amount: Number(amount),
        reason: String(reason),
        status: 'warning_needs_response',
        evidence: {},
        submissions: 0,
        // As Stripe says that there is none.
        due_by: due_in === null ? -1 : now() + Number(due_in ?? answerWithin),
        movements: [],
        ...(payment.currency && { currency: payment.currency }),
        created: now(),
      }
      return body?.inquiry === true
        ? record(dispute, 'created')
        : record(withdraw(dispute), 'created', 'funds_withdrawn')
    }),
  )
  app.post<{ Params: { id: string } }>('/stripe/dashboard/disputes/:id/escalate', ({ params }, reply) =>
    answered(reply, () => {
      const dispute = disputeOf(params.id)
      if (!dispute.status.startsWith('warning') || isOver(dispute))
        throw new StripeRefusal(400, { message: 'Only an open inquiry becomes a dispute.' })
      return record({ ...withdraw(dispute), submissions: 0 }, 'updated', 'funds_withdrawn')
    }),
  )
  app.post<{ Params: { id: string }; Body: Body }>(
    '/stripe/dashboard/disputes/:id/close',
    ({ params, body }, reply) =>
      answered(reply, () => {
        const status = body?.status
        if (status !== 'won' && status !== 'lost' && status !== 'warning_closed')
          throw new StripeRefusal(400, { message: 'status must be won, lost or warning_closed.' })
        return close(disputeOf(params.id), status)
      }),
  )
  app.post<{ Body: Body }>('/stripe/dashboard/early_fraud_warnings', ({ body }, reply) =>
    answered(reply, () => {
      const warning: StripeWarning = {
        id: newId('issfr'),
        payment_intent: paymentOf(body).id,
        fraud_type: String(body?.fraud_type ?? 'made_with_stolen_card'),
        created: now(),
      }
      const events = hooks.events(warningObject(warning, book), ['radar.early_fraud_warning.created'])
      book.write({ warning, events })
      hooks.send(events)
      return warningObject(warning, book)
    }),
  )
}
