import pino, { type DestinationStream, type Logger } from 'pino'

/** Structured lines without personal data: never an address, a token, a body or a query. */
export function makeLog(level: string, to: DestinationStream = pino.destination(1)): Logger {
  const options: pino.LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: {
      // Log only the code: a database error's message may quote a row.
      err: (error: Error & { code?: string; cause?: { code?: string } }) => ({
        type: error?.name,
        code: error?.code ?? error?.cause?.code,
        // Keep only the stack frames: the lines before them hold the message with the query's values.
        stack: error?.stack
          ?.split('\n')
          .filter((line) => line.startsWith('    at '))
          .slice(0, 6)
          .join('\n'),
      }),
    },
  }
  return pino(options, to)
}
