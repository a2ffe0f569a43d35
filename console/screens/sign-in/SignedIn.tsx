import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useBackend } from '../../data/backend.tsx'
import type { FreshPassword } from '../../data/fresh-password.ts'
import { useLiveQueries } from '../../data/live-queries.ts'
import { createQueries } from '../../data/queries.ts'
import { useOwnChanges } from '../../data/rights.ts'
import classes from './SignIn.module.css'
import { SignInScreen } from './SignInScreen.tsx'

function LiveChanges() {
  useOwnChanges()
  useLiveQueries()
  return null
}

const FreshPasswordDialog = lazy(async () => ({
  default: (await import('./FreshPasswordDialog.tsx')).FreshPasswordDialog,
}))

function PasswordQuestion({ question }: { question: FreshPassword }) {
  const isAsking = useSyncExternalStore(question.subscribe, question.isAsking)
  return isAsking ? (
    <Suspense>
      <FreshPasswordDialog question={question} />
    </Suspense>
  ) : null
}

export interface SignedInProps {
  expired: boolean
  /** The server's words, where it lets this person do nothing any more. */
  why: string | undefined
  children: ReactNode
}

/**
 * The page of one person. When their session ends it stays as it is, out of sight and out of reach, beneath the sign-in
 * page; `visibility` rather than `display`, so that every scroll position is there afterwards too.
 */
export function SignedIn(props: SignedInProps) {
  const { expired, why, children } = props
  const [queries] = useState(createQueries)
  const { freshPassword } = useBackend()
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
        <LiveChanges />
        {children}
        {freshPassword && <PasswordQuestion question={freshPassword} />}
        <div id="layers" />
      </div>
      {expired && <SignInScreen again why={why} />}
    </QueryClientProvider>
  )
}
