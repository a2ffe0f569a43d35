import { api } from '@portreeve/contract'
import type { Endpoint, Input } from '@portreeve/contract/base/endpoint'
import { bare, digitsOf, fold, readsAsPhone } from '@portreeve/contract/base/plain-text'
import { listingFields, orderFields, userFields } from '@portreeve/contract/base/query-fields'
import { may, type Rights } from '@portreeve/contract/base/rights'
import type { Post } from '@portreeve/contract/listings/posts'
import type { OrderHit } from '@portreeve/contract/money/order-search'
import type { User } from '@portreeve/contract/people/users'
import type { QueryClient } from '@tanstack/react-query'
import type { Call } from '../../data/call.ts'
import { queryOf } from '../../data/queries.ts'
import type { Place } from '../../data/recent.ts'
import { fillAddress } from '../../format/address.ts'
import { zonedQuery } from '../../format/days.ts'
import { orNull } from '../../format/words.ts'

/** Hits of one kind at most: the palette leads to a place, it is no list. */
const most = 5

/** Looks like the id of a record: one word of letters with a digit, '-' or '_', or one that is longer than words are. */
const isId = (term: string) => /^(?=.*[\d_-])[\w-]{6,}$|^[\w-]{20,}$/.test(term)

interface Sources {
  readonly call: Call
  readonly queries: QueryClient
  /** Null where the server lacks roles: it then decides about each call. */
  readonly me: Rights | null
  /** The address of a listing in the marketplace, with {id}. */
  readonly listing: string | undefined
}

/** The records that match a term. The one that the term identifies comes first. A source that fails has no hits. */
export async function findRecords(term: string, from: Sources): Promise<readonly Place[]> {
  const ask = async <E extends Endpoint>(endpoint: E, input: Input<E>) => {
    if (from.me && !may(from.me, endpoint.may)) return null
    const answer = await from.queries.fetchQuery(queryOf(from.call, endpoint, input)).catch(() => null)
    return answer?.data ?? null
  }
  const [people, orders, listings, collections, templates, macros] = await Promise.all([
    // Several people may share the phone number that identifies them.
    ask(api.users.search, {
      query: { search_term: zonedQuery(userFields, term), exclude_uid: '', limit: '20' },
    }),
    ask(api.orderSearch.search, { query: { query: zonedQuery(orderFields, term) } }),
    ask(api.listingSearch.search, { query: { searchTerm: zonedQuery(listingFields, term) } }),
    ask(api.collections.list, { query: {} }),
    ask(api.emailTemplates.list, {}),
    ask(api.macros.list, {}),
  ])
  const id = bare(term)
  const named = (text: string | null) => fold(text ?? '').includes(fold(term))
  const found = ranked(term, {
    people: people ?? [],
    orders: orders?.rows ?? [],
    isOrder: orders?.matched.some((kind) => kind !== 'person' && kind !== 'title') ?? false,
    others: [
      ...(collections ?? [])
        .filter((one) => one.id === id || named(one.title))
        .slice(0, most)
        .map(({ id, title }) =>
          hit('Collection', title, '', `/dashboard/collections/${encodeURIComponent(id)}`),
        ),
      ...(templates?.TemplatesMetadata ?? [])
        .filter(({ Name }) => named(Name))
        .slice(0, most)
        .map(({ Name }) => hit('Email template', Name, '', `/email-templates/${encodeURIComponent(Name)}`)),
      ...(macros ?? [])
        .filter(({ title }) => named(title))
        .slice(0, most)
        .map(({ title }) => hit('Macro', title, 'opens the messages', '/dashboard/messages')),
      ...(listings?.posts ?? []).flatMap((post) => (post ? listingOf(post, from) : [])).slice(0, most),
    ],
  })
  if (found.length > 0 || !isId(id)) return found
  // Each of these reads is audited, or a failed call in the browser's log: only when nothing else has the id.
  const [conversation, question, record] = await Promise.all([
    ask(api.inbox.get, { params: { id } }),
    ask(api.questions.get, { params: { id } }),
    ask(api.listings.get, { params: { id } }),
  ])
  return [
    ...(record ? listingOf(record.listing, from) : []),
    ...(conversation
      ? [
          hit(
            'Conversation',
            conversation.account.name,
            id,
            `/dashboard/messages/${encodeURIComponent(id)}?view=all`,
          ),
        ]
      : []),
    ...(question
      ? [hit('Question', question.title, '', `/dashboard/community/${encodeURIComponent(id)}`)]
      : []),
  ]
}

const hit = (kind: string, title: string | null, detail: string, to: string): Place => ({
  kind,
  title: orNull(title),
  detail,
  to,
})

/** The page of a listing. A server of the spec alone has none: there it is the public page. */
const listingOf = ({ key, title }: Post, { me, listing }: Sources): Place[] =>
  me
    ? [hit('Listing', title, '', `/dashboard/listings/${encodeURIComponent(key)}`)]
    : listing
      ? [hit('Listing', title, 'in the marketplace', fillAddress(listing, { id: key }))]
      : []

interface Found {
  readonly people: readonly User[]
  readonly orders: readonly OrderHit[]
  /** The term is an identifier of the orders. */
  readonly isOrder: boolean
  readonly others: readonly Place[]
}

/** People and orders that the term identifies, then people, other records, and orders that only have the word. */
export function ranked(term: string, { people, orders, isOrder, others }: Found): readonly Place[] {
  const plain = bare(term)
  const digits = readsAsPhone(term) ? digitsOf(term) : ''
  const is = ({ uid, email, phone_number }: User) =>
    uid === plain ||
    fold(email ?? '') === fold(plain) ||
    (digits.length > 5 && digitsOf(phone_number ?? '') === digits)
  const person = (one: User) =>
    hit(
      one.isBanned ? 'Blocked person' : 'Person',
      one.displayName,
      one.email ?? one.uid,
      `/user-detail/${encodeURIComponent(one.uid)}`,
    )
  const order = (one: OrderHit) =>
    hit(
      'Order',
      one.product_title,
      `${orNull(one.buyer.name)} from ${orNull(one.seller.name)}`,
      `/dashboard/txns/${encodeURIComponent(one.id)}`,
    )
  const identified = people.filter(is)
  const rest = people.filter((one) => !is(one)).slice(0, most)
  const of = orders.slice(0, most).map(order)
  return [
    ...identified.map(person),
    ...(isOrder ? of : []),
    ...rest.map(person),
    ...others,
    ...(isOrder ? [] : of),
  ]
}
