import { StartError } from './core/start-error.ts'

/** An error as one sentence for the operator. With PORTREEVE_LOG=debug it says where in the code the error happened. */
export function sentenceOf(error: unknown, env: NodeJS.ProcessEnv): string {
  if (error instanceof StartError) return error.message
  // A failed query's message quotes whole rows; its cause is enough.
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if ((cause as { code?: string }).code === '53100')
    return 'The disk of the database is full: free some space and start again.'
  const sentence = `Stopped by an error: ${cause instanceof Error ? cause.message : String(cause)}`
  if (env.PORTREEVE_LOG !== 'debug' || !(error instanceof Error))
    return `${sentence.replace(/\.$/, '')}. PORTREEVE_LOG=debug says where.`
  return [sentence, ...(error.stack?.split('\n').filter((line) => /^ {4}at /.test(line)) ?? [])].join('\n')
}

/** What a signal does from now on; before, it ends the process at once. */
export function onSignals(handler: () => void) {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    // Those of tools/ready.js, which end the process.
    process.removeAllListeners(signal)
    process.on(signal, handler)
  }
}
