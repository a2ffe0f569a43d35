import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Store } from './data.ts'
import { askForInvoice, type Desk, sellerPanel } from './extensions.ts'
import { html, layout } from './html.ts'
import { pageAt, publicPage, type Shown, signInPage } from './pages.ts'
import { type Payments, Refused } from './payments.ts'
import * as shop from './shop.ts'

// The web pages. A form sends a POST; its answer leads to the page with the result.

const htmlType = { 'content-type': 'text/html; charset=utf-8' }

/** Reads a listing that was in Portreeve before this marketplace. */
type Read = (id: string) => Promise<Shown | null>

export const makeServer = (store: Store, payments: Payments, read: Read, desk: Desk): Server =>
  createServer((request, response) => {
    answer(store, payments, read, desk, request, response).catch((error: Error) => {
      const isRefused = error instanceof Refused
      if (!isRefused) console.error(error)
      const words = html`<p>${isRefused ? error.message : 'Something went wrong.'}</p><p><a href="/">Back</a></p>`
      response.writeHead(isRefused ? 422 : 500, htmlType).end(layout('That did not work', words))
    })
  })

async function answer(
  store: Store,
  payments: Payments,
  read: Read,
  desk: Desk,
  request: IncomingMessage,
  response: ServerResponse,
) {
  const { cookie = '', origin, host } = request.headers
  const path = (request.url ?? '/').split('?')[0]?.split('/').slice(1) ?? []
  const [room, id = '', action] = path
  const uid = store.data.sessions[/example=([\w-]+)/.exec(cookie)?.[1] ?? '']
  const goTo = (location: string, session?: string) => {
    const setCookie = session && { 'set-cookie': `example=${session}; Path=/; HttpOnly; SameSite=Lax` }
    response.writeHead(303, { location, ...setCookie }).end()
  }
  if (request.method === 'POST' && room === 'actions') {
    const asked = { headers: request.headers, body: await text(request) }
    const sentence = JSON.stringify(await askForInvoice(store, desk, asked))
    return response.writeHead(200, { 'content-type': 'application/json' }).end(sentence)
  }
  if (request.method === 'POST') {
    // A form of another site is not sent in this person's name.
    if (origin !== undefined && origin !== `http://${host}`) throw new Refused('Use the form of this page.')
    const form = new URLSearchParams(await text(request))
    if (room === 'sign-in') return goTo('/', shop.signIn(store, form))
    if (room === 'sign-out') return goTo('/', 'none; Max-Age=0')
    if (uid === undefined) return goTo('/')
    const sent = { store, uid, id, form }
    if (room === 'messages') return goTo(shop.write(sent))
    if (room === 'decisions') return goTo(shop.appeal(sent))
    if (action === 'buy') return goTo(await shop.buy(sent, payments))
    return goTo(action === undefined ? shop.post(sent) : shop.report(sent, action === 'report-seller'))
  }
  if (room === 'panel') {
    const token = new URL(request.url ?? '', desk.own).searchParams.get('portreeve') ?? ''
    // Of the demo's two consoles either may show it. Its address has a token, which no other page learns.
    const policy = `frame-ancestors ${desk.address.replace(/:\d+$/, '')}:*`
    const headers = { 'content-security-policy': policy, 'referrer-policy': 'no-referrer' }
    const panel = await sellerPanel(store, desk, token)
    return response.writeHead(200, { ...htmlType, ...headers, 'cache-control': 'no-store' }).end(panel)
  }
  if (room === 'photos') return goTo(`${desk.address}/images/${path.slice(1).join('/')}`)
  if (room === 'changes') return followChanges(store, request, response)
  if (room === 'posts') {
    const key = decodeURIComponent(id)
    const [title, main] = publicPage(store.data, key, store.data.listings[key] ? null : await read(key)) ?? [
      'Not shown',
      html`<p>There is no such listing, or it is not for sale.</p>`,
    ]
    return response.writeHead(200, htmlType).end(layout(title, main))
  }
  // The session of a blocked person has ended: every page leads here.
  if (uid === undefined && room !== 'sign-in') return goTo('/sign-in')
  const page = uid === undefined ? signInPage(store.data) : pageAt(store.data, uid, path)
  const [title, main] = page ?? ['Not found', html`<p>There is no such page.</p>`]
  response.writeHead(page ? 200 : 404, htmlType).end(layout(title, main, store.data.people[uid ?? '']?.name))
}

/** Announces each change to an open page. */
function followChanges({ changes }: Store, request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' }).write(':\n\n')
  const send = () => response.write('data: changed\n\n')
  changes.on('change', send)
  request.on('close', () => changes.off('change', send))
}
