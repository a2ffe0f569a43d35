import { join } from 'node:path'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Face, Surroundings } from './face.ts'
import { type Fields, readForm } from './form.ts'
import { openBook, type StripeBook } from './stripe-book.ts'
import {
  newId,
  only,
  type Plan,
  page,
  planPayment,
  planRefund,
  planReversal,
  planTransfer,
  text,
} from './stripe-calls.ts'
import { dashboardRoutes } from './stripe-dashboard.ts'
import { disputeRoutes } from './stripe-disputes.ts'
import { endpointRoutes } from './stripe-endpoints.ts'
import { fileRoutes } from './stripe-files.ts'
import { fingerprintOf, keyInUse, keyOf, otherParameters, unauthorized } from './stripe-idempotency.ts'
import {
  apiVersion,
  type Call,
  noSuch,
  paymentObject,
  refundObject,
  reversalObject,
  StripeRefusal,
  stripeFaults,
  transferObject,
} from './stripe-objects.ts'
import { type Webhooks, webhooks } from './stripe-webhooks.ts'
import { type Answer, behave } from './switches.ts'

interface Options {
  /** The secret key that calls must carry. */
  key: string
  webhookSecret: string
  /** The webhook addresses. */
  webhookAddresses: string[]
  /** Milliseconds before the first retry of a webhook. */
  firstRepeat?: number
  /** Milliseconds before a later retry at most; default: ten minutes. */
  longestRepeat?: number
}

/**
 * Stripe's payments: card payments, refunds, transfers and their reversals, with idempotency keys and signed webhooks. All data is
 * stored. `POST /stripe/known` adds payments, `/stripe/dashboard/refunds` is a refund made in Stripe's own dashboard, and
 * `/stripe/dashboard/disputes` a dispute of the buyer's bank.
 */
export function stripeFace(around: Surroundings, options: Options): Face {
  const book = openBook(join(around.folder, 'journal.ndjson'))
  const hooks = webhooks({
    book,
    switches: around.switches,
    addresses: options.webhookAddresses,
    secret: options.webhookSecret,
    firstRepeat: options.firstRepeat ?? 500,
    longestRepeat: options.longestRepeat ?? 600_000,
  })
  /** Idempotency keys of calls that are being answered. */
  const inFlight = new Set<string>()

  /** Checks the secret key and the lock of the idempotency key, and applies the switch. */
  const call = (work: (request: Call) => Answer) => async (request: Call, reply: FastifyReply) => {
    const changes = request.method === 'POST'
    const key = changes ? keyOf(request) : undefined
    reply.headers({
      'request-id': newId('req'),
      'stripe-version': request.headers['stripe-version'] ?? apiVersion,
    })
    if (key !== undefined) reply.header('idempotency-key', key)
    const refused =
      unauthorized(request, options.key) ?? (key && inFlight.has(key) ? keyInUse(key) : undefined)
    if (refused) return reply.code(refused.status).send(refused.body)
    if (key !== undefined) inFlight.add(key)
    try {
      const mode = around.switches.use('stripe', changes, `${request.url} ${JSON.stringify(request.body)}`)
      return await behave(mode, { request, reply }, stripeFaults, () => refusalAnswered(() => work(request)))
    } finally {
      if (key !== undefined) inFlight.delete(key)
    }
  }

  const reading = (read: (request: Call, query: Fields) => unknown) =>
    call((request) => ({ status: 200, body: read(request, readForm(request.url.split('?')[1] ?? '')) }))

  let stopExpiring = () => {}
  const answerOnce = onceForItsKey(book, hooks)
  const changing = (plan: (fields: Fields, request: Call) => Plan) =>
    call((request) => answerOnce(request, (fields) => plan(fields, request)))

  return {
    name: 'stripe',
    about: 'Stripe: payments, refunds, transfers, reversals, webhooks. Figures at /stripe/state.json.',
    routes: (app) => {
      app.addContentTypeParser(
        'application/x-www-form-urlencoded',
        { parseAs: 'string' },
        (_request, body, parsed) => parsed(null, readForm(String(body))),
      )
      app.post('/v1/payment_intents', changing(planPayment))
      app.post(
        '/v1/refunds',
        changing((fields) => planRefund(book, fields)),
      )
      app.post(
        '/v1/transfers',
        changing((fields) => planTransfer(book, fields)),
      )
      app.post(
        '/v1/transfers/:id/reversals',
        changing((fields, { params }) => planReversal(book, fields, params.id)),
      )
      readRoutes(app, book, reading)
      fileRoutes(app, { book, reading, changing })
      stopExpiring = disputeRoutes(app, { book, hooks, reading, changing })
      dashboardRoutes(app, book, hooks)
      endpointRoutes(app, options.webhookAddresses, reading)
      hooks.resume()
    },
    close: async () => {
      stopExpiring()
      hooks.close()
      book.close()
    },
  }
}

