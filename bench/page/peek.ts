import { loadavg } from 'node:os'
import type { Page } from '@playwright/test'
import { print, spread } from '../stack/figures.ts'
import { options } from '../stack/options.ts'
import { openServer } from '../stack/server-under-test.ts'
import { openPage } from './page.ts'

// The desk's panel in a real page, with the records cached: milliseconds from a key to the painted content.
//   node --import tsx bench/page/peek.ts [--times 15] [--address http://localhost:4400]
// Space opens the panel (50 ms at most), J changes to the next record (one frame and its work), Enter opens the page (80 ms).
// --address measures a running demo instead of fixtures.
const { times, address } = options({ times: 15, address: undefined })
const server = address ? undefined : await openServer({ postgres: undefined, demo: 'fixtures' })
try {
  const { page, close } = await openPage({ api: server?.api ?? address ?? '' }, '/dashboard/desk')
  await page.goto('/dashboard/desk')
  await page.locator('[data-peek]').nth(4).waitFor()
  const panel = "document.querySelector('aside h2, aside h1')"
  /** What the panel names, other than before the key. */
  const changed = `${panel} && ${panel}.textContent !== window.before`
  const left = "!location.pathname.endsWith('/desk') && document.querySelector('h1')"
  const space: number[] = []
  const next: number[] = []
  const enter: number[] = []
  await page.locator('[data-peek]').first().focus()
  for (let time = 0; time <= times; time++) {
    const opened = await pressed(page, ' ', panel)
    await page.waitForTimeout(800)
    const changedTo = await pressed(page, 'j', changed)
    await page.waitForTimeout(800)
    await pressed(page, 'k', changed)
    await page.waitForTimeout(300)
    await pressed(page, ' ', `!${panel}`)
    await page.waitForTimeout(300)
    // The first round loads the code and the records.
    if (time === 0) continue
    space.push(opened)
    next.push(changedTo)
  }
  for (let time = 0; time <= Math.min(times, 5); time++) {
    const entered = await pressed(page, 'Enter', left)
    if (time > 0) enter.push(entered)
    await page.waitForTimeout(1000)
    await page.goBack()
    await page.locator('[data-peek]').nth(4).waitFor()
    await page.locator('[data-peek]').first().focus()
    await page.waitForTimeout(500)
  }
  print({
    'Space to the panel, at most 50': spread(space),
    'J to the next record, at most 34': spread(next),
    'Enter to the page, at most 80': spread(enter),
    load: loadavg()[0],
  })
  await close()
} finally {
  await server?.close()
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
