import { type Portreeve, PortreeveError, verifyAction, verifyPanel } from '@portreeve/client'
import type { Data, Invoice, Store } from './data.ts'
import { html, layout } from './html.ts'
import { Refused } from './payments.ts'

// What this marketplace adds to the console beside its records (docs/extensions.md): a field of people, a panel and an action.

/** `address` is Portreeve's, `own` the origin of this marketplace. `secret` is the action's; undefined while it is not declared. */
export type Desk = { address: string; own: string; secret: string | undefined }

const environment = 'development'

/** Declares the field that `outgoing.ts` writes. Returns whether Portreeve has it: it rejects rows with a field that it does not know. */
export async function declareField(to: Portreeve): Promise<boolean> {
  const is = { kind: 'user', name: 'verified_seller', type: 'yes_no', words: 'Verified seller', choices: [] }
  const body = { ...is, personal: false, shown: true, filterable: true }
  try {
    await to.act({ method: 'POST', path: '/v1/admin/extension_fields', body })
    return true
  } catch (error) {
    // It was declared at an earlier start.
    if (error instanceof PortreeveError && error.code === 'conflict') return true
    console.error(`The field verified_seller is not written: ${(error as Error).message}`)
    return false
  }
}

/** Remembers an id until a time, and returns whether it is new. One process has this store, and a change is made at once. */
const rememberIn = (store: Store) => (id: string, until: Date) => {
  if (Object.hasOwn(store.data.used, id)) return false
  const now = new Date().toISOString()
  store.change((data) => {
    const valid = Object.entries(data.used).filter(([, end]) => end > now)
    data.used = { ...Object.fromEntries(valid), [id]: until.toISOString() }
  })
  return true
}

function refuse(error: unknown): never {
  throw error instanceof PortreeveError ? new Refused(error.message) : error
}

/** The panel "Seller statistics" of the person whom the token names. Refuses a token that is not valid, or was used before. */
export async function sellerPanel(store: Store, { address, own }: Desk, token: string): Promise<string> {
  const { keys } = (await (await fetch(`${address}/.well-known/portreeve-panels.json`)).json()) as {
    keys: Parameters<typeof verifyPanel>[1]['keys']
  }
  const of = { address, keys, audience: own, panel: 'seller', environment } as const
  const { record } = await verifyPanel(token, { ...of, remember: rememberIn(store) }).catch(refuse)
  const [title, facts] = statistics(store.data, record.id)
  const height = html`<script>parent.postMessage({ height: document.body.scrollHeight }, '*')</script>`
  return layout(title, html`${facts.map((fact) => html`<p>${fact}</p>`)}${height}`)
}

function statistics({ people, listings, orders }: Data, uid: string): [title: string, facts: string[]] {
  const person = people[uid]
  if (!person) return ['No member', ['The example marketplace has no such person.']]
  const own = Object.values(listings).filter(({ seller, removed }) => seller === uid && !removed)
  // A status of 1 or 2 is paid; any other one is cancelled.
  const sales = Object.values(orders).filter(
    ({ seller, status }) => seller === uid && (status === 1 || status === 2),
  )
  const days = Math.floor((Date.now() - Date.parse(person.joined)) / 86_400_000)
  return [person.name, [`Listings: ${own.length}`, `Sales: ${sales.length}`, `Days here: ${days}`]]
}

/** Answers the action "Ask for an invoice", once for each idempotency key. Refuses a request that Portreeve has not signed. */
export async function askForInvoice(
  store: Store,
  { secret }: Desk,
  request: Parameters<typeof verifyAction>[0],
): Promise<{ sentence: string }> {
  if (secret === undefined) throw new Refused('The action is not declared.')
  const of = { secret, action: 'ask-invoice', environment } as const
  const { record, idempotency_key: key } = await verifyAction(request, {
    ...of,
    remember: rememberIn(store),
  }).catch(refuse)
  const known = store.data.invoices[key]
  if (known) return known
  const asked = ask(store.data, record.id)
  store.change(({ invoices }) => Object.assign(invoices, { [key]: asked }))
  return asked
}

function ask({ orders, invoices }: Data, transaction: string): Invoice {
  // As `outgoing.ts` writes it: an order has one transaction.
  const order = transaction.replace(/-1$/, '')
  if (!orders[order]) return { order, sentence: 'The example marketplace has no such order.' }
  const isAsked = Object.values(invoices).some((one) => one.order === order)
  return { order, sentence: isAsked ? 'The seller was asked before.' : 'The seller is asked for an invoice.' }
}
