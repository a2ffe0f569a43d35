import type { ComponentType } from 'react'
import { useBackend, useSession } from '../../data/backend.tsx'
import { signInUnreachable } from '../../data/identity.ts'
import { ToolsTitle } from '../../shell/ToolsTitle.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import type { SignedInProps } from './SignedIn.tsx'
import classes from './SignIn.module.css'
import { SignInScreen } from './SignInScreen.tsx'

/** Shown until the provider has answered and the page is loaded. */
export const starting = (
  <main className={classes.page}>
    <ToolsTitle />
    <Spinner size={28} />
  </main>
)

export type PageProps = Omit<SignedInProps, 'children'>

/** AUTH-01 to AUTH-03: the sign-in page or the console, by the session's state. @param Page loaded on demand */
export function SessionGate({ Page }: { Page: ComponentType<PageProps> }) {
  const { session } = useBackend()
  const state = useSession()
  switch (state.is) {
    case 'starting':
      return starting
    case 'unreachable':
      return (
        <main className={classes.page}>
          <ToolsTitle />
          <FailedState message={`${signInUnreachable}.`} onRetry={() => void session.start()} />
        </main>
      )
    case 'signed_out':
      return <SignInScreen />
    default:
      return (
        <Page
          // Remounts the page for another person, so that no draft or cache of the previous one stays.
          key={state.uid}
          expired={state.is === 'expired'}
          needsFactor={state.is === 'expired' && state.needsFactor === true}
          why={state.is === 'expired' ? state.why : undefined}
        />
      )
  }
}
