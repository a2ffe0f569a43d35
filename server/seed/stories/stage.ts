import type { Category } from '../categories.ts'
import { promotion } from '../market/content.ts'
import { decision } from '../market/history.ts'
import { listing } from '../market/listings.ts'
import { member } from '../market/people.ts'
import { deviceOf } from '../market/proofs.ts'
import type { StaffMember } from '../market/staff.ts'
import { type Side, talk } from '../market/talks.ts'
import { disputeOf, labelFor, paidOrder, parcel, purchase } from '../market/trade.ts'
import { latinOf } from '../names.ts'
import type { DemoDevice, DemoLabel, DemoPost, Person, Purchase, Rows } from '../rows.ts'
import { MoneyStage } from './money-stage.ts'

/** Hours. Every time of a story is so many hours before the demo began. */
export const days = (count: number) => count * 24
export const minutes = (count: number) => count / 60

/** A line of a conversation: who, how long ago, and the words, or the number of a photo of the listing. */
type Said = readonly [from: Side, hoursAgo: number, says: string | number]

type Subject = readonly ['user' | 'listing' | 'transaction', string]

/** Adds the records of one story to the marketplace's. The same story always has the same ids. */
export class Stage extends MoneyStage {
  /** A person who joined some hours ago. */
  person(displayName: string, country_code: string, joined: number, change: Partial<Person> = {}): Person {
    const email = `${latinOf(displayName) || this.random.letters(8).toLowerCase()}@example.com`
    const made = member(this.random, this.now, {
      displayName,
      country_code,
      email,
      created_at: this.at(joined),
      ...change,
    })
    this.rows.users.push(made)
    return made
  }

  /** A listing; approved unless `change` says otherwise. */
  lists(
    seller: Person,
    category: Category,
    title: string,
    cents: number,
    hoursAgo: number,
    description: string,
    change: Partial<DemoPost> & { photos?: number } = {},
  ): DemoPost {
    const creationDate = this.at(hoursAgo)
    const made = listing(this.random, seller, {
      category,
      title,
      cents,
      description,
      creationDate,
      ...change,
    })
    this.rows.posts.push(made)
    return made
  }

  /** A paid purchase, not shipped yet. */
  buys(buyer: Person, post: DemoPost, hoursAgo: number, change: Partial<Purchase> = {}): Purchase {
    const order = paidOrder(this.random, buyer, this.at(hoursAgo))
    const seller = this.rows.users.find(({ uid }) => uid === post.creatorUID)
    if (!seller) throw new Error(`The seller of ${post.title} is no person`)
    const made = purchase(this.random, { order, post, seller, buyer }, change)
    post.sold = true
    this.rows.orders.push(order)
    this.rows.transactions.push(made)
    return made
  }

  /** The seller hands the parcel to the carrier, with a label. */
  ships(txn: Purchase, hoursAgo: number, carrier = 'USPS'): DemoLabel {
    Object.assign(txn, parcel(this.random, carrier), { shipping_status: 2 })
    return this.label(txn, hoursAgo)
  }

  label(txn: Purchase, hoursAgo: number, change: Partial<DemoLabel> = {}): DemoLabel {
    const made = labelFor(this.random, txn, this.at(hoursAgo), change)
    this.rows.shipLabels.push(made)
    return made
  }

  arrives(txn: Purchase, hoursAgo: number) {
    Object.assign(txn, { shipping_status: 1, delivered_at: this.at(hoursAgo) })
  }

  /** 1 not as described, 2 not received, 3 other. */
  disputes(txn: Purchase, type: 1 | 2 | 3, hoursAgo: number, resolvedAgo?: number) {
    const resolved = resolvedAgo === undefined ? null : this.at(resolvedAgo)
    this.rows.disputes.push(disputeOf(this.random, txn, type, this.at(hoursAgo), resolved))
  }

  /** A conversation of two sides, oldest line first. `unread` has not read the end. */
  talk(
    sides: readonly [Side, Side],
    about: DemoPost | undefined,
    lines: readonly Said[],
    unread: Side[] = [],
  ) {
    talk(
      this.rows,
      `talk-${this.random.letters(12)}`,
      sides,
      lines.map(([from, hoursAgo, says]) => ({
        from,
        at: this.at(hoursAgo),
        ...(typeof says === 'string' ? { text: says } : { photo: about?.photosURL[says - 1] ?? '' }),
      })),
      { about, unread },
    )
  }

  reports(by: Person, of: Person, reason: string, hoursAgo: number, words: string) {
    this.rows.userReports.push({
      id: `report-${this.random.letters(10)}`,
      reporting_uid: of.uid,
      reporter_uid: by.uid,
      report_reason_id: reason,
      input: words,
      status: 'open',
      created_at: this.at(hoursAgo),
    })
  }

  reportsListing(by: Person, post: DemoPost, reason: string, hoursAgo: number) {
    this.rows.listingReports.push({
      id: `listing-report-${this.random.letters(10)}`,
      post_key: post.key,
      reporter_uid: by.uid,
      report_reason_id: reason,
      status: 'open',
      created_at: this.at(hoursAgo),
    })
  }

  note(by: StaffMember, subject: Subject, hoursAgo: number, text: string) {
    this.did(by, 'notes.create', subject, hoursAgo, { reason: text })
  }

  blocks(by: StaffMember, { uid }: Person, hoursAgo: number, reason: string) {
    const blocked = this.rows.users.find((one) => one.uid === uid)
    if (blocked) blocked.isBanned = true
    this.rows.banReasons.push({
      id: `ban-${this.random.letters(10)}`,
      uid,
      reason,
      created_at: this.at(hoursAgo),
      actor_uid: by.uid,
      actor: by.displayName,
    })
    this.did(by, 'users.ban', ['user', uid], hoursAgo, {
      reason,
      before: { isBanned: false },
      after: { isBanned: true },
    })
  }

  /** A moderator's decision about a listing, as it was then. */
  decides(by: StaffMember, post: DemoPost, verdict: 'approved' | 'denied', hoursAgo: number) {
    const made = decision(this.random, post, by, this.at(hoursAgo), verdict)
    this.rows.decisions.push(made.decision)
    this.rows.audit.push(made.audit)
  }

  device(of: Person, hoursAgo: number, change: Partial<DemoDevice> = {}): DemoDevice {
    const made = deviceOf(this.random, of, this.at(hoursAgo), change)
    this.rows.devices.push(made)
    return made
  }

  redeems(code: string, cents: number, by: Person, hoursAgo: number) {
    this.rows.giftCards.push({
      code,
      cents,
      created_at: this.at(hoursAgo + days(20)),
      redeemed_by: by.uid,
      redeemed_at: this.at(hoursAgo),
    })
    by.available_balance = (by.available_balance ?? 0) + cents
  }

  promotes(post: DemoPost, hoursAgo: number, change: Partial<Rows['promotedPosts'][number]> = {}) {
    this.rows.promotedPosts.push(
      promotion(this.random, post, { created_at: this.at(hoursAgo), approval_status: 1, ...change }),
    )
  }

  asksCommunity(by: Person, title: string, hoursAgo: number, body: string) {
    this.rows.questions.push({
      id: `question-${this.random.letters(12)}`,
      title,
      created_at: this.at(hoursAgo),
      creator_uid: by.uid,
      body,
      ...{ order_id: null, purchaser_uid: null, seller_uid: null, product_id: null, tracking_number: null },
    })
  }
}

export type Story = (stage: Stage) => void
