import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useBackend } from '../../data/backend.tsx'
import type { FreshPassword } from '../../data/fresh-password.ts'
import { useLiveQueries } from '../../data/live-queries.ts'
import { useAppliedSettings } from '../../data/personal-settings.ts'
import { createQueries } from '../../data/queries.ts'
import { useOwnChanges } from '../../data/rights.ts'
import { onDemand } from '../../shell/on-demand.tsx'
import classes from './SignIn.module.css'
import { SignInScreen } from './SignInScreen.tsx'

function LiveChanges() {
  useOwnChanges()
  useLiveQueries()
  useAppliedSettings()
  return null
}

const OwnRequests = onDemand(async () => (await import('./OwnRequests.tsx')).default)

const NeededFactor = onDemand(async () => (await import('./NeededFactor.tsx')).NeededFactor)

const FreshProofDialog = onDemand(async () => (await import('./FreshProofDialog.tsx')).FreshProofDialog)

function PasswordQuestion({ question }: { question: FreshPassword }) {
  const isAsking = useSyncExternalStore(question.subscribe, question.isAsking)
  return isAsking ? <FreshProofDialog question={question} /> : null
}

export interface SignedInProps {
  expired: boolean
  /** The session holds, but the person has to set up a second factor. */
  needsFactor: boolean
  /** The server's message if it refuses every call of this person. */
  why: string | undefined
  children: ReactNode
}

/**
 * The page of one person. When their session ends it keeps its state, hidden and inert below the sign-in page: with
 * `visibility` instead of `display`, which keeps the scroll positions.
 */
export function SignedIn(props: SignedInProps) {
  const { expired, needsFactor, why, children } = props
  const [queries] = useState(createQueries)
  const { freshPassword } = useBackend()
  const lastFocused = useRef<HTMLElement | null>(null)
  // Restores the focus after signing in again. An effect, because the session's state has changed without an event here.
  useEffect(() => {
    if (!expired) lastFocused.current?.focus({ preventScroll: true })
  }, [expired])
  return (
    <QueryClientProvider client={queries}>
      <div
        className={expired ? classes.beneath : undefined}
        inert={expired}
        onFocusCapture={(event) => {
          lastFocused.current = event.target
        }}
      >
        <LiveChanges />
        <OwnRequests />
        {children}
        {freshPassword && <PasswordQuestion question={freshPassword} />}
        <div id="layers" />
      </div>
      {needsFactor ? <NeededFactor why={why} /> : expired && <SignInScreen again why={why} />}
    </QueryClientProvider>
  )
}
