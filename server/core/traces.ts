import {
  type Attributes,
  context,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import type pg from 'pg'

// Spans of OpenTelemetry. Without PORTREEVE_TRACES nothing records them (server/adapters/traces-otlp.ts). A span has no personal data:
// routes instead of addresses, statements without their values, codes instead of error messages.

const tracer = trace.getTracer('portreeve')

interface SpanOptions {
  kind?: SpanKind
  attributes?: Attributes
  /** The `traceparent` of the span above it, where no span runs. */
  parent?: string | null | undefined
}

/** Starts a span that the caller ends. */
export function startSpan(name: string, { parent, ...options }: SpanOptions & { startTime?: number }): Span {
  const running = context.active()
  const isLoose = parent && !trace.getSpan(running)
  const above = isLoose ? propagation.extract(running, { traceparent: parent }) : running
  return tracer.startSpan(name, options, above)
}

/** Runs work under a span. */
export const underSpan = <Result>(span: Span, work: () => Result): Result =>
  context.with(trace.setSpan(context.active(), span), work)

/** Ends a span. An error is named by its code or class: its message may quote what people wrote. */
export function endSpan(span: Span, error?: unknown) {
  if (error !== undefined) {
    const { code, name } = Object(error) as { code?: unknown; name?: unknown }
    span.setAttribute('error.type', String(code ?? name ?? 'unknown'))
    span.setStatus({ code: SpanStatusCode.ERROR })
  }
  span.end()
}

/** Runs work in a span. */
export async function inSpan<Result>(
  name: string,
  options: SpanOptions,
  work: () => Promise<Result>,
): Promise<Result> {
  const span = startSpan(name, options)
  try {
    const result = await underSpan(span, work)
    endSpan(span)
    return result
  } catch (error) {
    endSpan(span, error)
    throw error
  }
}

/** The `traceparent` of the running span; null without one. Work that is done later continues its trace. */
export function runningTrace(): string | null {
  const carrier: { traceparent?: string } = {}
  propagation.inject(context.active(), carrier)
  return carrier.traceparent ?? null
}

/**
 * A vendor's adapter whose calls are spans. The rest of it stays as it is.
 * @param name the first word of their names, such as `payments`
 */
export function tracedPort<Port extends object>(name: string, port: Port): Port {
  const call = (key: string, work: (...args: unknown[]) => unknown, args: unknown[]) => {
    const span = startSpan(`${name}.${key}`, { kind: SpanKind.CLIENT })
    const result = underSpan(span, () => work.apply(port, args))
    // A span that is never ended is not sent: what answers at once called nobody.
    if (result instanceof Promise)
      result.then(
        () => endSpan(span),
        (error) => endSpan(span, error),
      )
    return result
  }
  return new Proxy(port, {
    get(of, key, receiver) {
      const value: unknown = Reflect.get(of, key, receiver)
      return typeof value === 'function' && typeof key === 'string'
        ? (...args: unknown[]) => call(key, value as (...all: unknown[]) => unknown, args)
        : value
    },
  })
}

/** Characters of a statement that a span keeps. */
const maxStatement = 4000

/** Makes the statements of a connection spans, where a span runs: what no call and no operation asks for is left out. */
export function traceStatements(client: pg.ClientBase) {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  const traced = (...args: unknown[]) => {
    if (!trace.getActiveSpan()?.isRecording()) return query(...args)
    const [first] = args
    const text = typeof first === 'string' ? first : ((first as { text?: string } | null)?.text ?? 'stream')
    const operation = /^\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? 'query'
    const span = startSpan(operation, {
      kind: SpanKind.CLIENT,
      attributes: {
        'db.system.name': 'postgresql',
        'db.operation.name': operation,
        'db.query.text': text.slice(0, maxStatement),
      },
    })
    const last = args.at(-1)
    if (typeof last === 'function') {
      const done = last as (error: unknown, result: unknown) => void
      return query(...args.slice(0, -1), (error: unknown, result: unknown) => {
        endSpan(span, error ?? undefined)
        done(error, result)
      })
    }
    const result = query(...args)
    if (result instanceof Promise)
      result.then(
        () => endSpan(span),
        (error) => endSpan(span, error),
      )
    return result
  }
  client.query = traced as typeof client.query
}
