import { staff } from '../market/staff.ts'
import { days, minutes, type Story } from './stage.ts'

/** A refund of $1,264.99 waits for a second person: the laptop was a display model with a broken hinge. */
export const refundWaitsForASecondPerson: Story = (s) => {
  const seller = s.person('Zoltán Kerekes', 'US', days(330))
  const buyer = s.person('Amara Diallo', 'US', days(45))
  const laptop = s.lists(
    seller,
    'laptop',
    'Voltaire gaming laptop, 32 GB',
    124_000,
    days(19),
    'Bought in May, used for three months. As new.',
    { shipping_cost: 2499 },
  )
  const txn = s.buys(buyer, laptop, days(9))
  s.ships(txn, days(8.5), 'UPS')
  s.arrives(txn, days(5))
  s.disputes(txn, 1, days(4.5), 6.5)
  s.talk([buyer, seller], laptop, [
    [
      buyer,
      days(4.9),
      'Hello Zoltán, the hinge breaks out of the lid, and there is a shop’s display sticker under the battery.',
    ],
    [buyer, days(4.88), 2],
    [
      seller,
      days(4.6),
      'I bought it like that from the shop, I did not know. Send it back and you get everything.',
    ],
    [buyer, days(2), `Sent back this morning with UPS, 1Z88E4W20391175604.`],
    [seller, 8, 'Arrived, I confirm. Please give her the money back.'],
  ])
  s.note(
    staff.support,
    ['transaction', txn.id],
    7,
    'Laptop is back with the seller, he confirmed in the messages. Whole amount to the buyer, please.',
  )
  s.did(staff.support, 'disputes.resolve', ['transaction', txn.id], 6.5, {
    before: { dispute_status: 2 },
    after: { dispute_status: 1 },
  })
  s.asks(staff.finance, 'refund', txn, 126_499, 5.5, [
    'not_as_described',
    'The hinge breaks out of the lid, and the battery was opened',
  ])
}

/** A refund of $2,150 that the buyer's bank may need waits for finance, and holds the payout of an honest seller. */
export const payoutOnHold: Story = (s) => {
  const seller = s.person('Tomasz Wieczorek', 'US', days(1100))
  const buyer = s.person('Gordon Pryce', 'US', days(14), { last_ip: '203.0.113.150' })
  const watch = s.lists(
    seller,
    'watch',
    'Meridian diver watch, full set 2021',
    215_000,
    days(8),
    'Box, papers, both straps. Insured shipping only.',
    { shipping_cost: 0 },
  )
  const txn = s.buys(buyer, watch, days(3))
  s.ships(txn, days(2.5), 'FedEx')
  s.arrives(txn, 26)
  s.asks(staff.admin, 'refund', txn, 215_000, 20, ['fraud', 'The bank says that the card may be stolen'])
  s.note(
    staff.admin,
    ['transaction', txn.id],
    20,
    'The card’s bank called: the card may be stolen. Hold the payout until they confirm in writing. I asked for the refund so that it cannot leave.',
  )
  s.talk(
    [seller, staff.support],
    watch,
    [
      [
        seller,
        12,
        `Hello, my payout for order ${txn.public_id} ($2,150) does not move. Delivered and signed for yesterday.`,
      ],
      [
        staff.support,
        11,
        'Hello Tomasz, it is on hold because of a check on the buyer’s side, not on yours. You hear from me by Thursday.',
      ],
      [seller, 2.8, 'I shipped insured and have the signature. Please do not let me pay for a check.'],
    ],
    [staff.support],
  )
}

/** A chargeback: the buyer's bank takes back $684, three weeks after the seller was paid. */
export const chargeback: Story = (s) => {
  const seller = s.person('Dolores Iturbide', 'US', days(760))
  const buyer = s.person('Calvin Roper', 'US', days(29), { last_ip: '198.51.100.18' })
  const guitar = s.lists(
    seller,
    'guitar',
    'Tonewell electric guitar, sunburst',
    66_500,
    days(40),
    'Plays like butter. Comes with a hard case.',
    { shipping_cost: 1900 },
  )
  const txn = s.buys(buyer, guitar, days(28), { status: 1, payout_status: 1 })
  s.ships(txn, days(27), 'UPS')
  s.arrives(txn, days(24))
  s.talk([buyer, seller], guitar, [
    [buyer, days(28.1), 'Would you ship to a mail box address?'],
    [seller, days(28.05), 'Yes, with a signature.'],
    [seller, days(27), `On its way: ${txn.tracking_number}. Somebody has to sign.`],
    [buyer, days(23.9), 'got it thx'],
  ])
  s.chargesBack(txn, 'fraudulent', days(1.2), days(6))
  s.note(
    staff.finance,
    ['transaction', txn.id],
    days(1.1),
    'Chargeback of $684.00 by the cardholder’s bank, reason "fraudulent: not authorized by cardholder". Answer within 7 days. Evidence so far: UPS signature "C. Roper", message "got it thx".',
  )
  s.note(
    staff.moderator,
    ['user', buyer.uid],
    days(1),
    'Account opened a day before the purchase, one purchase, never again. See the chargeback on the guitar.',
  )
  s.talk(
    [seller, staff.support],
    guitar,
    [
      [
        seller,
        22,
        'I received a mail about a "chargeback" for my guitar. The man signed for it! Do I lose the $665?',
      ],
      [
        staff.support,
        20,
        'Hello Dolores, we answer the bank for you. Please send the receipt of the shipment, the sooner the better.',
      ],
      [seller, 19.5, `Here it is, UPS ${txn.tracking_number}, with his signature.`],
    ],
    [staff.support],
  )
}

/** A seller paid two labels for one parcel: the page hung, and she pressed twice. */
export const labelChargedTwice: Story = (s) => {
  const seller = s.person('Rosalind Achterberg', 'US', days(940))
  const buyer = s.person('Theo Marchetti', 'US', days(31))
  const atlas = s.lists(
    seller,
    'book',
    'Harbour Press atlas, 1962',
    8800,
    days(13),
    'All maps there, spine firm. Heavy: 4 kg.',
    { shipping_cost: 1650 },
  )
  const txn = s.buys(buyer, atlas, days(1.6))
  s.ships(txn, 29)
  s.label(txn, 29 - minutes(1), { tracking_number: '9400136106193820557814' })
  s.talk(
    [seller, staff.support],
    atlas,
    [
      [
        seller,
        28,
        `Good morning, I was charged $16.50 twice for the label of order ${txn.public_id}. The page hung and I pressed again.`,
      ],
      [
        seller,
        27.8,
        `I used ${txn.tracking_number}. The other one, 9400136106193820557814, is still on my desk.`,
      ],
      [
        staff.support,
        24,
        'Thank you for keeping it. I will cancel the unused one; the $16.50 come back to your card.',
      ],
      [seller, 3.4, 'Nothing yet. Did it work?'],
    ],
    [staff.support],
  )
  s.note(
    staff.support,
    ['transaction', txn.id],
    24,
    `Cancel the label ending in 7814, NOT ${txn.tracking_number}: that one is on the parcel.`,
  )
}
