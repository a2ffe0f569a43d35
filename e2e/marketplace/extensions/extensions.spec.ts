import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { enter } from '../../stack/colleague.ts'
import { countedJob } from '../../stack/counted.ts'
import { startOwnServer } from '../../stack/own-server.ts'
import { checkSchemes, dialog, press } from '../../stack/page-parts.ts'
import { emailOf, expect, password, setLimit, test, toast } from '../../stack/test.ts'

// With a server of its own: a panel is on the page of every person. The attacks that need no browser:
// server/marketplace/extensions/attacks.test.ts.
test.use({ role: null })

/** What a hostile panel tries; each answers what came of it. */
const attacks = `
const told = {}
const blocked = (name, work) => { try { const got = work(); told[name] = got === null || got === undefined ? 'nothing' : 'got ' + got } catch (error) { told[name] = error.name } }
blocked('goes with the page', () => { top.location = '/evil' })
blocked('replaces the page', () => top.location.replace('/evil'))
blocked('reads the page', () => parent.document.body.innerHTML)
blocked('reads the address of the page', () => top.location.href)
blocked('opens a window', () => window.open('/evil'))
blocked('shows a dialog', () => alert('Your session has ended'))
blocked('asks for a password', () => prompt('Password'))
blocked('reads cookies', () => document.cookie)
blocked('reads storage', () => localStorage.length)
blocked('reads the session', () => sessionStorage.length)
const form = Object.assign(document.createElement('form'), { action: '/evil', target: '_top' })
document.body.append(form)
blocked('sends the page with a form', () => form.submit())
const link = Object.assign(document.createElement('a'), { href: '/evil', target: '_top', download: '' })
document.body.append(link)
blocked('downloads a file', () => link.click())
blocked('goes back in the history', () => history.back())
blocked('closes the page', () => top.close())
for (const height of [-5, NaN, Infinity, '700', 1e12]) parent.postMessage({ height }, '*')
parent.postMessage({ height: 700, more: 'x'.repeat(2000000) }, '*')
parent.postMessage('x'.repeat(2000000), '*')
const inner = document.createElement('iframe')
inner.srcdoc = '<script>top.postMessage({ height: 777 }, "*")</' + 'script>'
document.body.append(inner)
const framed = document.createElement('iframe')
framed.src = new URLSearchParams(location.search).get('console')
document.body.append(framed)
setTimeout(() => {
  parent.postMessage({ height: 300 }, '*')
  for (let n = 0; n < 100; n++) parent.postMessage({ height: 400 + n }, '*')
}, 1500)
setTimeout(async () => {
  await fetch('/told', { method: 'POST', mode: 'no-cors', body: JSON.stringify(told) })
  location = '/elsewhere-of-another-origin'
}, 3000)
`

const app = { told: {} as Record<string, string>, visited: [] as string[], acted: [] as string[] }
let server: Server
let address = ''
let own: Awaited<ReturnType<typeof startOwnServer>>
test.beforeAll(async () => {
  setLimit(120_000)
  server = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    const path = request.url?.split('?')[0] ?? ''
    app.visited.push(path)
    if (path === '/told') app.told = JSON.parse(body)
    if (path === '/act') {
      app.acted.push(body)
      response.end(JSON.stringify({ sentence: '<b>Done</b> by <a href="https://evil.example">us</a>' }))
    } else if (path === '/good')
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<p>Score 7</p><script>parent.postMessage({ height: 120 }, "*")</script>')
    else if (path === '/hostile')
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(`<p>Hostile</p><script>${attacks}</script>`)
    else if (path === '/elsewhere-of-another-origin')
      response.writeHead(302, { location: address.replace('127.0.0.1', 'localhost') }).end()
    else response.end()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  own = await startOwnServer()
})
test.afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await own.stop()
})

async function declare(page: Page, button: string, fields: Record<string, string>) {
  await page.getByRole('button', { name: button }).click()
  for (const [label, value] of Object.entries(fields))
    await dialog(page).getByRole('textbox', { name: label, exact: true }).fill(value)
}

