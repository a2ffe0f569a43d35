import { staff } from '../market/staff.ts'
import { days, minutes, type Story } from './stage.ts'

/** A listing was approved as a bicycle for $140, then edited into an e-bike for $1,900 that the seller does not have. */
export const editedAfterApproval: Story = (s) => {
  const seller = s.person('Rick Salloway', 'US', days(52))
  const bike = s.lists(
    seller,
    'bike',
    'Velour city bike, 7 gears',
    14_000,
    days(2.5),
    'Old but honest. Bell works, basket included.',
  )
  s.decides(staff.moderator, bike, 'approved', days(2.3))
  Object.assign(bike, {
    title: 'Velour E-BIKE 750 W, almost new',
    price: 1900,
    price_as_smallest_currency_unit: 190_000,
    description:
      'E-bike, 60 miles range. Photos follow. Deposit of $300 by transfer reserves it, text me: 555 014 8891.',
    review_state: 'pending',
    trades: false,
  })
  const curious = s.person('Maya Feldman', 'US', days(640))
  s.reportsListing(curious, bike, 'Scam', 1.4)
  s.talk([curious, seller], bike, [
    [curious, 1.9, 'This was a $140 city bike yesterday. Is this the same bike?'],
    [seller, 1.8, 'motor is inside the frame u cant see it'],
  ])
}

/** Handbags with a famous buckle, three sellers' worth of doubt, four people who report them. */
export const counterfeitHandbags: Story = (s) => {
  const seller = s.person('Luxe by Sandrine', 'US', days(64), {
    listing_quantity_permission: 1,
    store_behavior: 1,
  })
  const reporters = [
    s.person('Gwen Abernathy', 'US', days(900)),
    s.person('Chiara Bellini', 'US', days(455)),
    s.person('Odile Garnier', 'CA', days(120)),
    s.person('Fatou Sarr', 'US', days(70)),
  ]
  const words =
    'Like the one from the runway. Dust bag and card included. No questions about receipts please.'
  const bags = [
    'Saddler Heritage handbag, black',
    'Saddler Heritage handbag, tan',
    'Saddler mini handbag, gold buckle',
  ].map((title, at) => {
    const post = s.lists(seller, 'bag', title, 19_900 - at * 2000, days(5 - at), words, { quantity: 15 })
    s.decides(staff.moderator, post, 'approved', days(4.8 - at))
    return post
  })
  for (const [at, post] of bags.entries())
    for (const [number, one] of reporters.slice(at).entries())
      s.reportsListing(one, post, 'Counterfeit item', 3 + at * 4 + number * 5.5)
  const [first] = bags
  const [gwen, chiara] = reporters
  if (!first || !gwen || !chiara) return
  const txn = s.buys(gwen, first, days(4))
  s.ships(txn, days(3.4))
  s.arrives(txn, 29)
  s.disputes(txn, 1, 25)
  s.talk([gwen, seller], first, [
    [
      gwen,
      28,
      'I work with leather. This is plastic, the stitching is glued, and "Saddler" is written with one d inside.',
    ],
    [gwen, 27.9, 2],
    [seller, 26, 'all our bags are top AAA quality, no refunds on sale items'],
  ])
  s.reports(
    chiara,
    seller,
    'Counterfeit item',
    6,
    'Fifteen pieces of each, at a tenth of the price, and the stamp is misspelled. I own the real one.',
  )
  s.lists(seller, 'bag', 'Saddler Heritage handbag, burgundy', 18_900, 2.1, words, {
    review_state: 'pending',
    quantity: 15,
  })
  s.note(
    staff.moderator,
    ['user', seller.uid],
    5,
    'Asked for an invoice of the supplier on Monday, nothing so far. Deny the burgundy one until she answers.',
  )
}

/** A fifteen-year-old sells alcohol, inside a backpack. */
export const forbiddenItem: Story = (s) => {
  const seller = s.person('xX_Milo_Xx', 'US', days(6))
  const pack = s.lists(
    seller,
    'bag',
    'Fell backpack WITH EXTRAS 👀',
    6000,
    minutes(50),
    'Backpack is normal, the extras are six small bottles of vodka from my uncle’s shop. No ID needed lol. I am 15 so pick up after school only.',
    { review_state: 'pending', shipping: false, shipping_cost: 0, shipping_origin_zip_code: null },
  )
  const teacher = s.person('Margaret Ellison', 'US', days(830))
  s.reports(
    teacher,
    seller,
    'A minor is involved',
    minutes(31),
    'A pupil showed me this listing. He is fifteen, and he sells alcohol to other pupils.',
  )
  s.talk(
    [teacher, staff.moderator],
    pack,
    [
      [
        teacher,
        minutes(28),
        'Hello, I have just reported a listing with alcohol by a minor. I can tell you the school if you need it.',
      ],
    ],
    [staff.moderator],
  )
}

/** A paid promotion promises that a watch doubles its value within a year. */
export const misleadingPromotion: Story = (s) => {
  const seller = s.person('Crown Time Invest', 'US', days(38), { store_behavior: 1 })
  const watch = s.lists(
    seller,
    'watch',
    'INVEST NOW: Argent diver watch, doubles in value by 2028 GUARANTEED',
    98_000,
    days(3),
    'Not a watch, an asset. Experts agree. Buy three and retire early.',
    { quantity: 40 },
  )
  s.decides(staff.admin, watch, 'approved', days(2.9))
  s.promotes(watch, 6.3, { price: 4999 })
  const honest = s.lists(
    s.person('Nils Aaberg', 'US', days(510)),
    'sofa',
    'Hygga corner sofa, washable covers',
    42_000,
    days(6),
    '182 cm wide, comes apart in two pieces.',
  )
  s.promotes(honest, 3.5, { price: 999 })
  s.note(
    staff.moderator,
    ['listing', watch.key],
    2,
    'Should not have been approved with this title. The promotion is paid ($49.99): deny it first, then ask for a new title.',
  )
}

/** A trader copies the photos of another seller, who proves that they are hers. */
export const stolenPhotos: Story = (s) => {
  const owner = s.person('Solveig Dahl', 'US', days(1020))
  const thief = s.person('QuickDeals 24', 'US', days(4))
  const real = s.lists(
    owner,
    'plant',
    'Two-year-old monstera, 90 cm',
    5500,
    days(12),
    'Grew up in my kitchen, in front of the blue wall.',
  )
  const copy = s.lists(
    thief,
    'plant',
    'Monstera XXL, ships worldwide',
    8900,
    3.1,
    'Many in stock. Photos are of the actual plant.',
    {
      review_state: 'pending',
      quantity: 50,
      photosURL: real.photosURL,
      thumbnailImageURL: real.thumbnailImageURL,
    },
  )
  s.reportsListing(owner, copy, 'Scam', 1.9)
  s.talk(
    [owner, staff.moderator],
    real,
    [
      [owner, 1.8, 'QuickDeals 24 uses my photos. You can see my blue kitchen wall, and the chipped pot.'],
      [owner, 1.7, 1],
    ],
    [staff.moderator],
  )
}
