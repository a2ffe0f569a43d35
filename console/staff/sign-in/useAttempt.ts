import { useState } from 'react'
import { signInProblem } from '../../data/identity.ts'

/** AUTH-10: the form's states. */
export type State = { is: 'idle' } | { is: 'loading' } | { is: 'error'; message: string }

/** Runs one attempt at a time: while one is pending, others are ignored. */
export function useAttempt() {
  const [state, setState] = useState<State>({ is: 'idle' })
  return {
    state,
    attempt: async (act: () => Promise<unknown>) => {
      if (state.is === 'loading') return
      setState({ is: 'loading' })
      try {
        await act()
        setState({ is: 'idle' })
      } catch (error) {
        setState({ is: 'error', message: signInProblem(error) })
      }
    },
    forget: () => setState({ is: 'idle' }),
  }
}
