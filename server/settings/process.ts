import { StartError } from '../core/start-error.ts'

/** An error as one sentence for the operator. With PORTREEVE_LOG=debug it includes the stack. */
export function sentenceOf(error: unknown, env: NodeJS.ProcessEnv): string {
  if (error instanceof StartError) return error.message
  // Use the cause: the message of a failed query quotes whole rows.
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if ((cause as { code?: string }).code === '53100')
    return 'The disk of the database is full: free some space and start again.'
  const sentence = `Stopped by an error: ${cause instanceof Error ? cause.message : String(cause)}`
  if (env.PORTREEVE_LOG !== 'debug' || !(error instanceof Error))
    return `${sentence.replace(/\.$/, '')}. PORTREEVE_LOG=debug says where.`
  return [sentence, ...(error.stack?.split('\n').filter((line) => /^ {4}at /.test(line)) ?? [])].join('\n')
}

/** Sets the handler of SIGINT and SIGTERM, which until now end the process at once. */
export function onSignals(handler: () => void) {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    // Remove the listeners of tools/ready.js, which end the process.
    process.removeAllListeners(signal)
    process.on(signal, handler)
  }
}