/** Sends a refusal as an answer. */
function refusalAnswered(work: () => Answer): Answer {
  try {
    return work()
  } catch (error) {
    if (error instanceof StripeRefusal) return error.answer
    throw error
  }
}

/** Answers a changing call: its effect happens once for its idempotency key. */
function onceForItsKey(book: StripeBook, hooks: Webhooks) {
  /** Writes the changes and the stored answer together, then sends the webhooks. */
  const done = ({ entry, body, types }: Plan, idempotency?: { key: string; fingerprint: string }): Answer => {
    const events = hooks.events(body, types ?? [], idempotency?.key)
    const answer = { status: 200, body }
    book.write({ ...entry, events, ...(idempotency ? { answer: { ...idempotency, ...answer } } : {}) })
    hooks.send(events)
    return answer
  }
  return (request: Call, plan: (fields: Fields) => Plan): Answer => {
    const fields = request.body ?? {}
    const key = keyOf(request)
    if (key === undefined) return done(plan(fields))
    const fingerprint = fingerprintOf(request, fields)
    const kept = book.answer(key)
    if (kept && kept.fingerprint !== fingerprint) return otherParameters(key)
    if (kept) return { status: kept.status, body: kept.body, headers: { 'idempotent-replayed': 'true' } }
    try {
      return done(plan(fields), { key, fingerprint })
    } catch (error) {
      if (error instanceof StripeRefusal && error.kept)
        book.write({ answer: { key, fingerprint, ...error.answer } })
      throw error
    }
  }
}

/** The reading calls. */
function readRoutes(
  app: FastifyInstance,
  book: StripeBook,
  reading: (
    read: (request: Call, query: Fields) => unknown,
  ) => (request: Call, reply: FastifyReply) => Promise<FastifyReply>,
) {
  const transferOf = (id: string) => {
    const transfer = book.transfers.get(id)
    if (!transfer) throw noSuch('transfer', id, 'id')
    return transfer
  }
  app.get(
    '/v1/refunds',
    reading((_request, query) => {
      only(query, ['payment_intent', 'limit', 'starting_after'])
      const payment = text(query, 'payment_intent')
      if (payment !== undefined && !book.payments.get(payment))
        throw noSuch('payment_intent', payment, 'payment_intent')
      return page('/v1/refunds', query, payment ? book.refunds.of(payment) : book.refunds.all(), refundObject)
    }),
  )
  app.get(
    '/v1/refunds/:id',
    reading(({ params }) => {
      const refund = book.refunds.get(params.id)
      if (!refund) throw noSuch('refund', params.id, 'id')
      return refundObject(refund)
    }),
  )
  app.get(
    '/v1/payment_intents/:id',
    reading(({ params }) => {
      const payment = book.payments.get(params.id)
      if (!payment) throw noSuch('payment_intent', params.id, 'intent')
      return paymentObject(payment)
    }),
  )
  app.get(
    '/v1/transfers',
    reading((_request, query) => {
      only(query, ['transfer_group', 'limit', 'starting_after'])
      const group = text(query, 'transfer_group')
      const found = group ? book.transfers.of(group) : book.transfers.all()
      return page('/v1/transfers', query, found, (one) => transferObject(one, book))
    }),
  )
  app.get(
    '/v1/transfers/:id',
    reading(({ params }) => transferObject(transferOf(params.id), book)),
  )
  app.get(
    '/v1/transfers/:id/reversals',
    reading(({ params }, query) => {
      const { id } = transferOf(params.id)
      return page(`/v1/transfers/${id}/reversals`, query, book.reversals.of(id), reversalObject)
    }),
  )
}