/** Gives the panel another address. */
async function edit(page: Page, url: string) {
  await page.goto(`${own.address}/dashboard/extensions`)
  await page.getByRole('button', { name: 'Actions for score' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await dialog(page).getByRole('textbox', { name: 'Address' }).fill(url)
  await press(dialog(page), 'Save')
  await expect(toast(page, 'Saved. Pages that are open show it when they are loaded again.')).toBeVisible()
  // A page with typed text asks before it leaves.
  await expect(dialog(page)).toHaveCount(0)
}

test('a panel and an action are declared and used; a hostile panel and answer do nothing to the page @slow', async ({
  page,
}) => {
  setLimit(120_000)
  const dialogs: string[] = []
  page.on('dialog', (shown) => {
    dialogs.push(shown.message())
    void shown.dismiss()
  })
  const person = `${own.address}/user-detail/sentinel-blocked`

  await test.step('declared', async () => {
    await page.goto(`${own.address}/dashboard/extensions`)
    await enter(page, { uid: '', email: emailOf('admin'), password })
    await expect(page.getByText('No panel yet.')).toBeVisible()
    await declare(page, 'New panel…', { Name: 'score', Title: 'Score', Address: 'https://*.example.com/' })
    await press(dialog(page), 'Add')
    await expect(dialog(page).getByRole('alert')).toContainText('signs that no host has')
    await dialog(page).getByRole('textbox', { name: 'Address' }).fill(`${address}/good`)
    await checkSchemes(page, 'add panel')
    await press(dialog(page), 'Add')
    await expect(page.getByRole('row', { name: /score/ })).toBeVisible()
    await declare(page, 'New action…', { Name: 'ask', Button: 'Ask the app', Address: `${address}/act` })
    await dialog(page).getByRole('button', { name: 'Add an input' }).click()
    await dialog(page).getByRole('textbox', { name: 'Name' }).last().fill('why')
    await dialog(page).getByRole('textbox', { name: 'Words' }).fill('Why')
    await dialog(page).getByRole('checkbox', { name: 'Required' }).check()
    await checkSchemes(page, 'add action')
    await press(dialog(page), 'Add')
    await expect(dialog(page)).toContainText('whsec_')
    await dialog(page).getByRole('button').last().click()
    await checkSchemes(page, 'extensions')
  })

  await test.step('the panel has its own height, and its origin stands outside of it', async () => {
    await page.goto(person)
    const panel = page.getByRole('region', { name: 'Score' })
    await panel.scrollIntoViewIfNeeded()
    await expect(panel).toContainText(`Panel of score, ${address}`)
    await expect(panel.frameLocator('iframe').getByText('Score 7')).toBeVisible()
    await expect(panel.locator('iframe')).toHaveCSS('height', '118px')
  })

  await test.step('the action is sent with what was typed, and its answer is text', async () => {
    const job = countedJob()
    await job.click(page.getByRole('button', { name: 'Ask the app' }))
    await press(dialog(page), 'Ask the app')
    expect(app.acted).toEqual([])
    await dialog(page).getByLabel('Why').fill('Chargebacks')
    await job.click(dialog(page).getByRole('button', { name: 'Ask the app', exact: true }))
    job.expectAtMost(2)
    await expect(dialog(page)).toContainText('<b>Done</b> by <a href="https://evil.example">us</a>')
    await checkSchemes(page, 'answer of an app')
    await press(dialog(page), 'Done')
    expect(app.acted.map((body) => JSON.parse(body).inputs)).toEqual([{ why: 'Chargebacks' }])
  })

  await test.step('a hostile panel changes its own height alone', async () => {
    await edit(page, `${address}/hostile?console=${encodeURIComponent(person)}`)
    await page.goto(person)
    const panel = page.getByRole('region', { name: 'Score' })
    await panel.scrollIntoViewIfNeeded()
    // The first of a hundred messages of a second are read, up to ten.
    await expect(panel.locator('iframe')).toHaveCSS('height', /^(29[89]|30\d|40\d)px$/)
    const framed = page.frames().filter((frame) => frame.url().startsWith(own.address))
    expect(framed).toHaveLength(1)
    await expect.poll(() => Object.keys(app.told).length).toBeGreaterThan(10)
    const got = Object.entries(app.told).filter(([, result]) => result.startsWith('got'))
    expect(got).toEqual([])
    // It left for another origin, which is no panel.
    await expect.poll(() => app.visited).toContain('/elsewhere-of-another-origin')
    expect(page.url()).toContain('/user-detail/sentinel-blocked')
    expect(app.visited).not.toContain('/evil')
    expect(app.visited).not.toContain('/')
    expect(dialogs).toEqual([])
    expect(page.context().pages()).toHaveLength(1)
  })

  await test.step('a panel that says nothing has failed after ten seconds, and may be tried again', async () => {
    await edit(page, `${address}/silent`)
    await page.goto(person)
    const panel = page.getByRole('region', { name: 'Score' })
    await panel.scrollIntoViewIfNeeded()
    await expect(panel).toContainText('The panel could not be loaded.', { timeout: 20_000 })
    const times = app.visited.filter((path) => path === '/silent').length
    await panel.getByRole('button', { name: 'Retry' }).click()
    await expect.poll(() => app.visited.filter((path) => path === '/silent').length).toBeGreaterThan(times)
  })
})
