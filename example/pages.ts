import type { ShownListing } from '@portreeve/client'
import { type Data, type Listing, type Order, team } from './data.ts'
import { type Html, html } from './html.ts'
import { cards } from './payments.ts'
import { album } from './photos.ts'
import { appealOf, isOffered } from './shop.ts'

/** A listing of Portreeve, with the addresses of its photos. */
export type Shown = ShownListing & { pictures: string[] }
type Page = [title: string, main: Html]

const money = (cents: number, currency = 'USD') =>
  new Intl.NumberFormat('en', { style: 'currency', currency, useGrouping: false }).format(cents / 100)
const nameOf = ({ people }: Data, uid: string) => people[uid]?.name ?? 'The team of this marketplace'
const list = (articles: Html[], none: string) =>
  articles.length > 0 ? html`${articles.reverse()}` : html`<p>${none}</p>`
const text = (name: string, label: string) => html`<label>${label} <input name="${name}" required></label>`
const choice = (name: string, label: string, options: Record<string, string>) =>
  html`<label>${label} <select name="${name}">${Object.entries(options).map(
    ([value, words]) => html`<option value="${value}">${words}</option>`,
  )}</select></label>`
const form = (action: string, button: string, fields: Html) =>
  html`<form method="post" action="${action}">${fields}<button>${button}</button></form>`

export function signInPage({ people }: Data): Page {
  const names = Object.fromEntries(Object.entries(people).map(([uid, { name }]) => [uid, name]))
  const intro = html`<p>A small marketplace. Its team works in Portreeve. Choose one of its people; none has a password.</p>`
  return ['Sign in', html`${intro}${form('/sign-in', 'Sign in', choice('person', 'Person', names))}`]
}

function offers(data: Data): Page {
  const offered = Object.entries(data.listings).filter(([, listing]) => isOffered(listing))
  const articles = offered.map(
    ([id, { title, price, currency, seller }]) =>
      html`<article><h2><a href="/listings/${id}">${title}</a></h2>${money(price, currency)}, ${nameOf(data, seller)}</article>`,
  )
  return ['Listings', list(articles, 'Nothing is for sale at the moment.')]
}

const photoOf = ({ photo }: Listing) =>
  photo !== undefined && html`<img src="/photos/${photo}" alt="" width="200">`

function listingPage(data: Data, uid: string, id: string): Page | undefined {
  const listing = data.listings[id]
  if (!listing || listing.removed) return undefined
  const { title, description, seller: other } = listing
  const price = money(listing.price, listing.currency)
  const [seller, at, button] = [nameOf(data, other), `/listings/${id}`, `Buy for ${price}`]
  const forOthers = html`${isOffered(listing) && form(`${at}/buy`, button, choice('card', 'Card', cards))}
    ${form(`/messages/${other}`, 'Send', text('text', `Message to ${seller}`))}
    ${form(`${at}/report`, 'Report listing', text('reason', 'What is wrong with it?'))}
    ${form(`${at}/report-seller`, 'Report seller', text('reason', `What is wrong with ${seller}?`))}`
  return [
    title,
    html`${photoOf(listing)}<p>${price}, ${seller}</p><p>${description}</p>${other !== uid && forOthers}`,
  ]
}

/** The page of a listing for everybody, such as staff who look at what buyers see. */
export function publicPage(data: Data, id: string, shown: Shown | null): Page | undefined {
  const own = data.listings[id]
  const facts = (price: string, seller: string, words: string) =>
    html`<p>${price}, ${seller}</p><p>${words}</p>`
  if (own)
    return isOffered(own)
      ? [
          own.title,
          html`${photoOf(own)}${facts(money(own.price, own.currency), nameOf(data, own.seller), own.description)}`,
        ]
      : undefined
  if (!shown) return undefined
  const { title, description, price_as_smallest_currency_unit: cents, price, creatorName, sold } = shown
  const pictures = shown.pictures.map((address) => html`<img src="${address}" alt="" width="200"> `)
  const words = facts(money(cents ?? Math.round((price ?? 0) * 100)), creatorName ?? '', description ?? '')
  return [title ?? id, html`${pictures}${words}${sold === true && html`<p>Sold</p>`}`]
}

function stateOf({ state, reason, sold, removed }: Listing): string {
  if (removed) return 'Removed by the team'
  if (sold) return 'Sold'
  if (state === 'denied') return `Denied: ${reason ?? 'no reason given'}`
  return state === 'pending' ? 'Waits for review' : 'For sale'
}

