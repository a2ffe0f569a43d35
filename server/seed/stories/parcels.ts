import { staff } from '../market/staff.ts'
import type { Person } from '../rows.ts'
import { days, type Story } from './stage.ts'

/** A lamp of 1974 arrives broken. The carrier or the packing? Buyer and seller see it differently. */
export const lampArrivedBroken: Story = (s) => {
  const seller = s.person('Walter Brandt', 'US', days(1300))
  const buyer = s.person('Camille Rousseau', 'US', days(260))
  const lamp = s.lists(
    seller,
    'lamp',
    'Brass & Co floor lamp from 1974',
    18_500,
    days(26),
    'Stood in a dry room since 1974. Rewired two years ago. 140 cm, packed with care.',
    {
      photos: 4,
      shipping_cost: 2400,
    },
  )
  const txn = s.buys(buyer, lamp, days(8))
  s.ships(txn, days(7), 'FedEx')
  s.arrives(txn, days(3.2))
  s.disputes(txn, 1, days(2.6))
  s.talk([buyer, seller], lamp, [
    [buyer, days(8.2), 'Bonjour Walter, is the lamp still there? It would stand next to my piano.'],
    [seller, days(8.1), 'It is! Handle with care, it is older than both of my kids.'],
    [seller, days(7), `FedEx has it: ${txn.tracking_number}. Two layers of bubble wrap, as promised.`],
    [buyer, days(3.1), 'It came, but the box was open on one side and the stem is bent. Look:'],
    [buyer, days(3.08), 4],
    [seller, days(3), 'Oh no. That is how they treated it, not how I packed it.'],
    [buyer, days(2.7), 'There was one layer of paper in it, Walter. I would like my $209 back.'],
    [seller, days(2.65), 'I have a photo of the packing somewhere. I am not paying for what FedEx did.'],
  ])
  s.talk(
    [buyer, staff.support],
    lamp,
    [
      [
        buyer,
        days(2.6),
        `Hello, my lamp (order ${txn.public_id}) arrived broken. I have opened a dispute. The seller says FedEx, I say paper.`,
      ],
      [
        staff.support,
        days(2.4),
        'I am sorry. Please keep the box and send us a photo of it, inside and outside.',
      ],
      [buyer, days(2.3), 3],
      [buyer, 1.8, 'Any news? I still have the box in the hallway.'],
    ],
    [staff.support],
  )
  s.note(
    staff.support,
    ['transaction', txn.id],
    days(2.2),
    'Box torn at one side, paper only. Asked Walter for his photo of the packing, until Thursday. If there is none: refund.',
  )
}

/** USPS lost a parcel: the last scan is nine days old. */
export const parcelLost: Story = (s) => {
  const seller = s.person('Joyce Okafor', 'US', days(520))
  const buyer = s.person('Hannah Weiss', 'US', days(77))
  const coat = s.lists(
    seller,
    'jacket',
    'Tidewater wool coat, size M',
    14_500,
    days(30),
    'Warm, dark green, dry-cleaned. A tiny repair at the left cuff.',
    { shipping_cost: 1250 },
  )
  const txn = s.buys(buyer, coat, days(11.5))
  s.ships(txn, days(10.4))
  s.disputes(txn, 2, 20)
  s.talk([buyer, seller], coat, [
    [
      buyer,
      days(5),
      `Hi Joyce, ${txn.tracking_number} still says "Arrived at regional facility", since the day after you posted it.`,
    ],
    [seller, days(4.8), 'Strange, it never takes more than four days. I have the receipt from the counter.'],
    [buyer, days(1.2), 'Nine days now, and minus four outside. I have asked support.'],
    [seller, days(1.1), 'I understand. I have started a search with USPS, case 88-4120-7731.'],
  ])
  s.talk(
    [buyer, staff.support],
    coat,
    [
      [
        buyer,
        21,
        `My coat has been lost by USPS: ${txn.tracking_number}, order ${txn.public_id}. Last scan nine days ago. Who pays for this?`,
      ],
      [
        staff.support,
        19,
        'Hi Hannah, I have opened a dispute for you. If USPS does not find it by Friday, you get your money back and the seller keeps hers: labels bought here are insured.',
      ],
      [buyer, 18.5, 'That is fair. Thank you!'],
      [buyer, 2.2, 'USPS has just written that they gave up the search.'],
    ],
    [staff.support],
  )
  s.did(staff.support, 'disputes.open', ['transaction', txn.id], 20, {
    after: { dispute_id: txn.dispute_id, dispute_status: 2, dispute_type: 2 },
  })
}

