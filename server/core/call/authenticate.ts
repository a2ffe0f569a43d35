import type { CallerCheck } from '../http/rate.ts'
import type { Subject } from '../identity/token.ts'
import { refuse } from '../refuse.ts'
import type { CallParts } from './parts.ts'

/** Step 1: the API key, the token's subject and the rate limit. Refuses with bad_api_key, signed_out or too_many. */
export async function authenticate(
  { ctx, request, reply }: Pick<CallParts, 'ctx' | 'request' | 'reply'>,
  check: CallerCheck,
): Promise<Subject> {
  if (request.headers['x-api-key'] !== ctx.settings.apiKey)
    refuse('bad_api_key', 'Wrong API key', 'The x-api-key header is missing or wrong.')
  return check(request, reply)
}
