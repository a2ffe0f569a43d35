import { Random } from '../random.ts'
import type { Conversations, DemoPost, Money, Person, Purchase } from '../rows.ts'
import { later } from '../world.ts'
import { type Course, languageOf } from './talk-words.ts'

export type Side = Pick<Person, 'uid' | 'displayName'>

/** A message: a text, a photo, or both sides' listing as the first line. */
export interface Line {
  from: Side
  at: string
  text?: string
  photo?: string
}

/**
 * Adds a conversation of two sides about a listing. Its lines are in the order of time.
 * @param unread the sides who have not read it
 */
export function talk(
  all: Conversations,
  id: string,
  sides: readonly [Side, Side],
  lines: Line[],
  { about, unread = [] }: { about?: DemoPost | undefined; unread?: Side[] } = {},
) {
  const [first] = lines
  const last = lines.at(-1)
  if (!first || !last) return
  const add = (at: number, from: Side, date: string, change: Partial<Conversations['messages'][number]>) =>
    all.messages.push({
      id: `${id}-${String(at).padStart(3, '0')}`,
      conversation_id: id,
      senderID: from.uid,
      senderDisplayName: from.displayName,
      type: 0,
      text: null,
      mediaURL: null,
      postThumbnailImagePath: null,
      postTitle: null,
      date,
      ...change,
    })
  if (about)
    add(0, first.from, later(first.at, -0.01), {
      type: 2,
      postTitle: about.title,
      postThumbnailImagePath: about.thumbnailImageURL,
    })
  for (const [at, { from, at: date, text, photo }] of lines.entries())
    add(at + 1, from, date, photo ? { type: 1, mediaURL: photo } : { text: text ?? '' })
  all.conversations.push({
    id,
    conversationsMessagesID: `m-${id}`,
    product_id: about?.key ?? null,
    lastMessage: last.text ?? 'Image',
    date: last.at,
  })
  for (const [position, side] of sides.entries())
    all.members.push({
      conversation_id: id,
      uid: side.uid,
      name: side.displayName,
      read: !unread.includes(side),
      position,
    })
}

/** Cents as "$120" or "$119.99". */
export const money = (cents: number) => `$${cents % 100 === 0 ? cents / 100 : (cents / 100).toFixed(2)}`

/** A person as others address them. */
export const firstName = ({ displayName, country_code }: Person) =>
  ['CN', 'TW', 'SG', 'JP', 'KR'].includes(country_code ?? '')
    ? (displayName ?? '')
    : (displayName?.split(' ')[0] ?? '')

/** Replaces `{name}` by its value. */
export const fill = (text: string, values: Record<string, string | null>) =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')

const courseOf = (txn: Purchase): Course => {
  if (txn.status === 3) return 'cancelled'
  if (txn.status === 4) return 'unsent'
  if (txn.dispute_id) return 'broken'
  return txn.shipping_status === 1 ? 'arrived' : txn.shipping_status === 2 ? 'onTheWay' : 'waiting'
}

/** Conversations of buyers and sellers: about most purchases of the last weeks, some older ones, and listings not bought yet. */
export function makeTalks(people: Person[], posts: DemoPost[], trade: Money, now: number): Conversations {
  const all: Conversations = { conversations: [], members: [], messages: [] }
  const byUid = new Map(people.map((one) => [one.uid, one]))
  const byKey = new Map(posts.map((one) => [one.key, one]))
  const sent = new Map(
    trade.shipLabels.filter((one) => one.status === 1).map((one) => [one.transaction_id, one.created_at]),
  )
  const seen = new Set<string>()
  const isNew = (one: Person, other: Person) => {
    const pair = [one.uid, other.uid].sort().join()
    return !seen.has(pair) && seen.add(pair)
  }
  for (const txn of trade.transactions) {
    const random = Random.of(`talk ${txn.id}`)
    const days = (now - Date.parse(txn.purchase_date)) / 86_400_000
    const [buyer, seller, post] = [
      byUid.get(txn.purchaser_uid),
      byUid.get(txn.seller_uid),
      byKey.get(txn.product_id ?? ''),
    ]
    if (!buyer || !seller || !post || !random.chance(days < 21 || txn.dispute_status === 2 ? 80 : 6)) continue
    if (isNew(buyer, seller))
      speak(all, random, { course: courseOf(txn), buyer, seller, post, txn, sent: sent.get(txn.id), now })
  }
  for (const post of posts
    .filter((one) => one.review_state === 'approved' && !one.sold && one.postType === 0)
    .slice(0, 70)) {
    const random = Random.of(`talk ${post.key}`)
    const [buyer, seller] = [random.pick(people), byUid.get(post.creatorUID)]
    if (seller && buyer !== seller && isNew(buyer, seller))
      speak(all, random, { course: 'asking', buyer, seller, post, now })
  }
  return all
}

