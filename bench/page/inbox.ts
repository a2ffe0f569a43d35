import { parseArgs } from 'node:util'
import { openServer } from '../stack/server-under-test.ts'
import { last, makeConversations } from './conversations.ts'
import { openPage } from './page.ts'

// A staff member with a very long inbox, in a real page:
//   node --import tsx bench/page/inbox.ts [--conversations 100000] [--postgres URL]
// Prints the time until the inbox is shown, a conversation is open, and a name, the unread ones and a word in all messages are
// found, and how smoothly thousands of rows scroll while the next pages load.
const { values } = parseArgs({
  options: { conversations: { type: 'string', default: '100000' }, postgres: { type: 'string' } },
})
const wanted = Number(values.conversations)
const server = await openServer({ postgres: values.postgres })
await server.start()
await makeConversations(server, wanted)

const { page, close } = await openPage(server, '/dashboard/users')
const rows = page.getByRole('region', { name: 'Inbox' }).getByRole('listitem').getByRole('button')
const figures: Record<string, number> = {}
const timed = async (what: string, work: () => Promise<void>) => {
  const from = performance.now()
  await work()
  figures[what] = Math.round(performance.now() - from)
}

await timed('inbox shown, from the click on Messages', async () => {
  await page.getByRole('link', { name: 'Messages' }).click()
  await rows.first().waitFor()
})
await timed('conversation open, from the click on it', async () => {
  await rows.nth(4).click()
  await page.getByRole('region', { name: 'Message list' }).getByText('(4)').waitFor()
})
const search = page.getByPlaceholder('Search inbox')
await timed('a person found, from the last key of their name', async () => {
  await search.fill(`Costa ${Math.floor(wanted * 0.9)}`.slice(0, 5))
  await rows.filter({ hasText: 'Costa' }).first().waitFor()
})
await timed('the one person far down found', async () => {
  const n = Math.floor(wanted * 0.9)
  await search.fill(`${last[(n * 7) % last.length]} ${n}`)
  await rows
    .filter({ hasText: `${n}` })
    .first()
    .waitFor()
})
await search.fill('')
await timed('the unread first', async () => {
  await page.getByRole('radiogroup', { name: 'Sort' }).getByText('Unread').click()
  await rows.and(page.locator('[data-unread]')).nth(4).waitFor()
})
await page.getByRole('radiogroup', { name: 'Sort' }).getByText('All').click()
await search.fill('tracking')
await timed('a word found in all messages', async () => {
  await page.getByRole('button', { name: /^Search messages for/ }).click()
  await page.getByText('The tracking has not moved').or(page.getByText('parcel?')).first().waitFor()
})
await page.goto('/dashboard/messages')
await rows.first().waitFor()

// As strings: code compiled for Node.js does not run in the page.
await page.evaluate(
  `window.frames = []; (function frame(before) { requestAnimationFrame((now) => { if (before) window.frames.push(now - before); frame(now) }) })()`,
)
const box = page.getByRole('region', { name: 'Inbox' })
const place = await box.boundingBox()
await page.mouse.move((place?.x ?? 0) + 100, (place?.y ?? 0) + 400)
let deepest = 0
const scrolling = performance.now()
while (performance.now() - scrolling < 20_000) {
  await page.mouse.wheel(0, 600)
  await page.waitForTimeout(16)
}
deepest = Number(await rows.last().locator('xpath=..').getAttribute('aria-posinset'))
const frames = (await page.evaluate('window.frames')) as number[]
const sorted = frames.toSorted((a, b) => a - b)
const share = (part: number) => Math.round((sorted[Math.floor((sorted.length - 1) * part)] ?? 0) * 10) / 10
console.info(
  JSON.stringify(
    {
      database: values.postgres ? 'PostgreSQL' : 'PGlite',
      conversations: wanted,
      milliseconds: figures,
      scrolling: {
        'rows passed in 20 s': deepest,
        'milliseconds a frame, p50': share(0.5),
        p95: share(0.95),
        p99: share(0.99),
        max: share(1),
      },
    },
    null,
    2,
  ),
)
await close()
await server.close()
