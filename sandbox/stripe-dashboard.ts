import type { FastifyInstance } from 'fastify'
import { figures, type StripeBook, type StripeRefund } from './stripe-book.ts'
import { refundOf } from './stripe-calls.ts'
import { disputeObject } from './stripe-dispute-objects.ts'
import { takeKnown } from './stripe-known.ts'
import {
  answered,
  noSuch,
  paymentObject,
  refundObject,
  StripeRefusal,
  transferObject,
} from './stripe-objects.ts'
import type { Webhooks } from './stripe-webhooks.ts'

type Body = Record<string, unknown> | null

/**
 * Calls outside Stripe's API: adding payments, actions in Stripe's own dashboard, and
 * figures for checks. They need no key, and the switches do not affect them.
 */
export function dashboardRoutes(app: FastifyInstance, book: StripeBook, hooks: Webhooks) {
  const record = (refund: StripeRefund, types: string[]) => {
    const events = types.length > 0 ? hooks.events(refundObject(refund), types) : []
    book.write({ refund, events })
    hooks.send(events)
    return refundObject(refund)
  }

  app.addContentTypeParser('application/x-ndjson', { parseAs: 'string' }, (_request, body, parsed) =>
    parsed(null, body),
  )
  app.post('/stripe/known', { bodyLimit: 256 * 1024 * 1024 }, ({ body }, reply) => {
    // No lines arrive as no body.
    const text = body ?? ''
    if (typeof text !== 'string')
      return reply.code(415).send({ problems: ['send NDJSON as application/x-ndjson'] })
    const taken = takeKnown(book, hooks, text)
    return 'problems' in taken ? reply.code(422).send(taken) : taken
  })

  app.post<{ Body: Body }>('/stripe/dashboard/refunds', ({ body }, reply) =>
    answered(reply, () => {
      const { payment_intent, amount, lost } = body ?? {}
      const isAmount = amount === undefined || (Number.isSafeInteger(amount) && Number(amount) > 0)
      if (typeof payment_intent !== 'string' || !isAmount)
        throw new StripeRefusal(400, { message: 'payment_intent and a whole amount of cents, please.' })
      const wanted = amount === undefined ? undefined : Number(amount)
      const refund = refundOf(book, payment_intent, wanted, { metadata: {}, reason: null })
      // `lost`: its events never arrive, as with an endpoint that was down for days.
      return record(refund, lost === true ? [] : ['refund.created', 'refund.updated'])
    }),
  )
  // The bank's later answer to a refund.
  app.post<{ Params: { id: string }; Body: Body }>(
    '/stripe/dashboard/refunds/:id',
    ({ params, body }, reply) =>
      answered(reply, () => {
        const refund = book.refunds.get(params.id)
        if (!refund) throw noSuch('refund', params.id, 'id')
        const status = body?.status
        if (status !== 'succeeded' && status !== 'pending' && status !== 'failed')
          throw new StripeRefusal(400, { message: 'status must be succeeded, pending or failed.' })
        if (refund.status === 'failed' && status !== 'failed')
          throw new StripeRefusal(400, { message: 'A refund that has failed stays so.' })
        return record({ ...refund, status }, [
          'refund.updated',
          ...(status === 'failed' ? ['refund.failed'] : []),
        ])
      }),
  )

  app.get<{ Querystring: { payment_intent?: string; transfer_group?: string } }>(
    '/stripe/state.json',
    ({ query: { payment_intent, transfer_group } }, reply) => {
      if (transfer_group !== undefined) {
        const transfers = book.transfers.of(transfer_group).map((one) => transferObject(one, book))
        return { transfer_group, transfers }
      }
      if (payment_intent === undefined) return figures(book)
      const payment = book.payments.get(payment_intent)
      if (!payment) return reply.code(404).send({ error: 'No such payment' })
      return {
        ...paymentObject(payment),
        refunded: book.refunded(payment.id),
        refunds: book.refunds.of(payment.id).map(refundObject),
        charged_back: -book.chargedBack(payment.id),
        disputes: book.disputes.of(payment.id).map(disputeObject),
      }
    },
  )
}
