import { Random } from '../random.ts'
import type { DemoPost, Money, Person, Reports } from '../rows.ts'
import { ago, later } from '../world.ts'
import { fill } from './talks.ts'

/** What people report about others, with the last word about a listing or a purchase of theirs. */
const aboutPeople: [reason: string, words: string][] = [
  ['Off-app payment', 'Wants me to pay for "{item}" by bank transfer, "to save both of us the fees".'],
  ['No show', 'We agreed on six o’clock for "{item}". I waited for 50 minutes. Second time this month.'],
  [
    'Rude messages',
    'I did not accept the offer for "{item}" and got nine messages in an hour, the last ones rude.',
  ],
  ['Scam', 'Sent me photos of "{item}" that I found on another website, with the watermark cut off.'],
  ['Spam', 'Sends everybody who likes "{item}" the same message with a link to an own shop.'],
  ['Off-app payment', 'Pide un adelanto por Bizum antes de enseñar «{item}».'],
  ['Rude messages', 'Schreibt immer weiter, obwohl ich zu "{item}" schon dreimal nein gesagt habe.'],
  ['Scam', 'Ціна на «{item}» змінюється щодня, а зустріч скасовує в останню хвилину.'],
  ['No show', 'Annule toujours une heure avant le rendez-vous pour « {item} ».'],
]

/** Waiting reports of people and of listings that are in no story, and those that were handled. */
const waiting = { people: 6, listings: 6 }
const handled = 130
/** The report about a person that waits longest: 'No show'. */
const oldest = 1

const aboutListings = ['Counterfeit item', 'Prohibited item', 'Scam', 'Spam', 'Scam']

/** Reports: a few that wait, from half an hour to half a day, and a year of handled ones. */
export function makeReports(people: Person[], posts: DemoPost[], trade: Money, now: number): Reports {
  const listed = posts.filter((one) => one.review_state === 'approved')
  const byUid = new Map(people.map((one) => [one.uid, one]))
  const age = (at: number, some: number) =>
    // Not in the order of the reasons: a report that waits long is no scam.
    at < some ? 0.6 + ((at * 5) % some) * 2.4 : 80 + Random.ofRecord(5, at).skewed(360 * 24, 2)
  return {
    userReports: Array.from({ length: waiting.people + handled }, (_, at) => {
      const random = Random.ofRecord(6, at)
      const post = random.pick(listed)
      const [reason, words] = aboutPeople[at % aboutPeople.length] ?? ['Scam', '']
      // A buyer of theirs, if there is one.
      const buyer = trade.transactions.find((one) => one.seller_uid === post.creatorUID)?.purchaser_uid
      return {
        id: `report-${random.letters(10)}`,
        reporting_uid: post.creatorUID,
        reporter_uid: byUid.get(buyer ?? '')?.uid ?? stranger(random, people, post.creatorUID),
        report_reason_id: reason,
        input: fill(words, { item: post.title }),
        status: at < waiting.people ? 'open' : 'resolved',
        // One that is about no harm waits since the day before yesterday.
        created_at: ago(now, age(at, waiting.people) + (at === oldest ? 40 : 0)),
      }
    }),
    listingReports: Array.from({ length: waiting.listings + handled }, (_, at) => {
      const random = Random.ofRecord(7, at)
      const post = random.pick(listed)
      const created_at = ago(now, age(at, waiting.listings))
      return {
        id: `listing-report-${random.letters(10)}`,
        post_key: post.key,
        reporter_uid: stranger(random, people, post.creatorUID),
        report_reason_id: random.pick(aboutListings),
        status: at < waiting.listings ? 'open' : 'ignored',
        created_at: created_at < (post.creationDate ?? '') ? later(post.creationDate ?? '', 1) : created_at,
      }
    }),
  }
}

function stranger(random: Random, people: Person[], uid: string): string {
  const one = random.pick(people)
  return one.uid === uid ? stranger(random, people, uid) : one.uid
}
