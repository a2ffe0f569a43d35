import { masked } from '@portreeve/contract/base/personal'
import { untilDeadline } from '../deadline.ts'
import { Later } from '../operations/operations.ts'
import { answerLater } from '../operations/settle.ts'
import { KeptRefusal, RefusalError, refuse } from '../refuse.ts'
import { type Caller, callerMay } from './caller.ts'
import { FileAnswer } from './file-answer.ts'
import type { CallParts, Outcome } from './parts.ts'

/**
 * Step 5: waits for the operation that the call started, masks personal fields for callers who may not see them, and wraps
 * the data. Every response is masked here, so that no handler can forget it.
 */
export async function respond(
  { ctx, endpoint, reply }: CallParts,
  caller: Caller,
  { result, headers, shape }: Outcome,
) {
  reply.headers(headers)
  // Refuse only after the commit: inside the transaction the refusal would roll back the rows that record it.
  if (result instanceof KeptRefusal) refuse(result.code, result.title, result.message)
  if (result instanceof FileAnswer) return result.send(reply)
  const data =
    result instanceof Later ? await untilDeadline(answerLater(result, ctx)).catch(refuseUnread) : result
  const shown = callerMay(caller, 'personal.read') ? data : masked(shape ?? endpoint.data, data ?? null)
  return { status_code: 1, data: shown ?? null }
}

/** The call is committed: a response that says "nothing was changed" would invite the caller to retry it. */
function refuseUnread(error: unknown): never {
  if (error instanceof RefusalError) throw error
  refuse(
    'unavailable',
    'Not known yet',
    'This is written down and will be done, but what has become of it cannot be read now. Look at it again before you repeat it.',
  )
}
