import { staff } from '../market/staff.ts'
import type { Person } from '../rows.ts'
import { days, minutes, type Story } from './stage.ts'

/** Five accounts on one telephone sell the same phones with the same words. One is blocked, four are not. */
export const fiveAccountsOnOneDevice: Story = (s) => {
  const shared = { oneSignalId: '7c1e5b60-88d2-4f0a-9d31-5ab0c2f7e914', last_ip: '198.51.100.77' }
  const words =
    'Brand new, sealed, won at a company raffle. Pay today and I ship today. Price only until midnight!'
  const first = s.person('Trevor Haskins', 'US', days(34), { ...shared, phone_number: '+15550142210' })
  const others = [
    s.person('Trev H', 'US', days(9), { ...shared, phone_number: '+15550142210' }),
    s.person('Marcus Dell', 'US', days(8), { ...shared, phone_number: '+15550142211' }),
    s.person('Kayla Dell', 'US', days(3), { ...shared, phone_number: '+15550142212' }),
    s.person('Phones4Less Official', 'US', 20, {
      ...shared,
      phone_number: '+15550142213',
      lastActive: s.at(minutes(14)),
    }),
  ] as const
  for (const [at, one] of [first, ...others].entries())
    s.device(one, days(3) - at, { device_id: 'a3f09c1e-52b7-4d0c-8e6a-90c4d1f27b35' })
  const [trev, marcus, kayla, official] = others
  const buyer = s.person('Imani Brooks', 'US', days(410))
  const other = s.person('Leo Fontaine', 'CA', days(95))

  const sold = s.lists(first, 'phone', 'Lumo phone 128 GB, sealed', 38_900, days(16), words)
  s.decides(staff.moderator, sold, 'approved', days(15.9))
  const never = s.buys(buyer, sold, days(12), { status: 5 })
  s.disputes(never, 2, days(8.5), days(6.6))
  s.talk([buyer, first], sold, [
    [buyer, days(9), 'Hi Trevor, you have my $389 for three days now. When does the phone ship?'],
    [first, days(8.8), 'soon bro courier is late'],
    [buyer, days(7), 'You said that on Monday. I am going to report this.'],
  ])
  s.note(
    staff.support,
    ['transaction', never.id],
    days(6.5),
    'No label in four days, no answer to us. Decided for the buyer, refunded.',
  )
  s.blocks(
    staff.moderator,
    first,
    days(6),
    'Sold a phone that did not exist, and never shipped. Buyer refunded.',
  )

  for (const [at, one] of [trev, marcus].entries()) {
    const again = s.lists(
      one,
      'phone',
      `Lumo phone 128 GB SEALED ${at === 0 ? '' : '(2 left)'}`.trim(),
      37_900 - at * 2000,
      days(2) - at,
      words,
    )
    s.decides(staff.moderator, again, 'approved', days(1.9) - at)
    s.reportsListing(other, again, 'Scam', 7 - at)
  }
  s.lists(kayla, 'phone', 'Lumo phone 128 GB, sealed, raffle prize', 36_900, 2.4, words, {
    review_state: 'pending',
  })
  s.lists(official, 'phone', 'Lumo phones 128 GB, wholesale price', 34_900, 0.7, words, {
    review_state: 'pending',
    quantity: 20,
  })
  s.talk([other, marcus], undefined, [
    [other, 9, 'Is the phone really sealed? Could you send a photo of the box with today’s date?'],
    [marcus, 8.6, 'no time many buyers. send $50 deposit to my wallet and i hold it for you'],
    [other, 8.4, 'We pay in the app or not at all.'],
    [marcus, 8.3, 'then no deal'],
  ])
  s.reports(
    other,
    marcus,
    'Off-app payment',
    7.5,
    'Wanted a $50 deposit outside the app for a phone. Same text as the listing of "Trev H".',
  )
  s.reports(
    buyer,
    official,
    'Scam',
    minutes(35),
    'This is the man who took my $389 in another account. Same photos, same raffle story.',
  )
  s.note(
    staff.moderator,
    ['user', marcus.uid],
    5,
    'Same push id and address as Trevor Haskins (blocked). Look at Linked accounts before you decide about any of the five.',
  )
  moneyOfABlockedSeller(s, first)
}

