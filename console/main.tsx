import './ui/mantine.css'
import './ui/global.css'
// First of all: what comes after may write styles.
import './ui/trusted-types.ts'
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { lazy, StrictMode, Suspense, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { type Backend, BackendProvider, createBackend, useSession } from './data/backend.tsx'
import { followEnvironment, loadEnvironment } from './data/environment.ts'
import { EnvironmentFrame } from './parts/EnvironmentMark.tsx'
import { SessionGate } from './screens/sign-in/SessionGate.tsx'
import { FailedState } from './ui/FailedState.tsx'
import { cssVariables, theme } from './ui/theme.ts'

const schemes = localStorageColorSchemeManager({ key: 'portreeve-colour-scheme' })
/** What only somebody signed in needs. */
const rest = () => import('./page.tsx')
const Page = lazy(async () => ({ default: (await rest()).Page }))
/** A mailed link leads here, whether its holder is signed in or not. */
const choosesPassword = location.pathname === '/set-password'
const SetPasswordScreen = lazy(async () => ({
  default: (await import('./screens/sign-in/SetPasswordScreen.tsx')).SetPasswordScreen,
}))
/** When the page is there: a toast before that waits a moment. Not with the first one, which may say that the network is gone. */
const Toasts = lazy(async () => {
  await new Promise<void>((done) =>
    'requestIdleCallback' in window ? requestIdleCallback(() => done()) : setTimeout(done, 200),
  )
  return { default: (await import('./ui/Toasts.tsx')).Toasts }
})

/** Outside the page and from the first sign-in on, so that a message outlives a session's end. */
function LastingToasts() {
  const state = useSession()
  const [begun, setBegun] = useState(false)
  if (!begun && 'uid' in state) setBegun(true)
  return begun ? (
    <Suspense>
      <Toasts />
    </Suspense>
  ) : null
}

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
            {choosesPassword ? (
              <Suspense>
                <SetPasswordScreen />
              </Suspense>
            ) : (
              <SessionGate Page={Page} />
            )}
            <EnvironmentFrame />
            <LastingToasts />
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
      </MantineProvider>
    </StrictMode>
  )
}

const place = document.getElementById('root')
if (!place) throw new Error('index.html has no #root')
const root = createRoot(place)

// Whoever was signed in here before will be again: the rest is loaded beside the settings and the session. Else it is
// loaded while they type.
const beenHere = 'portreeve-been-here'
if (localStorage.getItem(beenHere)) void rest()
else addEventListener('input', () => void rest(), { once: true })

if (choosesPassword) followEnvironment(new URLSearchParams(location.search).get('environment'))

try {
  const backend = createBackend(await loadEnvironment())
  backend.session.subscribe(() => {
    if (backend.session.state().is === 'signed_in') localStorage.setItem(beenHere, 'yes')
  })
  void backend.session.start()
  root.render(<Console backend={backend} />)
} catch (error) {
  console.error(error)
  root.render(<Console backend={null} />)
}
