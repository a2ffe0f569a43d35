import { parseArgs } from 'node:util'
import '../../server/hooks.ts'
import { runImport } from '../../server/marketplace/import/command.ts'
import { openServer } from '../stack/server-under-test.ts'
import { openPage } from './page.ts'

// A whole queue of listings reviewed by keyboard alone, as fast as the page allows:
//   node --import tsx bench/page/review-keys.ts DIR [--all] [--postgres URL]
// DIR has a marketplace in the import format; --all puts every listing of it up for review, not only the pending ones. Every third is
// denied with the first message, the others approved. Prints the time from the key to the painted next case. In the
// end the page's queue and the server's must be empty, and every listing decided by its key.
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { all: { type: 'boolean', default: false }, postgres: { type: 'string' } },
})
const [folder] = positionals
if (!folder) {
  console.error('Usage: node --import tsx bench/page/review-keys.ts DIR [--all] [--postgres URL]')
  process.exit(2)
}

const server = await openServer({ postgres: values.postgres })
await server.start()
const waiting = await server.withDatabase(async (database) => {
  await runImport({
    database,
    settings: { secret: '', secretsBefore: [], payoutDelay: 0 },
    folder,
    rejectsFolder: `${folder}/../rejects-of-bench`,
    print: () => {},
    isTTY: false,
    signal: new AbortController().signal,
  })
  await database.pool.query(
    "insert into moderating_messages (map, key, text) values ('admin_messages', 'photos', 'Please show it on better photos.') on conflict do nothing",
  )
  if (values.all) await database.pool.query("update posts set review_state = 'pending'")
  const { rows } = await database.pool.query<{ key: string }>(
    "select key from posts where review_state = 'pending'",
  )
  return new Set(rows.map(({ key }) => key))
})

const { page, close } = await openPage(server, '/dashboard/pending_review')
await page.getByRole('article', { name: 'Open case' }).waitFor()

/** In the page: milliseconds from the key of a decision to the painted next case. */
await page.evaluate(() => {
  const measured: { took: number[] } = Object.assign(window, { took: [] as number[] })
  addEventListener(
    'keydown',
    ({ key }) => {
      const deciding = key === 'a' || (key === '1' && document.querySelector('[role="dialog"]'))
      if (!deciding) return
      const from = performance.now()
      const before = document.querySelector('article[aria-label="Open case"]')
      const watch = new MutationObserver(() => {
        if (document.querySelector('article[aria-label="Open case"]') === before) return
        watch.disconnect()
        requestAnimationFrame(() => setTimeout(() => measured.took.push(performance.now() - from)))
      })
      watch.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true })
    },
    true,
  )
})
const decided = () => page.evaluate(() => (window as unknown as { took: number[] }).took.length)

const began = Date.now()
const denied: number[] = []
const open = page.getByRole('article', { name: 'Open case' })
/** A refused decision, for example by a busy database, returns to the queue and is made again. */
const most = waiting.size + 100
for (let at = 0; at < most; at++) {
  if (at >= waiting.size && !(await open.isVisible())) break
  if (at % 3 === 2) {
    denied.push(at)
    await page.keyboard.press('d')
    await page.getByRole('dialog').getByRole('listitem').first().waitFor()
    await page.keyboard.press('1')
  } else await page.keyboard.press('a')
  await page.waitForFunction((count) => (window as unknown as { took: number[] }).took.length > count, at)
  if (at % 100 === 99) console.error(`${at + 1} of ${waiting.size}`)
}
const seconds = (Date.now() - began) / 1000
const count = await decided()
const took = (await page.evaluate(() => (window as unknown as { took: number[] }).took)).toSorted(
  (a, b) => a - b,
)
// Wait for the last answers; a refused decision is in the queue again.
await page.waitForTimeout(3000)
const shown = await page.getByRole('list', { name: 'Cases' }).locator(':scope > li').count()

const states = await server.withDatabase(async ({ pool }) => {
  const { rows } = await pool.query<{ key: string; review_state: string }>(
    'select key, review_state from posts',
  )
  return rows.filter(({ key }) => waiting.has(key))
})
const number = (state: string) => states.filter(({ review_state }) => review_state === state).length
const percentile = (share: number) => Math.round(took[Math.floor((took.length - 1) * share)] ?? Number.NaN)
const again = count - waiting.size
const agree = shown === 0 && number('pending') === 0 && (again > 0 || number('denied') === denied.length)
console.info(
  JSON.stringify(
    {
      database: values.postgres ? 'PostgreSQL' : 'PGlite',
      decisions: count,
      'made again': again,
      seconds: Math.round(seconds),
      'milliseconds from key to next case painted': {
        p50: percentile(0.5),
        p95: percentile(0.95),
        p99: percentile(0.99),
        max: percentile(1),
      },
      approved: number('approved'),
      denied: number('denied'),
      'still pending': number('pending'),
      'page and server agree': agree,
    },
    null,
    2,
  ),
)
await close()
await server.close()
process.exit(agree ? 0 : 1)