/** A seller takes the money and does not ship: three buyers wait. */
export const sellerNeverShips: Story = (s) => {
  const seller = s.person('Brent Aldridge', 'US', days(150), { lastActive: s.at(days(4)) })
  const things = [
    ['watch', 'Meridian diver watch, serviced 2023', 42_000],
    ['watch', 'Argent wristwatch with papers', 26_500],
    ['camera', 'Helios film camera, tested', 17_000],
  ] as const
  const names = ['Priya Raman', 'Oleg Bondar', 'Mateus Cardoso']
  const buyers: Person[] = []
  for (const [at, [category, title, cents]] of things.entries()) {
    const buyer = s.person(names[at] ?? '', 'US', days(300 - at * 70))
    buyers.push(buyer)
    const post = s.lists(
      seller,
      category,
      title,
      cents,
      days(20 + at),
      'Papers included. I ship on the next working day.',
    )
    const txn = s.buys(buyer, post, days(5.5 + at * 0.8))
    s.talk([buyer, seller], post, [
      [
        buyer,
        days(4) - at * 5,
        `Hello, I paid for "${title}" days ago and see no label yet. Is everything all right?`,
      ],
      [buyer, days(2) - at * 5, 'Please answer.'],
    ])
    if (at === 0)
      s.talk(
        [buyer, staff.support],
        post,
        [
          [
            buyer,
            days(1.5),
            `Brent Aldridge does not ship my watch (order ${txn.public_id}, $${cents / 100}). He has not even read my messages.`,
          ],
          [
            staff.support,
            days(1.3),
            'I have written to him. If there is no label by tomorrow noon, we cancel and refund you.',
          ],
          [buyer, 1.1, 'It is past noon. Nothing.'],
        ],
        [staff.support],
      )
    if (at === 1)
      s.reports(
        buyer,
        seller,
        'Scam',
        15,
        `Took my money for "${title}" and vanished. Two others in the comments say the same.`,
      )
  }
  for (const [at, buyer] of buyers.entries())
    if (at !== 1)
      s.reports(buyer, seller, 'Scam', 13 - at, 'I paid, and there is no label. He does not answer.')
  s.note(
    staff.support,
    ['user', seller.uid],
    days(1.3),
    'Three paid orders without a label, last seen four days ago. Called, no answer. Deadline tomorrow noon, then cancel all three and charge him.',
  )
}

/** Boots in the wrong size: a mistake, and both want it solved. */
export const wrongItem: Story = (s) => {
  const seller = s.person('Beatriz Lemos', 'US', days(210))
  const buyer = s.person('Grace Whitfield', 'US', days(680))
  const boots = s.lists(
    seller,
    'shoes',
    'Cobble leather boots, EU 39',
    11_200,
    days(15),
    'Worn twice. I have two pairs in different sizes, this is the smaller one.',
    { shipping_cost: 899 },
  )
  const txn = s.buys(buyer, boots, days(6))
  s.ships(txn, days(5.5), 'UPS')
  s.arrives(txn, 30)
  s.disputes(txn, 1, 26)
  s.talk([buyer, seller], boots, [
    [buyer, 29, 'Hi Beatriz, the boots came and they are lovely, but they are a 41.'],
    [buyer, 28.9, 2],
    [seller, 27, 'Ai, I mixed up the boxes! I am so sorry. The 39 is right here.'],
    [buyer, 26.5, 'No harm done. I opened a dispute so that the money waits. Who pays for the way back?'],
    [seller, 25, 'I do, of course. Can the marketplace make a return label?'],
  ])
  s.note(
    staff.support,
    ['transaction', txn.id],
    22,
    'Both agree: seller sends the 39 and pays the return of the 41. Resolve when the 39 has been scanned.',
  )
}
