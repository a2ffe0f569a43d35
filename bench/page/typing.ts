import { readFile } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import type { User } from '@portreeve/contract/people/users'
import { apiKey, openServer } from '../stack/server-under-test.ts'
import { openPage } from './page.ts'
import { round, spread, type Task, watchTasks } from './tasks.ts'

// Searching people as staff do, in a real page:
//   node --import tsx bench/page/typing.ts [--terms 200] [--postgres URL] [--profile FILE]
// Types terms of every kind (drawn from the people in the database) and presses Enter; prints the time from that key to the
// painted answer, the server's part of it, the time of each typed letter, and every task of the page's thread over 50 ms with its parts.
const { values } = parseArgs({
  options: {
    terms: { type: 'string', default: '200' },
    postgres: { type: 'string' },
    profile: { type: 'string' },
    throttle: { type: 'string', default: '1' },
  },
})

const server = await openServer({ postgres: values.postgres, demo: values.postgres ? 'admin' : 'fixtures' })
await server.start()
const token = await server.token()
const find = async (term: string): Promise<User[]> => {
  const query = new URLSearchParams({ search_term: term, exclude_uid: '' })
  const answer = await fetch(`${server.api}/v1/admin/user_search?${query}`, {
    headers: { authorization: `Bearer ${token}`, 'x-api-key': apiKey },
  })
  return ((await answer.json()) as { data: User[] }).data
}

/** A repeatable series of numbers below 1. */
let state = 7
const chance = () => {
  state = (state * 48_271) % 2_147_483_647
  return state / 2_147_483_647
}
const one = <T>(list: readonly T[]): T => list[Math.floor(chance() * list.length)] as T

const people = (await Promise.all(['', 'a', 'ma', 'son', 'gmail', 'li', 'er'].map(find))).flat()
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
for (let tries = 0; terms.length < Number(values.terms) && tries < 10_000; tries++) {
  const [kind, of] = Object.entries(kinds)[tries % Object.keys(kinds).length] ?? ['', () => null]
  const term = of(one(people))?.trim()
  if (term && terms.at(-1)?.term !== term) terms.push({ kind, term })
}

interface Watched {
  keys: number[]
  searches: { term: string; from: number; painted: number | null; shows: string; rows?: number }[]
}
const { page, browser, close } = await openPage(server, '/dashboard/users', {
  script: await readFile(new URL('./watch.js', import.meta.url), 'utf8'),
})
const devtools = await page.context().newCDPSession(page)
const throttle = Number(values.throttle)
if (throttle > 1) await devtools.send('Emulation.setCPUThrottlingRate', { rate: throttle })
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
  const address = new URL(request.url())
  const term = address.searchParams.get('search_term')
  if (term !== null && request.method() === 'GET') serverTimes.set(term, request.timing().responseEnd)
})
if (values.profile) {
  await devtools.send('Profiler.enable')
  await devtools.send('Profiler.setSamplingInterval', { interval: 200 })
  await devtools.send('Profiler.start')
}
const load = loadavg()[0]
const { tasks, marks } = await watchTasks(browser, page, 50, async () => {
  await page.evaluate("performance.mark('bench begins')")
  for (const [at, { term }] of terms.entries()) {
    await box.click()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type(term, { delay: 30 })
    await page.keyboard.press('Enter')
    await page.waitForFunction(
      (n) => (globalThis as unknown as { watched: Watched }).watched.searches[n]?.painted,
      at,
      {
        polling: 50,
      },
    )
    await atRest()
    if (new URL(page.url()).pathname.startsWith('/user-detail/')) {
      await page.goBack()
      await box.waitFor()
      await page.waitForTimeout(200)
      await atRest()
    }
  }
})
if (values.profile) {
  const { profile } = await devtools.send('Profiler.stop')
  await (await import('node:fs/promises')).writeFile(values.profile, JSON.stringify(profile))
}
const seen = (await page.evaluate('window.watched')) as Watched

const took = seen.searches.map((search, at) => ({
  ...terms[at],
  shows: search.shows === 'rows' ? `${search.rows} rows` : search.shows,
  ms: (search.painted ?? 0) - search.from,
}))
const of = (shows: (words: string) => boolean) =>
  spread(took.filter((one) => shows(one.shows)).map(({ ms }) => ms))
/** From Enter until the rows below are drawn, too. */
const during = tasks.filter((task) =>
  marks.some(
    ({ name, at }, index) =>
      name === 'bench loading' && task.at + task.wall > at && task.at < (marks[index + 1]?.at ?? 0) + 200,
  ),
)
const figuresOf = (some: Task[]) => ({
  'by the clock': spread(some.map(({ wall }) => wall)),
  'of them by their own processor time': spread(some.map(({ own }) => own).filter((own) => own > 50)),
  longest: some
    .toSorted((a, b) => b.own - a.own)
    .slice(0, 5)
    .map(({ wall, own, made }) => `${round(wall)} (own ${round(own)}): ${made.join(', ')}`),
})
console.info(
  JSON.stringify(
    {
      database: values.postgres ? 'PostgreSQL' : 'PGlite',
      load: [load, loadavg()[0]].map((one) => round(one ?? 0)),
      'from Enter to the painted answer': spread(took.map(({ ms }) => ms)),
      'a list': of((words) => words.endsWith('rows')),
      'nobody found': of((words) => words === 'nothing'),
      'one found: their page': of((words) => words === 'person'),
      'of this, server and network': spread([...serverTimes.values()]),
      'a typed letter, at most this': spread(seen.keys),
      slowest: took
        .toSorted((a, b) => b.ms - a.ms)
        .slice(0, 8)
        .map((one) => ({ ...one, ms: round(one.ms) })),
      'tasks over 50 ms during a search': figuresOf(during),
      'tasks over 50 ms between searches': figuresOf(tasks.filter((task) => !during.includes(task))),
    },
    null,
    2,
  ),
)
await close()
await server.close()
