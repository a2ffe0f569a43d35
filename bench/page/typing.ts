import { readFile } from 'node:fs/promises'
import { loadavg } from 'node:os'
import type { User } from '@portreeve/contract/people/users'
import { Random } from '../../server/seed/random.ts'
import { dataOf } from '../stack/client.ts'
import { print, round, spread } from '../stack/figures.ts'
import { options } from '../stack/options.ts'
import { openServer } from '../stack/server-under-test.ts'
import { openPage } from './page.ts'

// Searching people as staff do, in a real page:
//   node --import tsx bench/page/typing.ts [--terms 200] [--postgres URL]
// Types terms of every kind (drawn from the people in the database) and presses Enter; prints the time from that key to the
// painted answer, the server's part of it, and the time of each typed letter.
const { terms: wanted, postgres } = options({ terms: 200, postgres: undefined })

const server = await openServer({ postgres, demo: postgres ? 'admin' : 'fixtures' })
const token = await server.token()
const find = async (term: string): Promise<User[]> => {
  const query = new URLSearchParams({ search_term: term, exclude_uid: '' })
  return dataOf(await server.call(token, 'GET', `/v1/admin/user_search?${query}`))
}

const people = (await Promise.all(['', 'a', 'ma', 'son', 'gmail', 'li', 'er'].map(find))).flat()
const random = Random.of('typing')
const kinds: Record<string, (user: User) => string | null | undefined> = {
  'first name': (user) => user.displayName?.split(' ')[0],
  'last name': (user) => user.displayName?.split(' ').at(-1),
  'whole name': (user) => user.displayName,
  'three letters': (user) => user.displayName?.slice(0, 3),
  'two letters': (user) => user.displayName?.slice(1, 3),
  'one letter': (user) => user.displayName?.[0],
  'middle of a name': (user) => user.displayName?.slice(2, 7),
  email: (user) => user.email,
  'beginning of an email': (user) => user.email?.slice(0, 5),
  'domain of an email': (user) => user.email?.split('@')[1],
  uid: (user) => user.uid,
  'beginning of a uid': (user) => user.uid.slice(0, 4),
  'end of a phone number': (user) => user.phone_number?.slice(-4),
  'IP address': (user) => user.last_ip?.split('.').slice(0, 2).join('.'),
  nobody: (user) => `${user.uid}-nobody`,
}
const terms: { kind: string; term: string }[] = []
for (let tries = 0; terms.length < wanted && tries < 10_000; tries++) {
  const [kind, of] = Object.entries(kinds)[tries % Object.keys(kinds).length] ?? ['', () => null]
  const term = of(random.pick(people))?.trim()
  if (term && terms.at(-1)?.term !== term) terms.push({ kind, term })
}

/** What watch.js records. */
interface Watched {
  keys: number[]
  searches: { term: string; from: number; painted: number | null; shows: string; rows?: number }[]
}
const script = await readFile(new URL('./watch.js', import.meta.url), 'utf8')
const { page, close } = await openPage(server, '/dashboard/users', script)
/** Waits until the page is idle: its loading must not count as part of the search. */
const atRest = () =>
  page.evaluate('new Promise((done) => requestIdleCallback(() => requestIdleCallback(() => done())))')
const box = page.getByRole('searchbox', { name: 'Search Users' })
await page.getByRole('heading', { name: 'Listing Reports' }).waitFor()
await page.waitForLoadState('networkidle').catch(() => {})
await atRest()
await page.waitForTimeout(1000)

const serverTimes = new Map<string, number>()
page.on('requestfinished', (request) => {
  const term = new URL(request.url()).searchParams.get('search_term')
  if (term !== null && request.method() === 'GET') serverTimes.set(term, request.timing().responseEnd)
})
const load = loadavg()[0]
for (const [at, { term }] of terms.entries()) {
  await box.click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(term, { delay: 30 })
  await page.keyboard.press('Enter')
  // A function: the page's policy forbids a text that is evaluated again and again.
  const isPainted = (n: number) =>
    (globalThis as unknown as { watched: Watched }).watched.searches[n]?.painted
  await page.waitForFunction(isPainted, at, { polling: 50 })
  await atRest()
  if (new URL(page.url()).pathname.startsWith('/user-detail/')) {
    await page.goBack()
    await box.waitFor()
    await page.waitForTimeout(200)
    await atRest()
  }
}
const seen = (await page.evaluate('window.watched')) as Watched

const took = seen.searches.map((search, at) => ({
  ...terms[at],
  shows: search.shows === 'rows' ? `${search.rows} rows` : search.shows,
  ms: round((search.painted ?? 0) - search.from),
}))
const of = (shows: RegExp) => spread(took.filter((one) => shows.test(one.shows)).map(({ ms }) => ms))
print({
  database: postgres ? 'PostgreSQL' : 'PGlite',
  load: [load, loadavg()[0]].map((one) => round(one ?? 0)),
  'from Enter to the painted answer': of(/./),
  'a list': of(/rows$/),
  'nobody found': of(/^nothing$/),
  'one found: their page': of(/^person$/),
  'of this, server and network': spread([...serverTimes.values()]),
  'a typed letter, at most this': spread(seen.keys),
  slowest: took.toSorted((a, b) => b.ms - a.ms).slice(0, 8),
})
await close()
await server.close()
