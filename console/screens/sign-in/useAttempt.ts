import { useState } from 'react'
import { signInProblem } from '../../data/identity.ts'

/** AUTH-10: the form's states. */
export type State = { is: 'idle' } | { is: 'loading' } | { is: 'error'; message: string }

/** One try after the other: while one is under way the next does nothing. */
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
