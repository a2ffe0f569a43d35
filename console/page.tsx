import { useQueryClient } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useMemo } from 'react'
import { createPrefetch } from './data/ahead.ts'
import { useBackend } from './data/backend.tsx'
import { HeldActions } from './parts/held/HeldActions.tsx'
import { createConsoleRouter } from './router.tsx'
import { SignedIn, type SignedInProps } from './screens/sign-in/SignedIn.tsx'

const router = createConsoleRouter()

function Routes() {
  const { call } = useBackend()
  const queries = useQueryClient()
  const context = useMemo(() => ({ prefetch: createPrefetch(queries, call) }), [queries, call])
  return <RouterProvider router={router} context={context} />
}

/** The console after sign-in. */
export const Page = (props: Omit<SignedInProps, 'children'>) => (
  <SignedIn {...props}>
    <Routes />
    <HeldActions />
  </SignedIn>
)
