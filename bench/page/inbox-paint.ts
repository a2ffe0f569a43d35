import { parseArgs } from 'node:util'
import { openServer } from '../stack/server-under-test.ts'
import { makeConversations } from './conversations.ts'
import { openPage } from './page.ts'

// Actions of the team inbox in a real page, by key:
//   node --import tsx bench/page/inbox-paint.ts [--rounds 20] [--pages 1] [--postgres URL]
// Prints the milliseconds from the key, or the choice in a list, to the painted change of the open conversation, with so many
// pages of 50 conversations in the list.
const { values } = parseArgs({
  options: {
    ...{ rounds: { type: 'string', default: '20' }, pages: { type: 'string', default: '1' } },
    postgres: { type: 'string' },
  },
})
const rounds = Number(values.rounds)
const pages = Number(values.pages)
const pageSize = 50
const server = await openServer({ postgres: values.postgres })
await server.start()
await makeConversations(server, Math.max(rounds, pages * pageSize))
await server.withDatabase(({ pool }) =>
  pool.query("update conversation_states set assignee = null, state = 'open'"),
)

// tsx names functions by a helper, which the page does not have.
const script = 'globalThis.__name = (named) => named'
const { page, close } = await openPage(server, '/dashboard/users', { script })
const pane = page.getByRole('region', { name: 'Conversation', exact: true })
const list = page.getByRole('region', { name: 'Team inbox' })
const field = pane.getByPlaceholder('Type a message...')
const took: Record<string, number[]> = {}

/** Measures from the next key or change event to the frame after the pane shows a text. */
async function timed(what: string, shown: string, act: () => Promise<void>) {
  await page.evaluate((text) => {
    const measured = Object.assign(window, { painted: 0 })
    let from = 0
    const begin = () => {
      if (from > 0) return
      from = performance.now()
      const isShown = () =>
        document.querySelector('section[aria-label="Conversation"]')?.textContent?.includes(text) ||
        [...document.querySelectorAll('select')].some((one) => one.value === text)
      const look = () => {
        if (!isShown()) return
        watch.disconnect()
        requestAnimationFrame(() =>
          setTimeout(() => {
            measured.painted = performance.now() - from
          }),
        )
      }
      const watch = new MutationObserver(look)
      watch.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true })
      setTimeout(look)
    }
    for (const kind of ['keydown', 'change', 'click'])
      addEventListener(kind, begin, { capture: true, once: true })
  }, shown)
  await act()
  await page.waitForFunction(() => (window as unknown as { painted: number }).painted > 0)
  const ms = await page.evaluate(() => (window as unknown as { painted: number }).painted)
  took[what] = [...(took[what] ?? []), ms]
}

for (let at = 0; at < rounds; at++) {
  await page.goto(`/dashboard/messages/c${at}?view=all`)
  await page.getByRole('region', { name: 'Message list' }).getByText(`(${at})`).waitFor()
  for (let loaded = 1; loaded < pages; loaded++) {
    await list.getByRole('button', { name: 'Load more' }).click()
    await list
      .getByRole('listitem')
      .nth(loaded * pageSize)
      .waitFor()
  }
  await pane.getByRole('button', { name: 'Take it' }).focus()
  await timed('assign', 'Assigned to', () => page.keyboard.press('Enter'))
  await timed('priority', 'urgent', async () => {
    await pane.getByLabel('Priority').selectOption('urgent')
  })
  await pane.getByLabel('Tags').fill(`tag${at}`)
  await timed('tag', `tag${at}`, () => page.keyboard.press('Enter'))
  await field.fill(`Answer ${at}.`)
  await timed('answer', `Answer ${at}.`, () => page.keyboard.press('Enter'))
  await pane.getByText('Sending…').waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')
  await page.keyboard.press('s')
  await page.getByRole('button', { name: /^For an hour/ }).waitFor()
  await timed('snooze', 'Snoozed until', () => page.keyboard.press('Enter'))
  await pane.getByRole('button', { name: 'Open again' }).click()
  await pane.getByRole('button', { name: 'Close', exact: true }).waitFor()
  await timed('close', 'Closed', () => page.keyboard.press('e'))
}
const share = (all: number[], part: number) =>
  Math.round(all.toSorted((a, b) => a - b)[Math.floor((all.length - 1) * part)] ?? 0)
console.info(
  Object.fromEntries(
    Object.entries(took).map(([what, all]) => [
      what,
      { p50: share(all, 0.5), p95: share(all, 0.95), max: share(all, 1) },
    ]),
  ),
)
await close()
await server.close()
