import type { Post } from './listings.ts'
import type { Money } from './money.ts'
import type { People, Person } from './people.ts'
import { Chance, later } from './world.ts'

/** Conversations, their members and messages. */
export interface Messages {
  conversations: {
    id: string
    conversationsMessagesID: string
    product_id: string | null
    lastMessage: string | null
    date: string
  }[]
  members: { conversation_id: string; uid: string; name: string | null; read: boolean; position: number }[]
  messages: {
    id: string
    conversation_id: string
    senderID: string
    senderDisplayName: string | null
    type: 0 | 1 | 2
    text: string | null
    mediaURL: string | null
    postThumbnailImagePath: string | null
    postTitle: string | null
    date: string
  }[]
}

type Side = Pick<Person, 'uid' | 'displayName'>

const staffSides: Side[] = [
  { uid: 'staff-admin', displayName: 'Ada Admin' },
  { uid: 'staff-moderator', displayName: 'Milo Moderator' },
  { uid: 'staff-support', displayName: 'Suki Support' },
  { uid: 'staff-finance', displayName: 'Finn Finance' },
]

const lines = [
  'Hi, is this still available?',
  'Yes it is!',
  'Would you take a little less?',
  'I could do 10 % off if you pick it up today.',
  'Deal. When suits you?',
  'Tomorrow after six?',
  'Perfect, see you then 👍',
  'Can you ship it?',
  'Sure, I will print the label tonight.',
  'Is the scratch on the left deep?',
  'No, you only see it in the sun.',
  'Thanks, it arrived today. Exactly as described!',
  'Could you send one more photo?',
  'Sorry, just sold it.',
  '¿Aceptas cambios?',
  'Ich nehme es!',
  'ありがとうございます。',
  'Дякую, чекаю.',
  'شكرا جزيلا',
  'Please pay in the app, not by bank transfer.',
  'https://example.com/not-a-real-link looks like the same model',
  '😂😂😂',
]
const support = [
  'My parcel says delivered but nothing is here.',
  'Could you please look at my account?',
  'I was charged twice for one order.',
  'Thanks for the quick answer!',
  'I redeemed a gift card and see nothing.',
  'Somebody uses my photos.',
  'When is my payout due?',
  'How do I change my telephone number?',
]

/** Conversations of buyers with sellers, of the four staff members with people, and of the sentinel that has three. */
export function makeMessages(people: People, posts: Post[], money: Money, day: number): Messages {
  const chance = new Chance(8, day)
  const all: Messages = { conversations: [], members: [], messages: [] }
  const byUid = new Map(people.ordinary.map((one) => [one.uid, one]))
  const byKey = new Map(posts.map((one) => [one.key, one]))
  const seen = new Set<string>()
  for (const txn of chance.some(money.transactions, 260)) {
    const [seller, buyer] = [byUid.get(txn.seller_uid), byUid.get(txn.purchaser_uid)]
    const pair = [txn.seller_uid, txn.purchaser_uid].sort().join()
    if (!seller || !buyer || seen.has(pair)) continue
    seen.add(pair)
    talk(
      chance,
      all,
      [buyer, seller],
      lines,
      byKey.get(txn.product_id ?? ''),
      chance.oddly(2) ? 120 : chance.whole(2, 14),
    )
  }
  for (const staff of staffSides)
    for (const one of chance.some(people.ordinary, 14))
      talk(chance, all, [one, staff], support, undefined, chance.whole(1, 9))
  const content = people.sentinels.find(({ uid }) => uid === 'sentinel-content')
  if (content)
    for (const one of chance.some(people.ordinary, 3))
      talk(chance, all, [content, one], lines, chance.pick(posts), 4)
  return all
}

function talk(
  chance: Chance,
  all: Messages,
  sides: [Side, Side],
  texts: string[],
  post: Post | undefined,
  count: number,
) {
  const id = `talk-${String(all.conversations.length + 1).padStart(4, '0')}`
  // Start long conversations early enough for all of their messages to be in the past.
  let date = chance.daysAgo(count > 20 ? 8 : 2, 120)
  let last: string | null = null
  for (let at = 0; at < count; at++) {
    const sender = sides[at === 0 ? 0 : chance.whole(0, 1)] ?? sides[0]
    const type = post && at === 0 ? 2 : chance.oddly(5) ? 1 : 0
    const text = type === 0 ? (at === 0 ? (texts[0] ?? '') : chance.pick(texts)) : null
    all.messages.push({
      id: `${id}-${String(at).padStart(3, '0')}`,
      conversation_id: id,
      senderID: sender.uid,
      senderDisplayName: sender.displayName,
      type,
      text,
      mediaURL: type === 1 ? `messages/${id}/${at}.svg` : null,
      postThumbnailImagePath: type === 2 ? (post?.thumbnailImageURL ?? null) : null,
      postTitle: type === 2 ? (post?.title ?? null) : null,
      date,
    })
    last = text ?? (type === 1 ? 'Image' : (post?.title ?? null))
    // Minutes within a group, sometimes hours; one pair exactly an hour apart, where the rules differ (D-096).
    if (at < count - 1)
      date = later(date, at === 1 ? 1 : chance.oddly(30) ? chance.whole(2, 9) / 2 : chance.whole(1, 20) / 60)
  }
  all.conversations.push({
    id,
    conversationsMessagesID: `m-${id}`,
    product_id: post?.key ?? null,
    lastMessage: last,
    date,
  })
  for (const [position, side] of sides.entries())
    all.members.push({
      conversation_id: id,
      uid: side.uid,
      name: side.displayName,
      read: chance.oddly(60),
      position,
    })
}
