import { api } from '@portreeve/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toastDone } from '../ui/toast.ts'
import { useBackend } from './backend.tsx'
import { signInProblem } from './identity.ts'
import { keyOf } from './queries.ts'

/** Runs a change at the identity provider that replaces the session. Other calls wait meanwhile. */
export function useOwnChange() {
  const { session } = useBackend()
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  return {
    busy,
    /** Why the last change failed. */
    problem,
    /** Resolves to true on success; does nothing while another change runs. */
    run: async (change: () => Promise<void>, done?: string): Promise<boolean> => {
      if (busy) return false
      setBusy(true)
      setProblem(null)
      try {
        await session.whileChanging(change)
        await queries.invalidateQueries({ queryKey: keyOf(api.staff.mySignIn) })
        if (done) toastDone(done)
        return true
      } catch (error) {
        setProblem(signInProblem(error))
        return false
      } finally {
        setBusy(false)
      }
    },
    forget: () => setProblem(null),
  }
}
