import { useQueryClient } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useMemo } from 'react'
import './ui/mantine-page.css'
import { createPrefetch } from './data/ahead.ts'
import { useBackend } from './data/backend.tsx'
import { startPageOf } from './data/personal-settings.ts'
import { holdWhilePressed } from './data/pressing.ts'
import { createConsoleRouter } from './router.tsx'
import { HeldActions } from './staff/held/HeldActions.tsx'
import type { PageProps } from './staff/sign-in/SessionGate.tsx'
import { SignedIn } from './staff/sign-in/SignedIn.tsx'
import { printLight } from './ui/browser/print.ts'
import { selectTextInRows } from './ui/browser/row-selection.ts'

const router = createConsoleRouter()
// Load the code of the addressed page beside the session.
for (const { routeId } of router.matchRoutes(router.latestLocation)) {
  const route = router.routesById[routeId]
  if (route) void router.loadRouteChunk(route)
}
selectTextInRows()
holdWhilePressed()
printLight()

function Routes() {
  const { call, session } = useBackend()
  const queries = useQueryClient()
  const context = useMemo(
    () => ({
      prefetch: createPrefetch(queries, call),
      startPage: () => startPageOf(queries, call, session.state()),
    }),
    [queries, call, session],
  )
  return <RouterProvider router={router} context={context} />
}

/** The console after sign-in. */
export const Page = (props: PageProps) => (
  <SignedIn {...props}>
    <Routes />
    <HeldActions />
  </SignedIn>
)
