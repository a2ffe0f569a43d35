import type { Context } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  NodeTracerProvider,
  type ReadableSpan,
  type Span,
} from '@opentelemetry/sdk-trace-node'

/** Where the traces are sent. */
export interface TracesOptions {
  /** The collector's address, without `/v1/traces`. */
  address: string
  environment: string
  version: string
}

/** Passes only the server's own spans on: those of a library may quote what people wrote. */
class OwnSpans extends BatchSpanProcessor {
  override onStart(span: Span, context: Context) {
    if (span.instrumentationScope.name === 'portreeve') super.onStart(span, context)
  }
  override onEnd(span: ReadableSpan) {
    if (span.instrumentationScope.name === 'portreeve') super.onEnd(span)
  }
}

/**
 * Sends the server's spans to a collector by OTLP over HTTP. The SDK's own variables hold: OTEL_SERVICE_NAME, OTEL_RESOURCE_ATTRIBUTES,
 * OTEL_TRACES_SAMPLER, OTEL_EXPORTER_OTLP_HEADERS and others. Returns a function that sends the rest, and ends.
 */
export function sendTraces({ address, environment, version }: TracesOptions): () => Promise<void> {
  const own = resourceFromAttributes({
    'service.name': 'portreeve',
    'service.version': version,
    'deployment.environment.name': environment,
  })
  const provider = new NodeTracerProvider({
    resource: defaultResource()
      .merge(own)
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new OwnSpans(new OTLPTraceExporter({ url: `${address}/v1/traces` }))],
  })
  provider.register()
  return () => provider.shutdown()
}
