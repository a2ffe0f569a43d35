import type { Page, Request } from '@playwright/test'
import { quiet } from './test.ts'

/** More than a moving part of a page may add up to: a fifth of what search engines call good. */
export const mostShift = 0.02

interface Shift {
  value: number
  hadRecentInput: boolean
  startTime: number
  sources: readonly { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
}

/**
 * How much a page's parts move while it loads: the sum of the browser's layout shifts, without those that follow an input.
 * @param open goes to the page, by its address or inside the running console, and waits for what it shows last
 * @returns `sum`, and for the message of a failing test what moved, from where to where
 */
export async function layoutShift(page: Page, open: () => Promise<unknown>) {
  const running = new Set<Request>()
  let begun = 0
  const begin = (request: Request) => {
    // The live feed is never answered to its end.
    if (new URL(request.url()).pathname === '/v1/realtime') return
    running.add(request)
    begun++
  }
  const end = (request: Request) => running.delete(request)
  page.on('request', begin).on('requestfinished', end).on('requestfailed', end)
  // A new document has no mark.
  await page.evaluate(() => performance.mark('opened'))
  await open()
  // An answer may lead to the next call.
  for (let before = -1; running.size > 0 || begun !== before; ) {
    before = begun
    await quiet(page)
  }
  page.off('request', begin).off('requestfinished', end).off('requestfailed', end)
  return page.evaluate(async () => {
    const since = performance.getEntriesByName('opened').at(-1)?.startTime ?? 0
    const shifts = await new Promise<Shift[]>((resolve) => {
      const observer = new PerformanceObserver((list) => resolve(list.getEntries() as unknown as Shift[]))
      observer.observe({ type: 'layout-shift', buffered: true })
      // Without a shift the observer is never called.
      setTimeout(resolve, 200, [])
    })
    const own = shifts.filter(({ hadRecentInput, startTime }) => !hadRecentInput && startTime >= since)
    const nameOf = (node: Node | null) =>
      node instanceof Element ? `${node.tagName.toLowerCase()}.${node.className}` : (node?.nodeName ?? 'gone')
    const boxOf = ({ x, y, width, height }: DOMRect) =>
      [x, y, width, height].map((size) => Math.round(size)).join(' ')
    return {
      sum: own.reduce((sum, { value }) => sum + value, 0),
      moved: own.map(
        ({ value, startTime, sources }) =>
          `${value.toFixed(4)} at ${Math.round(startTime)} ms: ${sources
            .map(
              ({ node, previousRect, currentRect }) =>
                `${nameOf(node)} ${boxOf(previousRect)} → ${boxOf(currentRect)}`,
            )
            .join(', ')}`,
      ),
    }
  })
}
