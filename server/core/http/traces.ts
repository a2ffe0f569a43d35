import { type Span, SpanKind } from '@opentelemetry/api'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { endSpan, startSpan, underSpan } from '../traces.ts'

/** A stream of hours is no call. */
const streams = '/v1/realtime'

/** Makes each call a span, from its first byte to its answer. It continues the trace that a proxy names in `traceparent`. */
export function traceCalls(server: FastifyInstance) {
  const spans = new WeakMap<FastifyRequest, Span>()
  // Not at onRequest: what reads the body runs outside the span.
  server.addHook('preHandler', (request, reply, done) => {
    const { method, headers, id, routeOptions } = request
    const route = routeOptions.url ?? 'unknown'
    if (route === streams) return done()
    const span = startSpan(`${method} ${route}`, {
      kind: SpanKind.SERVER,
      startTime: Date.now() - reply.elapsedTime,
      parent: headers.traceparent?.toString(),
      attributes: { 'http.request.method': method, 'http.route': route, 'portreeve.request_id': id },
    })
    spans.set(request, span)
    underSpan(span, done)
  })
  server.addHook('onResponse', async (request, reply) => {
    const span = spans.get(request)
    if (!span) return
    span.setAttribute('http.response.status_code', reply.statusCode)
    endSpan(span, reply.statusCode >= 500 ? { code: reply.statusCode } : undefined)
  })
}
