import { memberSearchColumns, messageSearchColumns } from '../../server/search/search-text.ts'
import { Random } from '../../server/seed/random.ts'
import { listingKey, offer } from './goods.ts'
import type { Table } from './load.ts'
import { nameOfPerson, uidOf } from './people.ts'
import { ageOf, daysAgo, idOf, type Size } from './size.ts'

const days = 1000
/** The staff member in every second conversation. */
export const busyStaff = 'staff-admin'
/** Messages of a long thread, and the number of long threads. */
const long = 3000
const longThreads = (size: Size) => Math.min(30, Math.floor(size.conversations / 500))

const phrases = [
  'Hi, is this still available?',
  'Would you take a little less?',
  'I could do 10 % off if you pick it up today.',
  'Where is my parcel? The tracking has not moved for a week.',
  'I was charged twice for one order.',
  'Could you please look at my account?',
  'Perfect, see you then 👍',
  'Can you ship it?',
  'Is the scratch on the left deep?',
  'Thanks, it arrived today. Exactly as described!',
  '¿Aceptas cambios?',
  'Ich nehme es!',
  'ありがとうございます。',
  'Дякую, чекаю.',
  'Please pay in the app, not by bank transfer.',
]

export const conversationId = (number: number): string => idOf('c', number)
export const threadId = (number: number): string => idOf('m', number)

/** The two members of a conversation. */
function sides(number: number, size: Size) {
  const random = Random.ofRecord(40, number)
  const one = random.below(size.users)
  const other = random.skewed(size.users, 2)
  const person = (at: number) => ({ uid: uidOf(at), name: nameOfPerson(at).displayName })
  return number % 2 === 0
    ? [person(one), { uid: busyStaff, name: 'Ada Admin' }]
    : [person(one), person(one === other ? (one + 1) % size.users : other)]
}

function textOf(message: number): string {
  const random = Random.ofRecord(41, message)
  const words = random.pick(phrases)
  return random.chance(25) ? `${words} (${offer(random.below(1_000_000)).title ?? 'it'})` : words
}

/** The number of each conversation's first message, and of the next conversation's. */
function threads(size: Size): Int32Array {
  const count = size.conversations
  const weights = Float64Array.from(
    { length: count },
    (_, at) => 0.2 + Random.ofRecord(42, at).next() ** 3 * 4,
  )
  const others = longThreads(size)
  let sum = 0
  for (let at = others; at < count; at++) sum += weights[at] ?? 0
  const left = size.messages - others * long - (count - others)
  const firsts = new Int32Array(count + 1)
  let [passed, given] = [0, 0]
  for (let at = 0; at < count; at++) {
    let messages = long
    if (at >= others) {
      passed += weights[at] ?? 0
      const due = at === count - 1 ? left : Math.floor((passed / sum) * left)
      messages = 1 + due - given
      given = due
    }
    firsts[at + 1] = (firsts[at] ?? 0) + messages
  }
  return firsts
}

/** A long thread covers the whole time; each other one has an end. */
const ageOfThread = (number: number, size: Size) =>
  number < longThreads(size) ? 0.01 * (number + 1) : ageOf(number, size.conversations, days)

export function talkTables(size: Size): Table[] {
  const firsts = threads(size)
  const first = (number: number) => firsts[number] ?? 0
  let conversation = 0
  return [
    {
      name: 'conversations',
      count: size.conversations,
      row: (number) => ({
        id: conversationId(number),
        conversations_messages_id: threadId(number),
        product_id: Random.ofRecord(43, number).chance(60)
          ? listingKey(Random.ofRecord(43, number).below(size.listings))
          : null,
        last_message: textOf(first(number + 1) - 1),
        date: daysAgo(ageOfThread(number, size)),
      }),
    },
    {
      name: 'conversation_members',
      count: size.conversations * 2,
      row: (number) => {
        const of = Math.floor(number / 2)
        const { uid, name } = sides(of, size)[number % 2] ?? { uid: '', name: null }
        return {
          conversation_id: conversationId(of),
          uid,
          name,
          // Staff read all but some of the newest.
          read:
            uid !== busyStaff || of < size.conversations * 0.9 ? true : !Random.ofRecord(44, of).chance(30),
          position: number % 2,
          date: daysAgo(ageOfThread(of, size)),
          ...memberSearchColumns({ name }),
        }
      },
    },
    {
      name: 'messages',
      count: size.messages,
      row: (number) => {
        // Rows are made in order; only the first may be made twice.
        if (number < first(conversation)) conversation = 0
        while (number >= first(conversation + 1)) conversation++
        const random = Random.ofRecord(45, number)
        const sender = sides(conversation, size)[random.below(2)]
        const type = random.chance(95) ? 0 : random.chance(60) ? 1 : 2
        const text = type === 0 ? textOf(number) : null
        const behind = first(conversation + 1) - 1 - number
        return {
          id: idOf('g', number),
          conversation_id: conversationId(conversation),
          sender_id: sender?.uid ?? '',
          sender_display_name: sender?.name ?? null,
          type,
          text,
          media_url: type === 1 ? `messages/${number}.jpg` : null,
          post_thumbnail_image_path: null,
          post_title: type === 2 ? offer(number).title : null,
          date: daysAgo(ageOfThread(conversation, size) + behind * 0.01),
          ...messageSearchColumns({ text }),
        }
      },
    },
  ]
}
