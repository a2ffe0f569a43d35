import { CommitOutcomeUnknown } from './database/db-pool.ts'
import { RefusalError } from './refuse.ts'

interface Failure {
  code?: string
  statusCode?: number
  message?: string
  cause?: Failure
}

/**
 * Connection lost, cannot connect, shutting down, out of connections, read-only, out of disk or memory, timeout; a sign-in that the
 * database refuses, or takes from no one at the moment.
 */
const unavailableStates = /^(08|57P|53|25006|57014|55000|55P03|58|28|3D000)/
const unavailableErrors = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'ETIMEDOUT',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
])
const unavailableWords =
  /timeout exceeded when trying to connect|Query read timeout|Connection terminated|after calling end on the pool|not queryable/

/** Refuses a change for which the disk has no space. */
export const diskFull = () =>
  new RefusalError(
    'unavailable',
    'Disk full',
    'The disk of the database is full. Nothing was changed. Reading goes on; please tell those who run this server.',
  )

/** Whether two transactions conflicted and this one was rolled back: 40001 serialization failure, 40P01 deadlock. */
export function isConflict(error: unknown): boolean {
  const { code, cause } = error as Failure
  return ['40001', '40P01'].includes((cause ?? { code }).code ?? '')
}

/** Maps an error to a refusal. Only the log gets the details of an unexpected error. */
export function refusalOf(error: unknown): RefusalError {
  if (error instanceof RefusalError) return error
  const failure = error as Failure
  const database = failure.cause ?? failure
  if (error instanceof CommitOutcomeUnknown)
    return new RefusalError(
      'unavailable',
      'Not known yet',
      'The database was lost at the very end: this is done as a whole or not at all. Look at it again before you repeat it.',
    )
  // 53100 disk full
  if (database.code === '53100') return diskFull()
  if (
    (database.code && (unavailableStates.test(database.code) || unavailableErrors.has(database.code))) ||
    unavailableWords.test(database.message ?? '')
  )
    return new RefusalError(
      'unavailable',
      'Not available',
      'The database cannot be reached at the moment. Nothing was changed.',
    )
  if (isConflict(error))
    return new RefusalError(
      'conflict',
      'A colleague was faster',
      'Another call changed the same record. Please try again.',
    )
  if (failure.statusCode === 413)
    return new RefusalError('too_large', 'Too large', 'The request is larger than 1 MB.')
  if (failure.statusCode === 415)
    return new RefusalError(
      'malformed',
      'Malformed request',
      'The body must be JSON (Content-Type: application/json).',
    )
  if (failure.statusCode && failure.statusCode < 500)
    return new RefusalError('malformed', 'Malformed request', words(failure))
  return new RefusalError('internal', 'Something went wrong', 'An unexpected error. Nothing was changed.')
}

function words(failure: Failure): string {
  if (failure.code === 'FST_ERR_BAD_URL') return 'The address is malformed.'
  if (failure.code === 'FST_ERR_CTP_INVALID_CONTENT_LENGTH')
    return 'The body is not as long as its header says.'
  return 'The body is not valid JSON.'
}
