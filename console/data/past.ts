import type { Backend } from './backend.tsx'
import type { Call } from './call.ts'
import { CallFailure } from './failure.ts'

/**
 * The backend as of a moment: what has a past answers as of it, what has none as of now, and nothing can be changed.
 * @param onEarly receives the server's sentence where the moment is before the first history
 */
export function asOf(backend: Backend, at: string, onEarly: (words: string) => void): Backend {
  const call: Call = (endpoint, input, options) => {
    if (endpoint.method !== 'GET')
      return Promise.reject(
        new CallFailure(409, {
          code: 'refused',
          error_title: 'Not in the past',
          error_message: 'This page shows an earlier moment: nothing can be changed in it.',
        }),
      )
    if (endpoint.noPast !== undefined) return backend.call(endpoint, input, options)
    return backend.call(endpoint, input, { ...options, asOf: at }).catch((error: unknown) => {
      if (error instanceof CallFailure && error.body?.code === 'expired')
        onEarly(error.body.error_message ?? '')
      throw error
    })
  }
  return { ...backend, call }
}
