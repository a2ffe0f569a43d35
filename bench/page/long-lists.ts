import { readFile } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import type { Locator } from '@playwright/test'
import { makeOrders } from '../stack/orders.ts'
import { openServer } from '../stack/server-under-test.ts'
import { makeConversations } from './conversations.ts'
import { openPage } from './page.ts'
import { spread, watchTasks } from './tasks.ts'

// Lists of 10,000 rows in a real page:
//   node --import tsx bench/page/long-lists.ts [--rows 10000] [--postgres URL]
// Loads all rows, then scrolls, types and opens a menu or a row. Prints the time between frames, and every task of the page's thread
// longer than a frame (16.7 ms). With --postgres the database must have as many rows (data/fill.ts); the bench writes nothing to it.
const { values } = parseArgs({
  options: { rows: { type: 'string', default: '10000' }, postgres: { type: 'string' } },
})
const wanted = Number(values.rows)
const server = await openServer({ postgres: values.postgres })
await server.start()
if (!values.postgres) {
  await makeOrders(server, 'long', wanted)
  await makeConversations(server, wanted)
  await server.withDatabase(({ pool }) =>
    pool.query(
      `insert into keywords (id, terms, preferred_term, created_at)
       select 'k' || n, 'term' || n || ',other' || n, 'word' || n, now() from generate_series(1, $1::int) n`,
      [wanted],
    ),
  )
}

const { page, browser, close } = await openPage(server, '/dashboard/users', {
  script: await readFile(new URL('./watch.js', import.meta.url), 'utf8'),
})
const figures: Record<string, unknown> = {}
const watched = async (what: string, work: () => Promise<void>) => {
  console.error(what)
  const load = loadavg()[0] ?? 0
  let frames: number[] = []
  const { tasks } = await watchTasks(browser, page, 16.7, async () => {
    await page.evaluate("performance.mark('bench begins'); window.watched.watchFrames()")
    await work()
    frames = (await page.evaluate('window.watched.stopFrames()')) as number[]
  })
  const late = tasks.filter(({ own }) => own > 16.7).toSorted((a, b) => b.own - a.own)
  figures[what] = {
    load: Math.round(load * 10) / 10,
    frames: spread(frames),
    'later than 17.5 ms': frames.filter((ms) => ms > 17.5).length,
    'tasks of more than 16.7 ms of own time': spread(late.map(({ own }) => own)),
    longest: late
      .slice(0, 3)
      .map(({ wall, own, made }) => `${Math.round(wall)} (own ${Math.round(own)}): ${made.join(', ')}`),
  }
}
/** Turns the mouse wheel for some seconds, as a hand does. */
const wheel = async (over: Locator, seconds = 4) => {
  await over.hover()
  for (const end = Date.now() + seconds * 1000; Date.now() < end; ) {
    await page.mouse.wheel(0, 400)
    await page.waitForTimeout(16)
  }
}
const type = async (into: Locator, text: string) => {
  await into.click()
  await page.keyboard.type(text, { delay: 60 })
}
/** Loads page after page until all rows are loaded. */
const loadAll = async (shown: Locator, size: number) => {
  const more = page.getByRole('button', { name: 'Load more' })
  for (let rows = size; rows < wanted; rows += size) {
    if (rows % 2000 === 0) console.error(`${rows} rows`)
    await more.click()
    await shown.filter({ hasText: `${rows + size}` }).waitFor({ state: 'attached' })
  }
}
await watched('nothing at all', () => page.waitForTimeout(3000))

await page.getByRole('link', { name: 'Orders', exact: true }).click()
const transactions = page.getByRole('region', { name: 'Transactions, table' })
await transactions.getByRole('link').first().waitFor()
await loadAll(page.getByRole('heading', { level: 1 }).locator('..'), 100)
await watched('transactions: scrolling', () => wheel(transactions))
await watched('transactions: typing a filter', () =>
  type(page.getByLabel('Buyer or seller (UID)'), 'a person with a long uid'),
)

await page.getByRole('link', { name: 'Messages' }).click()
const inbox = page.getByRole('region', { name: 'Inbox' })
const rows = inbox.getByRole('listitem')
await rows.first().waitFor()
const ofInbox = () =>
  page.evaluate("(document.querySelector('section[aria-label=Inbox] ul')?.clientHeight ?? 0) / 64")
for (let now = 0; now < wanted; now = Number(await ofInbox())) {
  await page.evaluate("document.querySelector('section[aria-label=Inbox] ul').parentElement.scrollTop = 1e9")
  await page.waitForTimeout(100)
}
await page.evaluate("document.querySelector('section[aria-label=Inbox] ul').parentElement.scrollTop = 0")
await watched('inbox: scrolling', () => wheel(inbox))
await watched('inbox: typing a search', () => type(page.getByPlaceholder('Search inbox'), 'Costa 12'))
await page.getByPlaceholder('Search inbox').fill('')
await watched('inbox: typing a message', () =>
  type(page.getByRole('textbox', { name: 'Message' }), 'Is it still there?'),
)
await watched('inbox: opening the macros', async () => {
  await page.getByRole('button', { name: /macro/i }).first().click()
  await page.waitForTimeout(1000)
})
await page.keyboard.press('Escape')

await page.getByRole('link', { name: 'Content Keywords' }).click()
const keywords = page.getByRole('table', { name: 'Content Keywords' })
await keywords.getByRole('button').first().waitFor()
if (!values.postgres) {
  await loadAll(page.getByText(/^Showing/), 200)
  await watched('keywords: scrolling', () => wheel(keywords))
  await watched('keywords: typing into a row', () => type(keywords.getByRole('textbox').nth(4), ',abcdef'))
  await watched('keywords: opening a menu', async () => {
    await keywords
      .getByRole('button', { name: /^Actions for/ })
      .nth(8)
      .click()
    await page.waitForTimeout(1000)
  })
}
console.info(
  JSON.stringify({ database: values.postgres ? 'PostgreSQL' : 'PGlite', rows: wanted, ...figures }, null, 2),
)
await close()
await server.close()