/** Two honest sales of the first account, before the phone: one has arrived, one was never sent. Nobody has planned the money yet. */
function moneyOfABlockedSeller(s: Parameters<Story>[0], seller: Person) {
  const sells = (title: string, cents: number, ago: number) =>
    s.lists(seller, 'phone', title, cents, ago, 'Used for a year, works.')
  const arrived = s.buys(
    s.person('Hedda Nyström', 'SE', days(310)),
    sells('Lumo earphones', 6900, days(20)),
    days(13),
  )
  s.ships(arrived, days(11.5))
  s.arrives(arrived, days(7))
  s.moves(arrived, 'payout', days(7), { state: 'pending', due_at: s.at(-1) })
  s.buys(s.person('Kwabena Osei', 'GB', days(150)), sells('Lumo charger, 65 W', 3900, days(15)), days(8), {
    status: 2,
    shipping_status: 3,
  })
}

/** A blocked man opens a new account: same telephone number, same device, and the photos of his old listing. */
export const duplicateOfABlockedPerson: Story = (s) => {
  const old = s.person('Derek Vance', 'US', days(620), {
    phone_number: '+15550167744',
    last_ip: '203.0.113.61',
  })
  const back = s.person('D. Vance Tools & More', 'US', 5, {
    phone_number: '+15550167744',
    last_ip: '203.0.113.61',
    oneSignalId: old.oneSignalId,
    lastActive: s.at(minutes(22)),
  })
  const bike = s.lists(
    old,
    'bike',
    'Ridgeline mountain bike, 29 inch',
    64_000,
    days(70),
    'Full suspension, dropper post, serviced.',
  )
  const victim = s.person('Nora Lindqvist', 'SE', days(800))
  const never = s.buys(victim, bike, days(64), { status: 5 })
  s.disputes(never, 2, days(57), days(49))
  s.blocks(staff.moderator, old, days(48), 'Sold the same mountain bike to three people. Permanent.')
  s.note(
    staff.moderator,
    ['user', old.uid],
    days(48),
    'Two of the three paid outside the app and got nothing back; Nora Lindqvist paid here and was refunded. Do not unblock without asking Ada.',
  )
  s.lists(
    back,
    'bike',
    'Mountain bike Ridgeline 29"',
    59_500,
    1.6,
    'Full suspension, dropper post, serviced. Cash preferred.',
    {
      review_state: 'pending',
      photosURL: bike.photosURL,
      thumbnailImageURL: bike.thumbnailImageURL,
    },
  )
  s.reports(
    victim,
    back,
    'Scam',
    1.1,
    'I bought this exact bike from "Derek Vance" in September and never got it. He is back with the same pictures.',
  )
}

/** A new account redeems eight gift cards in one hour and asks for the payout. */
export const giftCardMisuse: Story = (s) => {
  const person = s.person('Kelly Voss', 'US', days(2), {
    last_ip: '198.51.100.140',
    payout_timing_preference: 'instant',
  })
  for (let at = 0; at < 8; at++) s.redeems(`GIFT-HOLIDAY-${4310 + at}`, 5000, person, 4 - at * 0.11)
  for (let at = 0; at < 8; at++)
    s.did(staff.support, 'users.redeemGiftCard', ['user', person.uid], 4 - at * 0.11, {
      before: { available_balance: at * 5000 },
      after: { available_balance: (at + 1) * 5000, gift_card: `GIFT-HOLIDAY-${4310 + at}` },
    })
  s.talk(
    [person, staff.support],
    undefined,
    [
      [
        person,
        4.3,
        'Hi!! I got gift cards for my birthday, can you add them? GIFT-HOLIDAY-4310, 4311, 4312, 4313',
      ],
      [staff.support, 4.1, 'Happy birthday! Give me a minute, I add them one by one.'],
      [person, 3.9, 'thank you so much. also 4314, 4315, 4316, 4317'],
      [staff.support, 3.2, 'All eight are on your balance, $400 together.'],
      [person, 1.3, 'I have eleven more, same series. And how do I pay the balance out to my bank today?'],
    ],
    [staff.support],
  )
  s.note(
    staff.support,
    ['user', person.uid],
    1,
    'Eight cards of one series in an hour, account two days old, instant payout set. I stop here. Finance: were 4310 to 4330 sold to one buyer?',
  )
}
