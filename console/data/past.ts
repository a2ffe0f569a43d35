import { createContext, useContext } from 'react'
import type { Backend } from './backend.tsx'
import type { Call } from './call.ts'
import { CallFailure } from './failure.ts'

/** The moment that a part of a page shows, ISO-8601 UTC; null for now. */
export const Moment = createContext<string | null>(null)

export const useShownMoment = (): string | null => useContext(Moment)

/** The backend as of a moment: what has a past answers as of it, what has none as of now, and nothing can be changed. */
export function asOf(backend: Backend, at: string): Backend {
  const call: Call = (endpoint, input, options) => {
    if (endpoint.method !== 'GET')
      return Promise.reject(
        new CallFailure(409, {
          code: 'refused',
          error_title: 'Not in the past',
          error_message: 'This page shows an earlier moment: nothing can be changed in it.',
        }),
      )
    return backend.call(endpoint, input, endpoint.noPast === undefined ? { ...options, asOf: at } : options)
  }
  return { ...backend, call }
}
