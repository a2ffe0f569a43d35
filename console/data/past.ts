import { api } from '@portreeve/contract'
import type { Endpoint, RefusalCode } from '@portreeve/contract/base/endpoint'
import { masked } from '@portreeve/contract/base/personal'
import { may, type Rights } from '@portreeve/contract/base/rights'
import type { Backend } from './backend.tsx'
import type { Answer, Call } from './call.ts'
import { CallFailure } from './failure.ts'

const refused = (status: number, code: RefusalCode, error_title: string, error_message: string) =>
  Promise.reject(new CallFailure(status, { code, error_title, error_message }))

/**
 * The backend as of a moment: what has a past answers as of it, what has none as of now, and nothing can be changed.
 * @param onEarly receives the server's sentence where the moment is before the first history
 * @param sight of the role whose sight the page has: the server masks what has a past, and what has none is masked here
 */
export function asOf(
  backend: Backend,
  at: string,
  onEarly: (words: string) => void,
  sight?: Rights,
): Backend {
  const call: Call = (endpoint, input, options) => {
    if (endpoint.method !== 'GET')
      return refused(
        409,
        'refused',
        'Not in the past',
        'This page shows an earlier moment: nothing can be changed in it.',
      )
    if (endpoint.noPast !== undefined) {
      if (sight === undefined) return backend.call(endpoint, input, options)
      if (!may(sight, endpoint.may))
        return refused(403, 'forbidden', 'Not allowed', `The role ${sight.role} did not see this.`)
      return backend.call(endpoint, input, options).then((answer) => seenBy(sight, endpoint, answer))
    }
    return backend
      .call(endpoint, input, { ...options, asOf: at, asRole: sight?.role })
      .catch((error: unknown) => {
        if (error instanceof CallFailure && error.body?.code === 'expired')
          onEarly(error.body.error_message ?? '')
        throw error
      })
  }
  return { ...backend, call }
}

/** An answer of now to a caller in a role. */
function seenBy<D>(sight: Rights, endpoint: Endpoint, answer: Answer<D>): Answer<D> {
  const data = endpoint === api.staff.me ? { ...answer.data, ...sight } : answer.data
  return { ...answer, data: may(sight, 'personal.read') ? data : masked(endpoint.data, data) }
}
