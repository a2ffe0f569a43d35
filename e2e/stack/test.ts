import { setTimeout } from 'node:timers/promises'
import {
  type BrowserContext,
  test as base,
  expect,
  type Locator,
  type Page,
  type Request,
  type Route,
} from '@playwright/test'

/** On a slow machine each limit is longer (tools/test.ts). */
export const slowness = Number(process.env.PORTREEVE_SLOWNESS ?? 1)

/** Gives the running journey a limit in milliseconds that is longer than that of the others. */
export const setLimit = (ms: number) => test.setTimeout(slowness * ms)

/** Where the console and the development server are. */
export const consoleAddress = process.env.PORTREEVE_CONSOLE ?? 'http://localhost:4400'
/** Where the production server is. */
export const productionAddress = process.env.PORTREEVE_CONSOLE_PRODUCTION ?? 'http://localhost:4500'
/** Where the vendors' sandbox is. */
export const sandboxAddress = process.env.PORTREEVE_SANDBOX ?? 'http://localhost:4600'

/** Sets the mode of a vendor of the sandbox for the calls whose text contains `only` (docs/sandbox.md). */
export async function setVendor(face: 'stripe' | 'easypost' | 'ses' | 'mail', mode: string, only: string) {
  const answer = await fetch(`${sandboxAddress}/switches`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ face, mode, only }),
  })
  if (!answer.ok) throw new Error(`The sandbox answered ${answer.status}`)
}

export const password = 'portreeve-demo'
export const emailOf = (role: string) => `${role}@portreeve.test`

type State = Awaited<ReturnType<ReturnType<Page['context']>['storageState']>>
type Role = 'admin' | 'finance' | 'support' | 'moderator'

/**
 * One sign-in for each role and worker, and one browser profile for each worker: every test begins with the cookie of its
 * role in an emptied profile that keeps only the browser's HTTP cache (`reuseContext`).
 */
export const test = base.extend<
  { role: Role | null; freshSession: boolean; pageOf: (role: Role) => Promise<Page> },
  { sessionOf: (role: Role, isFresh?: boolean) => Promise<State> }
>({
  // null: nobody is signed in
  role: ['admin', { option: true }],
  // Managing staff needs a password typed within ten minutes: such tests sign in again.
  freshSession: [false, { option: true }],
  sessionOf: [
    async ({ playwright }, use) => {
      const signIn = async (role: Role) => {
        const request = await playwright.request.newContext()
        const answer = await request.post(`${consoleAddress}/identity/sign-in/email`, {
          data: { email: emailOf(role), password },
          headers: { origin: consoleAddress },
        })
        if (!answer.ok()) throw new Error(`Signing in as ${role} answered ${answer.status()}`)
        const state = await request.storageState()
        await request.dispose()
        return state
      }
      const sessions = new Map<Role, Promise<State>>()
      await use((role, isFresh) => {
        if (isFresh) return signIn(role)
        const state = sessions.get(role) ?? signIn(role)
        sessions.set(role, state)
        return state
      })
    },
    { scope: 'worker' },
  ],
  // Not as `storageState`: a profile is used again only for the same one.
  context: async ({ context, role, freshSession, sessionOf }, use) => {
    // Playwright leaves this as the test before has set it.
    await context.setOffline(false)
    if (role) await context.addCookies((await sessionOf(role, freshSession)).cookies)
    await use(context)
  },
  // A call that a test's route still answers when the test ends would fail it.
  page: async ({ page }, use) => {
    await use(page)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  },
  // A page of a colleague, who is signed in, in a browser profile of its own.
  pageOf: async ({ browser, sessionOf }, use) => {
    const contexts: BrowserContext[] = []
    await use(async (role) => {
      const context = await browser.newContext({ storageState: await sessionOf(role) })
      contexts.push(context)
      return context.newPage()
    })
    for (const context of contexts) await context.close()
  },
})

export { expect }