interface Scene {
  course: Course
  buyer: Person
  seller: Person
  post: DemoPost
  txn?: Purchase
  sent?: string | undefined
  now: number
}

/** Adds a conversation by a script of its course. A line that would come after the present is not said yet. */
function speak(all: Conversations, random: Random, { course, buyer, seller, post, txn, sent, now }: Scene) {
  const { code, scripts, places } = languageOf(course, [buyer.country_code, seller.country_code])
  const script = random.pick(scripts[course] ?? [[]])
  const cents = txn?.price ?? post.price_as_smallest_currency_unit ?? 0
  const values = {
    item: post.title,
    price: money(cents),
    offer: money(Math.max(500, Math.round((cents * 0.85) / 500) * 500)),
    place: random.pick(places),
    buyer: firstName(buyer),
    seller: firstName(seller),
    tracking: txn?.tracking_number ?? '',
    carrier: txn?.carrier ?? '',
  }
  const lastOfBuyer = script.findLastIndex((line) => line.startsWith('b'))
  let at = startOf(random, course, txn, now)
  const lines: Line[] = []
  for (const [number, line] of script.entries()) {
    if (line.includes('{tracking}') && sent && sent > at) at = later(sent, 0.3)
    if (course === 'arrived' && number === lastOfBuyer && (txn?.delivered_at ?? '') > at)
      at = later(txn?.delivered_at ?? at, 1 + random.below(5))
    if (Date.parse(at) > now) break
    const text = random.pick(line.slice(3).split(' | '))
    const weekday = text.includes('{weekday}') ? weekdayOf(code, later(at, 48)) : ''
    const from = line.startsWith('b') ? buyer : seller
    lines.push(
      text === '[photo]'
        ? { from, at, photo: post.photosURL.at(-1) ?? '' }
        : { from, at, text: fill(text, { ...values, weekday }) },
    )
    at = later(at, (2 + random.below(random.chance(25) ? 300 : 25)) / 60)
  }
  const listener = lines.at(-1)?.from === buyer ? seller : buyer
  const isRecent = now - Date.parse(lines.at(-1)?.at ?? '') < 86_400_000
  talk(all, `talk-${random.letters(12)}`, [buyer, seller], lines, {
    about: post,
    unread: isRecent && random.chance(40) ? [listener] : [],
  })
}

const weekdayOf = (code: string, date: string) =>
  new Date(date).toLocaleDateString(code, { weekday: 'long', timeZone: 'UTC' })

/** The time of the first line: before the purchase, after it, or after the delivery. */
function startOf(random: Random, course: Course, txn: Purchase | undefined, now: number): string {
  if (!txn) return later(new Date(now).toISOString(), -(0.5 + random.skewed(20 * 24, 2)))
  if (course === 'broken') return later(txn.delivered_at ?? txn.purchase_date, 0.5 + random.below(4))
  if (course === 'unsent') return later(txn.purchase_date, 120)
  if (course === 'arrived') return later(txn.purchase_date, -(1 + random.below(4)))
  return later(txn.purchase_date, 0.3 + random.below(3))
}
