import type { AddressInfo } from 'node:net'
import { createServer, type Server } from 'node:net'
import type { Page, Request } from '@playwright/test'
import { consoleAddress, expect, quiet, setLimit, test } from '../../stack/test.ts'
import { editor, frame, openTemplate, write } from './email-templates.ts'
import { hostileHtml } from './hostile-html.ts'

/** Counts every connection, also one without a request. */
let listener: Server
let connections = 0
test.beforeAll(async () => {
  listener = createServer((socket) => {
    connections++
    socket.on('error', () => {})
    socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\naccess-control-allow-origin: *\r\n\r\n')
  })
  await new Promise<void>((done) => listener.listen(0, '127.0.0.1', done))
})
test.afterAll(() => listener.close())

const address = (at: number) => `http://127.0.0.1:${(listener.address() as AddressInfo).port}/${at}`
/** A script reports by a message, by a dialog and over the network. */
const script = (at: number) => `top.postMessage('ran ${at}','*');alert(${at});fetch('${address(at)}')`

/** Records forbidden actions of a page from now on. */
async function watch(page: Page) {
  const seen: string[] = []
  await page.exposeFunction('tell', (what: string) => seen.push(what))
  await page.evaluate(() =>
    window.addEventListener('message', ({ data }) => {
      if (typeof data === 'string') (window as unknown as { tell: (what: string) => void }).tell(data)
    }),
  )
  page.on('dialog', (dialog) => {
    seen.push(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })
  // The page around the preview reads again what colleagues change meanwhile.
  const isOwn = (request: Request) =>
    request.frame() === page.mainFrame() && request.url().startsWith(`${consoleAddress}/v1/`)
  // A request that the browser blocks fails with the rule's name, such as 'csp', and never leaves; a sent one fails as 'net::…'.
  page.on('requestfinished', (request) => {
    if (!isOwn(request)) seen.push(`loaded ${request.url()}`)
  })
  page.on('requestfailed', (request) => {
    const why = request.failure()?.errorText ?? ''
    if (why.startsWith('net::') && !isOwn(request)) seen.push(`${why} ${request.url()}`)
  })
  page.on('popup', () => seen.push('popup'))
  page.on('framenavigated', (moved) => {
    if (moved !== page.mainFrame() && moved.url() !== 'about:srcdoc') seen.push(`moved to ${moved.url()}`)
  })
  return seen
}

test('no hostile mail runs a script or reaches the network in the preview @slow', async ({ page }) => {
  // Each of two hundred mails is shown.
  setLimit(300_000)
  const payloads = hostileHtml(address, script)
  expect(payloads.length).toBeGreaterThanOrEqual(200)
  await openTemplate(page, 'sentinel-readonly-template')
  await page.getByRole('tab', { name: 'HTML' }).click()
  await expect(editor(page)).toBeVisible()
  await expect(frame(page).locator('b')).toHaveText('Ana Yılmaz')
  const before = connections
  const seen = await watch(page)
  for (const [at, payload] of payloads.entries()) {
    await write(page, `<i id="mark-${at}">${at}</i>${payload}`)
    await expect(frame(page).locator(`#mark-${at}`), payload).toHaveCount(1)
    expect(seen, payload).toEqual([])
  }
  // A sample value is inserted as it is: it can do no more.
  await write(page, '<p id="values">{{name}}</p>')
  await page.getByLabel('Sample value of name').fill(`<img src="${address(999)}" onerror="${script(999)}">`)
  await expect(frame(page).locator('#values img')).toHaveCount(1)
  await quiet(page)
  expect([seen, connections - before]).toEqual([[], 0])
})

test('a link in the preview leads nowhere @slow', async ({ page }) => {
  await openTemplate(page, 'sentinel-readonly-template')
  await page.getByRole('tab', { name: 'HTML' }).click()
  const before = connections
  for (const target of ['', 'target="_self"', 'target="_top"', 'target="_parent"', 'target="HTML preview"'])
    for (const href of [address(1), `${consoleAddress}/dashboard/users`, '#', 'javascript:alert(1)']) {
      await write(page, `<a id="${target ? 'with' : 'plain'}" ${target} href="${href}">follow</a>`)
      const link = frame(page).getByText('follow')
      await expect(link).toHaveAttribute('href', href)
      await expect(link).toHaveAttribute('target', '_blank')
      const seen: string[] = []
      page.on('request', (request) => {
        // The page around the frame may load files, such as a part of the console: they come from no link.
        const own = () => request.frame() === page.mainFrame() && request.url().startsWith(consoleAddress)
        if (request.isNavigationRequest() || !own()) seen.push(request.url())
      })
      page.once('popup', () => seen.push('popup'))
      // By keys: the completions of the editor may cover the link.
      await link.press('Enter')
      await expect(link).toBeVisible()
      expect(seen).toEqual([])
    }
  await expect(page).toHaveURL('/email-templates/sentinel-readonly-template')
  expect(connections).toBe(before)
})

test('the counters count: the same mails in an open frame run and load @slow', async ({ page }) => {
  const { origin } = new URL(address(0))
  await page.goto(origin)
  const seen = await watch(page)
  const before = connections
  for (const payload of hostileHtml(address, script).slice(0, 5))
    await page.evaluate((html) => {
      const open = document.createElement('iframe')
      open.srcdoc = html
      document.body.append(open)
    }, payload)
  await expect.poll(() => seen.filter((what) => what.startsWith('ran')).length).toBeGreaterThan(1)
  await expect.poll(() => connections - before).toBeGreaterThan(1)
})
