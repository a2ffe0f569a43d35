import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useBackend, useSession } from '../../data/backend.tsx'
import { createQueries } from '../../data/queries.ts'
import { useOwnChanges } from '../../data/rights.ts'
import { ToolsTitle } from '../../parts/ToolsTitle.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import classes from './SignIn.module.css'
import { SignInScreen } from './SignInScreen.tsx'

/** AUTH-01 to AUTH-03: the sign-in page or the console, as the session has it. */
export function SessionGate({ children }: { children: ReactNode }) {
  const { session } = useBackend()
  const state = useSession()
  switch (state.is) {
    case 'starting':
      return (
        <main className={classes.page}>
          <ToolsTitle />
          <Spinner size={28} />
        </main>
      )
    case 'unreachable':
      return (
        <main className={classes.page}>
          <ToolsTitle />
          <FailedState
            message="The sign-in service could not be reached."
            onRetry={() => void session.start()}
          />
        </main>
      )
    case 'signed_out':
      return <SignInScreen />
    default:
      // Another person is another page: nothing typed or loaded by the one before stays.
      return (
        <SignedIn
          key={state.uid}
          expired={state.is === 'expired'}
          why={state.is === 'expired' ? state.why : undefined}
        >
          {children}
        </SignedIn>
      )
  }
}

function OwnChanges() {
  useOwnChanges()
  return null
}

/**
 * The page of one person. When their session ends it stays as it is, out of sight and out of reach, beneath the sign-in
 * page; `visibility` rather than `display`, so that every scroll position is there afterwards too.
 */
function SignedIn(props: { expired: boolean; why: string | undefined; children: ReactNode }) {
  const { expired, why, children } = props
  const [queries] = useState(createQueries)
  const lastFocused = useRef<HTMLElement | null>(null)
  // Coming back, the keyboard is where it was. There is no event for it: the session changed.
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
        <OwnChanges />
        {children}
        <div id="layers" />
      </div>
      {expired && <SignInScreen again why={why} />}
    </QueryClientProvider>
  )
}