/** Signs in by hand. */
export async function signIn(page: Page, role = 'admin') {
  await page.getByRole('textbox', { name: 'Email' }).fill(emailOf(role))
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
}

/** Blocks the live feed of a page, so that the page keeps showing a record as it was before a colleague's change. */
export const withoutLive = (page: Page) => page.route(/\/v1\/realtime\?/, (route) => route.abort())

/** Every call of the API that the page makes from now on, as 'GET /v1/…' without the query. */
export function watchCalls(page: Page): Request[] {
  const calls: Request[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    // Every page keeps the live feed open.
    const isCall = /^\/v\d\//.test(pathname) && pathname !== '/v1/realtime'
    if (isCall && request.method() !== 'OPTIONS') calls.push(request)
  })
  return calls
}

export const named = (request: Request) => `${request.method()} ${new URL(request.url()).pathname}`

/** Resolves when the page sends a call of this name. */
export const sent = (page: Page, name: string) => page.waitForRequest((request) => named(request) === name)

/** Resolves with the answer to the next call of this name. */
export const answered = (page: Page, name: string) =>
  page.waitForResponse((response) => named(response.request()) === name)

/** A toast with just this text; a failure is an alert, a success a status. */
export const toast = (page: Page, text: string): Locator =>
  page.locator('[data-toast]').filter({ has: page.getByText(text, { exact: true }) })

/** Long enough for anything that might wrongly be sent. */
export const quiet = (page: Page) => page.waitForTimeout(500)

/**
 * Takes a page off the network. The browser's own switch is for what the page knows of it, and for the live feed: its network process may
 * not hear of it for seconds, so that a route refuses the calls. The code of the console still arrives, as from the browser's cache.
 * @returns a function that ends it
 */
export async function goOffline(page: Page): Promise<() => Promise<void>> {
  let isOff = true
  const cut = async (route: Route) => {
    if (!isOff) return route.fallback()
    if (!new URL(route.request().url()).pathname.startsWith('/assets/'))
      return route.abort('internetdisconnected')
    // Not over the page's network.
    await route.fulfill({ response: await route.fetch() })
  }
  await page.route('**/*', cut)
  await page.context().setOffline(true)
  return async () => {
    isOff = false
    await page.context().setOffline(false)
  }
}

/**
 * Delays every answer of a page by some milliseconds. A changing call reaches the server at once: its answer is late.
 * Returns when it holds, with a function that ends the delay, also that of the calls that wait.
 */
export async function slowNetwork(page: Page, latency: number) {
  const usual = new AbortController()
  const wait = () => setTimeout(latency, undefined, { signal: usual.signal }).catch(() => {})
  const slow = async (route: Route) => {
    if (usual.signal.aborted || route.request().method() === 'GET') {
      await wait()
      return route.fallback()
    }
    const response = await route.fetch()
    await wait()
    await route.fulfill({ response })
  }
  // A page that is left cancels its calls.
  await page.route('**/*', (route) => slow(route).catch(() => route.abort().catch(() => {})))
  // The route stays: the browser sends what a route that goes still holds, and a call that is under way would be sent twice.
  return async () => usual.abort()
}

/** Measures in the page for how many milliseconds each later toast is shown. */
export async function watchToasts(page: Page): Promise<() => Promise<number[]>> {
  await page.evaluate(() => {
    const lives: number[] = []
    const began = new Map<Element, number>()
    Object.assign(window, { toastLives: lives })
    new MutationObserver(() => {
      const now = performance.now()
      for (const toast of document.querySelectorAll('[data-toast]'))
        if (!began.has(toast)) began.set(toast, now)
      for (const [toast, since] of began)
        if (!toast.isConnected) {
          lives.push(now - since)
          began.delete(toast)
        }
    }).observe(document.body, { childList: true, subtree: true })
  })
  return () => page.evaluate(() => (window as unknown as { toastLives: number[] }).toastLives)
}

/** Goes to an address inside the running console, as a link on the page would. */
export const follow = (page: Page, path: string) => page.evaluate((to) => history.pushState({}, '', to), path)
