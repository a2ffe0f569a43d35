import '@mantine/core/styles.css'
import '@mantine/notifications/styles.css'
import './ui/global.css'
// First of all: what comes after may write styles.
import './ui/trusted-types.ts'
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { type Backend, BackendProvider, createBackend } from './data/backend.tsx'
import { loadEnvironment } from './data/environment.ts'
import { EnvironmentFrame } from './parts/EnvironmentMark.tsx'
import { createConsoleRouter } from './routes.tsx'
import { SessionGate } from './screens/sign-in/SessionGate.tsx'
import { FailedState } from './ui/FailedState.tsx'
import { cssVariables, theme } from './ui/theme.ts'

const schemes = localStorageColorSchemeManager({ key: 'portreeve-colour-scheme' })
const router = createConsoleRouter()

function Console({ backend }: { backend: Backend | null }) {
  return (
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        colorSchemeManager={schemes}
        defaultColorScheme="auto"
      >
        {backend ? (
          <BackendProvider backend={backend}>
            <SessionGate>
              <RouterProvider router={router} />
            </SessionGate>
            <EnvironmentFrame />
          </BackendProvider>
        ) : (
          <main style={{ padding: 24 }}>
            <title>Portreeve Tools</title>
            <FailedState
              message="The console's settings (/environments.json) could not be loaded."
              onRetry={() => location.reload()}
            />
          </main>
        )}
        {/* Outside the page, so that a message outlives a session's end. ERR-01 */}
        <Notifications position="bottom-right" autoClose={3000} limit={8} withinPortal={false} />
      </MantineProvider>
    </StrictMode>
  )
}

const place = document.getElementById('root')
if (!place) throw new Error('index.html has no #root')
const root = createRoot(place)

try {
  const backend = createBackend(await loadEnvironment())
  void backend.session.start()
  root.render(<Console backend={backend} />)
} catch (error) {
  console.error(error)
  root.render(<Console backend={null} />)
}