function ownListings({ listings, invoices, orders }: Data, uid: string): Page {
  const own = Object.entries(listings).filter(([, { seller }]) => seller === uid)
  const asked = Object.values(invoices).map(({ order }) => orders[order]?.listing)
  const articles = own.map(
    ([id, one]) =>
      html`<article><h2>${one.title}</h2>${money(one.price, one.currency)}<p>${stateOf(one)}</p>${
        asked.includes(id) && html`<p>The team asks you for an invoice of this sale.</p>`
      }</article>`,
  )
  const fields = [
    text('title', 'Title'),
    text('description', 'Description'),
    text('price', 'Price in dollars'),
    choice('photo', 'Photo', { '': 'None', ...album }),
  ]
  const posting = form('/listings', 'Post', html`${fields}`)
  return ['My listings', html`${posting}${list(articles, 'You have posted nothing yet.')}`]
}

const parcel: Record<number, string> = { 1: 'Delivered', 2: 'On its way', 3: 'Not shipped' }
const orderState = ({ status, shipping_status }: Order) =>
  status === 1 || status === 2 ? (parcel[shipping_status ?? 0] ?? 'Paid') : 'Cancelled'

function ownOrders({ orders }: Data, uid: string): Page {
  const own = Object.values(orders).filter(({ buyer }) => buyer === uid)
  const articles = own.map((order) => {
    const refunds = Object.values(order.refunds).map(
      ({ cents, reason }) =>
        html`<p>Refunded ${money(cents, order.currency)}${reason !== null && `: ${reason}`}</p>`,
    )
    return html`<article><h2>${order.title}</h2>${money(order.price, order.currency)}<p>${orderState(order)}</p>${refunds}</article>`
  })
  return ['My orders', list(articles, 'You have bought nothing yet.')]
}

function conversations(data: Data, uid: string): Page {
  const own = Object.values(data.messages).filter(({ from, to }) => from === uid || to === uid)
  const others = [...new Set(own.map(({ from, to }) => (from === uid ? to : from)))]
  const articles = others.map((other) => {
    const written = own.filter(({ from, to }) => from === other || to === other)
    const lines = written.map(
      (one) => html`<p>${one.from === uid ? 'You' : nameOf(data, one.from)}: ${one.text}</p>`,
    )
    const answer = form(`/messages/${other}`, 'Send', text('text', 'Answer'))
    return html`<article><h2>${nameOf(data, other)}</h2>${lines}${answer}</article>`
  })
  const toTeam = !others.includes(team) && form(`/messages/${team}`, 'Send', text('text', 'Ask the team'))
  return ['Messages', html`${toTeam}${list(articles, 'You have no messages.')}`]
}

/** The statements of reasons about a person, their appeals, and how these ended. */
function ownDecisions(data: Data, uid: string): Page {
  const own = Object.entries(data.decisions).filter(([, { person }]) => person === uid)
  const articles = own.map(([id, { text: words, over }]) => {
    const [, appeal] = appealOf(data, id) ?? []
    const rounds = (appeal?.rounds ?? []).map(
      (one) => html`<p>${one.by === 'person' ? 'You' : 'The team'}: ${one.text}</p>`,
    )
    const isAsked = appeal?.rounds.at(-1)?.by === 'team'
    const mayWrite = !over && (!appeal || appeal.answer !== null || isAsked)
    const label = isAsked ? 'Answer the team' : 'Why is the decision wrong?'
    return html`<article>${lines(words)}${rounds}${appeal?.answer != null && lines(appeal.answer)}
      ${over && html`<p>This decision is over.</p>`}
      ${mayWrite && form(`/decisions/${id}`, isAsked ? 'Answer' : 'Appeal', text('text', label))}</article>`
  })
  return ['Decisions', list(articles, 'No decision is about you.')]
}

const lines = (words: string) => words.split('\n\n').map((line) => html`<p>${line}</p>`)

/** The page at a path, for the person who is signed in. */
export function pageAt(data: Data, uid: string, [room = '', id = '']: string[]): Page | undefined {
  if (room === 'listings') return listingPage(data, uid, id)
  const pages = {
    '': offers,
    mine: ownListings,
    orders: ownOrders,
    messages: conversations,
    decisions: ownDecisions,
  }
  return Object.hasOwn(pages, room) ? pages[room as keyof typeof pages](data, uid) : undefined
}
