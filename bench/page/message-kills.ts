import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openServer } from '../stack/server-under-test.ts'
import { openPage } from './page.ts'

// Messages written in a real page while the server is killed, the network is offline, Enter is pressed five times, or the page is
// reloaded:
//   node --import tsx bench/page/message-kills.ts [--messages 100] [--postgres URL]
// The console must be built (`npm start` does it). In the end every message must be in the database exactly once, in the order of
// writing, and on the page.
const { values } = parseArgs({
  options: { messages: { type: 'string', default: '100' }, postgres: { type: 'string' } },
})
const wanted = Number(values.messages)
const uid = 'staff-admin'

const server = await openServer({ postgres: values.postgres })
await server.start()
await server.withDatabase(async ({ pool }) => {
  await pool.query(
    "insert into conversations (id, conversations_messages_id, date) values ('talk', 'm-talk', now())",
  )
  await pool.query(
    "insert into conversation_members (conversation_id, uid, name, position) values ('talk', $1, 'Admin', 0), ('talk', 'ana', 'Ana', 1)",
    [uid],
  )
})

const { page, context, close } = await openPage(server, '/dashboard/messages')
const input = page.getByPlaceholder('Type a message...')
const list = page.getByRole('region', { name: 'Message list' })
const outgoing = page.locator('[data-outgoing]')
await input.waitFor()
const counted = {
  kills: 0,
  offline: 0,
  'Enter five times': 0,
  reloads: 0,
  'shown as "not sent"': 0,
  retried: 0,
}

/** Waits until no message is pending; retries unsent ones, as a person would. */
async function settle(text: string) {
  const until = Date.now() + 60_000
  let shown = false
  while (Date.now() < until) {
    if ((await outgoing.count()) === 0 && (await list.getByText(text, { exact: true }).count()) === 1) return
    const retry = list.getByRole('button', { name: 'Retry' })
    if (await retry.isVisible().catch(() => false)) {
      if (!shown) counted['shown as "not sent"']++
      shown = true
      counted.retried++
      await retry.click({ timeout: 1000 }).catch(() => {})
    }
    await pause(100)
  }
  throw new Error(`"${text}" was not settled: ${await list.innerText()}`)
}

const began = Date.now()
for (let at = 0; at < wanted; at++) {
  const text = `Message ${at} of the bench`
  await input.fill(text)
  const way = at % 4
  if (way === 0) {
    await input.press('Enter')
    await pause(Math.random() * 60)
    await server.kill()
    counted.kills++
    await pause(Math.random() * 1500)
    await server.start()
  } else if (way === 1) {
    counted.offline++
    await context.setOffline(true)
    await input.press('Enter')
    await pause(Math.random() * 800)
    await context.setOffline(false)
  } else if (way === 2) {
    counted['Enter five times']++
    for (let press = 0; press < 5; press++) await input.press('Enter')
  } else {
    counted.reloads++
    await input.press('Enter')
    await pause(Math.random() * 30)
    await page.reload()
    await input.waitFor()
  }
  await settle(text)
  if (at % 10 === 9) console.error(`${at + 1} messages, ${counted.kills} kills`)
}

const texts = Array.from({ length: wanted }, (_, at) => `Message ${at} of the bench`)
const kept = await server.withDatabase(async ({ pool }) => {
  const { rows } = await pool.query<{ text: string }>(
    "select text from messages where conversation_id = 'talk' order by date, id",
  )
  return rows.map((row) => row.text)
})
await page.reload()
await list.getByText(texts.at(-1) ?? '', { exact: true }).waitFor()
let missingOnPage = 0
for (const text of texts) if ((await list.getByText(text, { exact: true }).count()) !== 1) missingOnPage++
const lost = texts.filter((text) => !kept.includes(text)).length
const twice = kept.length - new Set(kept).size
const disordered = kept.filter((text, at) => text !== texts[at]).length
const faults = lost + twice + disordered + missingOnPage
console.info(
  JSON.stringify(
    {
      database: values.postgres ? 'PostgreSQL' : 'PGlite',
      messages: wanted,
      seconds: Math.round((Date.now() - began) / 1000),
      ...counted,
      lost,
      twice,
      'out of order': disordered,
      'not once on the page': missingOnPage,
      faults,
    },
    null,
    2,
  ),
)
await close()
await server.close()
process.exit(faults > 0 ? 1 : 0)
