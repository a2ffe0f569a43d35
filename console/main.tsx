import { onDemand } from './shell/on-demand.tsx'
import './ui/mantine.css'
import './ui/tokens.css'
import './ui/global.css'
// Before every module that listens to keys.
import './ui/browser/composing.ts'
// Before every module that may write styles.
import './ui/browser/trusted-types.ts'
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { type Backend, BackendProvider, createBackend, useSession } from './data/backend.tsx'
import { followEnvironment, loadEnvironment } from './data/environment.ts'
import { forgetRecords } from './data/recent.ts'
import { EnvironmentFrame } from './shell/EnvironmentMark.tsx'
import { type PageProps, SessionGate, starting } from './staff/sign-in/SessionGate.tsx'
import { FailedState } from './ui/FailedState.tsx'
import { cssVariables, theme } from './ui/theme.ts'

const schemes = localStorageColorSchemeManager({ key: 'portreeve-colour-scheme' })
const PageNotLoaded = () => (
  <main style={{ padding: 24 }}>
    <FailedState message="This page could not be loaded." onRetry={() => location.reload()} />
  </main>
)
/** The code that only a signed-in staff member needs. */
const loadPage = () => import('./page.tsx')
const Page = onDemand<PageProps>(
  () =>
    loadPage().then(
      (loaded) => loaded.Page,
      (error: unknown) => {
        console.error(error)
        return PageNotLoaded
      },
    ),
  starting,
)
/** The pages that a new tab opens most often: their code loads beside that of the router, which knows all the others. */
const screensOfNewTabs: readonly [path: string, load: () => Promise<unknown>][] = [
  ['/user-detail/', () => import('./person-page.tsx')],
  ['/dashboard/txns/', () => import('./transactions-page.tsx')],
  ['/dashboard/users', () => import('./people/users/UsersScreen.tsx')],
]
/** The address of a mailed link. It opens with and without a session. */
const choosesPassword = location.pathname === '/set-password'
const SetPasswordScreen = onDemand(
  async () => (await import('./staff/sign-in/SetPasswordScreen.tsx')).SetPasswordScreen,
)
/** Loaded when the browser is idle, not with the first toast: that one may report that the network is lost. */
const Toasts = onDemand(async () => {
  await new Promise<void>((done) =>
    'requestIdleCallback' in window ? requestIdleCallback(() => done()) : setTimeout(done, 200),
  )
  return (await import('./ui/Toasts.tsx')).Toasts
})

/** Mounted outside the page from the first sign-in on, so that a toast outlives the session. */
function LastingToasts() {
  const state = useSession()
  const [hasSignedIn, setHasSignedIn] = useState(false)
  if (!hasSignedIn && 'uid' in state) setHasSignedIn(true)
  return hasSignedIn ? <Toasts /> : null
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
            {choosesPassword ? <SetPasswordScreen /> : <SessionGate Page={Page} />}
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

const container = document.getElementById('root')
if (!container) throw new Error('index.html has no #root')
const root = createRoot(container)

// After an earlier sign-in in this browser, load the page's code in parallel with the settings and the session. Otherwise
// load it at the first input in the sign-in form.
const signedInBefore = 'portreeve-been-here'
if (localStorage.getItem(signedInBefore)) {
  void loadPage()
  for (const [path, load] of screensOfNewTabs) if (location.pathname.startsWith(path)) void load()
} else addEventListener('input', () => void loadPage(), { once: true })

if (choosesPassword) followEnvironment(new URLSearchParams(location.search).get('environment'))

try {
  const backend = createBackend(await loadEnvironment())
  backend.session.subscribe(() => {
    const { is } = backend.session.state()
    if (is === 'signed_in') localStorage.setItem(signedInBefore, 'yes')
    if (is === 'signed_out') forgetRecords()
  })
  void backend.session.start()
  root.render(<Console backend={backend} />)
} catch (error) {
  console.error(error)
  root.render(<Console backend={null} />)
}
