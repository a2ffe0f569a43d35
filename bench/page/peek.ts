import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import type { Page } from '@playwright/test'
import { openServer } from '../stack/server-under-test.ts'
import { openPage } from './page.ts'
import { spread } from './tasks.ts'

// The desk's panel in a real page, with the records cached: milliseconds from a key to the painted content.
//   node --import tsx bench/page/peek.ts [--times 15] [--address http://localhost:4400]
// Space opens the panel (50 ms at most), J changes to the next record (one frame and its work), Enter opens the page (80 ms).
// --address measures a running demo instead of fixtures.
const { values } = parseArgs({
  options: { times: { type: 'string', default: '15' }, address: { type: 'string' } },
})
const times = Number(values.times)
const server = values.address
  ? { api: values.address, start: async () => {}, close: async () => {} }
  : await openServer({ postgres: undefined, demo: 'fixtures' })
try {
  await server.start()
  const { page, close } = await openPage(server as Parameters<typeof openPage>[0], '/dashboard/desk')
  await page.goto('/dashboard/desk')
  await page.locator('[data-peek]').nth(4).waitFor()
  const panel = "document.querySelector('aside h2, aside h1')"
  /** What the panel names, other than before the key. */
  const changed = `${panel} && ${panel}.textContent !== window.before`
  const measured: Record<string, number[]> = { space: [], next: [], enter: [] }
  await page.locator('[data-peek]').first().focus()
  for (let time = 0; time <= times; time++) {
    const opened = await pressed(page, ' ', panel)
    await page.waitForTimeout(800)
    const next = await pressed(page, 'j', changed)
    await page.waitForTimeout(800)
    await pressed(page, 'k', changed)
    await page.waitForTimeout(300)
    await pressed(page, ' ', `!${panel}`)
    await page.waitForTimeout(300)
    // The first round loads the code and the records.
    if (time === 0) continue
    measured.space?.push(opened)
    measured.next?.push(next)
  }
  for (let time = 0; time <= Math.min(times, 5); time++) {
    const entered = await pressed(
      page,
      'Enter',
      "!location.pathname.endsWith('/desk') && document.querySelector('h1')",
    )
    if (time > 0) measured.enter?.push(entered)
    await page.waitForTimeout(1000)
    await page.goBack()
    await page.locator('[data-peek]').nth(4).waitFor()
    await page.locator('[data-peek]').first().focus()
    await page.waitForTimeout(500)
  }
  const limits = { space: 50, next: 34, enter: 80 }
  for (const [key, limit] of Object.entries(limits))
    console.info(JSON.stringify({ key, ms: spread(measured[key] ?? []), limit, load: loadavg()[0] }))
  await close()
} finally {
  await server.close()
}

/** Presses a key. The milliseconds from its event until the frame after a condition of the page holds. */
async function pressed(page: Page, key: string, condition: string): Promise<number> {
  await page.evaluate(`(() => {
    window.before = document.querySelector('aside h2, aside h1')?.textContent
    window.painted = new Promise((done) => addEventListener('keydown', (event) => {
      const start = event.timeStamp
      const look = () => (${condition})
        ? requestAnimationFrame(() => setTimeout(() => done(Math.round(performance.now() - start))))
        : setTimeout(look)
      look()
    }, { capture: true, once: true }))
  })()`)
  await page.keyboard.press(key === ' ' ? 'Space' : key)
  return Number(await page.evaluate('window.painted'))
}
