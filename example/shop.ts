import { randomUUID } from 'node:crypto'
import { announce, type Listing, type Store, say, team } from './data.ts'
import { type Payments, pay, Refused } from './payments.ts'
import { album, checkPhoto } from './photos.ts'

// What people do here. Each action changes the records and fills the outbox in one transaction, and returns the path of the page
// with the result.

/** A form that a person has sent, about the record with this id. */
export type Sent = { store: Store; uid: string; id: string; form: URLSearchParams }

const now = () => new Date().toISOString()

/** A field of a form. Refuses one that is empty or too long. */
function field(form: URLSearchParams, name: string, most = 200): string {
  const value = form.get(name)?.trim() ?? ''
  if (value === '' || value.length > most) throw new Refused(`${name}: from 1 to ${most} characters.`)
  return value
}

/** Returns the secret of a new session. */
export function signIn({ data, change }: Store, form: URLSearchParams): string {
  const [uid, secret] = [field(form, 'person'), randomUUID()]
  const { blocked } = data.people[uid] ?? { blocked: 'there is no such person' }
  if (blocked !== null) throw new Refused(`Your account is blocked: ${blocked}`)
  change(({ sessions }) => Object.assign(sessions, { [secret]: uid }))
  return secret
}

export function post({ store, uid: seller, form }: Sent): string {
  const dollars = field(form, 'price')
  if (!/^[1-9]\d{0,5}(\.\d\d)?$/.test(dollars)) throw new Refused('The price must look like 25 or 25.50.')
  const price = Math.round(Number(dollars) * 100)
  const written = { title: field(form, 'title'), description: field(form, 'description', 2000), price }
  const photo = Object.keys(album).find((one) => one === form.get('photo'))
  store.change((data) => {
    const [id, waiting] = [randomUUID(), { state: 'pending', reason: null } as const]
    const shown = { ...written, ...(photo !== undefined && { photo }) }
    data.listings[id] = { seller, ...shown, posted: now(), ...waiting, sold: false, removed: false }
    announce(data, 'listings', id)
    checkPhoto(data, id)
  })
  return '/mine'
}

/** Whether others can buy a listing. */
export const isOffered = ({ state, sold, removed }: Listing) => state === 'approved' && !sold && !removed

/** Listings that are being paid: of two buyers at once only one pays. */
const paying = new Set<string>()

export async function buy({ store, uid: buyer, id, form }: Sent, payments: Payments): Promise<string> {
  const bought = store.data.listings[id]
  if (!bought || !isOffered(bought) || bought.seller === buyer || paying.has(id))
    throw new Refused('You cannot buy this listing.')
  const { title, seller, price, currency = 'USD' } = bought
  const [order, card] = [randomUUID(), field(form, 'card')]
  paying.add(id)
  const payment = await pay(payments, order, { price, currency }, card).finally(() => paying.delete(id))
  store.change((data) => {
    const paid = { listing: id, title, seller, buyer, price, currency, payment, bought: now() }
    data.orders[order] = { ...paid, status: 2, shipping_status: 2, refunds: {} }
    announce(data, 'orders', order)
    data.listings[id] = { ...(data.listings[id] ?? bought), sold: true }
    announce(data, 'listings', id)
  })
  return '/orders'
}

/** Writes to the person with this id. */
export function write({ store, uid: from, id: to, form }: Sent): string {
  const messages = Object.values(store.data.messages)
  const known = messages.find((one) => [one.from, one.to].every((uid) => uid === from || uid === to))
  if (to !== team && !store.data.people[to]) throw new Refused('There is no such person.')
  const [id, text] = [randomUUID(), field(form, 'text', 2000)]
  store.change((data) => {
    data.messages[id] = { conversation: known?.conversation ?? `example-${id}`, from, to, text, sent: now() }
    announce(data, 'messages', id)
  })
  return '/messages'
}

/** Reports the listing with this id, or the person who sells it. */
export function report({ store, uid: by, id: listing, form }: Sent, isAboutPerson: boolean): string {
  const person = store.data.listings[listing]?.seller ?? ''
  const [id, about] = [randomUUID(), { person, by, reason: field(form, 'reason'), made: now() }]
  store.change((data) => {
    data.reports[id] = isAboutPerson ? about : { ...about, listing }
    announce(data, 'reports', id)
  })
  return '/'
}

/** The newest appeal against a decision. */
export const appealOf = ({ appeals }: Store['data'], about: string) =>
  Object.entries(appeals).findLast(([, appeal]) => appeal.about === about)

/** Appeals against the decision with this id, or answers what the team has asked about the appeal. */
export function appeal({ store, uid: person, id: about, form }: Sent): string {
  const decision = store.data.decisions[about]
  if (decision?.person !== person || decision.over) throw new Refused('There is no such decision.')
  const [known, open] = appealOf(store.data, about) ?? []
  const isOpen = open !== undefined && open.answer === null
  if (isOpen && open.rounds.at(-1)?.by === 'person') throw new Refused('The team has your appeal already.')
  const id = isOpen && known !== undefined ? known : randomUUID()
  const said = { by: 'person', text: field(form, 'text', 2000), at: now() } as const
  store.change((data) => {
    say(data, id, { person, about }, said)
    announce(data, 'appeals', id)
  })
  return '/decisions'
}
