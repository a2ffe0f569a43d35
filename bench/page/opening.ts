import { loadavg } from 'node:os'
import type { BrowserContext, Page } from '@playwright/test'
import { round, spread } from '../stack/figures.ts'
import { options } from '../stack/options.ts'
import { openServer } from '../stack/server-under-test.ts'
import { openPage } from './page.ts'

// Opening a page in a new tab with a warm cache, and following a link in the same tab:
//   node --import tsx bench/page/opening.ts [--times 15]
// Prints, for each page, the milliseconds from the navigation until its content is painted, and of one more opening the requests,
// those of them that reached the network, and the bytes received.
const { times } = options({ times: 15 })

interface Opening {
  name: string
  path: string
  /** What is there once the content is. */
  content: string
  limit?: number
}
const server = await openServer({ postgres: undefined, demo: 'fixtures' })
try {
  const [found] = await server.withDatabase(async ({ pool }) => {
    const { rows } = await pool.query<{ uid: string; id: string }>(
      'select seller_uid as uid, id from transactions order by id limit 1',
    )
    return rows
  })
  if (!found) throw new Error('The fixtures have no transaction')
  const person = 'aside[aria-label="Person"] h1'
  const openings: Opening[] = [
    { name: 'start page', path: '/dashboard/users', content: 'main a[href*="/user-detail/"]', limit: 500 },
    { name: 'desk', path: '/dashboard/desk', content: 'main li a, main tbody tr', limit: 500 },
    { name: 'person', path: `/user-detail/${found.uid}`, content: person, limit: 350 },
    { name: 'transaction', path: `/dashboard/txns/${found.id}`, content: 'main h1', limit: 350 },
  ]
  const { page, context, close } = await openPage(server, '/dashboard/users')
  const measure = async (opening: Opening) => {
    // The first opening fills the cache. Watching requests slows an opening down by a fifth, so that it is a separate one.
    await requestsOf(context, opening)
    const seen: number[] = []
    for (let time = 0; time < times; time++) seen.push(await open(context, opening))
    const watched = await requestsOf(context, opening)
    console.info(
      JSON.stringify({
        opening: opening.name,
        ms: spread(seen),
        limit: opening.limit,
        requests: watched.length,
        network: watched.filter((bytes) => bytes > 0).length,
        kB: round(watched.reduce((sum, bytes) => sum + bytes, 0) / 1000),
      }),
    )
  }
  for (const opening of openings) await measure(opening)
  const followed: number[] = []
  for (let time = 0; time < times; time++) followed.push(await follow(page))
  console.info(
    JSON.stringify({
      opening: 'a link in the same tab',
      ms: spread(followed),
      limit: 150,
      load: loadavg()[0],
    }),
  )
  // The least that a page takes on this machine: no record is fetched and little is painted.
  await context.clearCookies()
  await measure({ name: 'sign-in page', path: '/dashboard/users', content: 'form button' })
  await close()
} finally {
  await server.close()
}

async function open(context: BrowserContext, { path, content }: Opening): Promise<number> {
  const page = await context.newPage()
  const ms = await paintedAt(page, path, content)
  await page.waitForTimeout(500)
  await page.close()
  return ms
}

/** The bytes that each request of an opening gets from the network; 0 from the cache. */
async function requestsOf(context: BrowserContext, { path, content }: Opening): Promise<number[]> {
  const page = await context.newPage()
  const requests = new Map<string, number>()
  const network = await context.newCDPSession(page)
  await network.send('Network.enable')
  network.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (!/^(data|blob):/.test(request.url)) requests.set(requestId, 0)
  })
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (requests.has(requestId)) requests.set(requestId, encodedDataLength)
  })
  await paintedAt(page, path, content)
  // What the page requests after its first painting counts too. The live feed never ends, so that the network is never idle.
  await page.waitForTimeout(1000)
  await page.close()
  return [...requests.values()]
}

// Scripts of the page are texts: tsx adds helpers to functions that the page does not have.
/** Resolves in the frame after a condition holds, with the milliseconds since a time of the page's clock. */
function framesUntil(condition: string, since: string): string {
  return `new Promise((done) => {
    const look = () => requestAnimationFrame(() =>
      (${condition}) ? requestAnimationFrame(() => done(Math.round(performance.now() - ${since}))) : look())
    look()
  })`
}

/** Milliseconds from the navigation until the content is painted. */
async function paintedAt(page: Page, path: string, content: string): Promise<number> {
  await page.goto(path, { waitUntil: 'commit' })
  return page.evaluate(framesUntil(`document.querySelector(${JSON.stringify(content)})`, '0'))
}

/** From the click on the tab Orders until its list is painted. */
async function follow(page: Page): Promise<number> {
  await page.goto('/dashboard/users')
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Orders' })
  await link.hover()
  // A person's pointer rests before it clicks.
  await page.waitForTimeout(300)
  await page.evaluate(`addEventListener('click', (event) => {
    window.followed = ${framesUntil("location.pathname.includes('/txns/') && document.querySelector('main tbody tr')", 'event.timeStamp')}
  }, { capture: true, once: true })`)
  await link.click()
  return page.evaluate('window.followed')
}
