import { staff } from '../market/staff.ts'
import { days, type Story } from './stage.ts'

/** A refund that the buyer's bank sent back: the card was cancelled. */
export const refundCameBack: Story = (s) => {
  const seller = s.person('Anselm Brückner', 'US', days(540))
  const buyer = s.person('Ines Carvalho', 'US', days(210))
  const jacket = s.lists(
    seller,
    'jacket',
    'Fjellvik rain jacket, size M',
    8900,
    days(17),
    'Worn for one season. Waterproof as on the first day.',
    { shipping_cost: 900 },
  )
  const txn = s.buys(buyer, jacket, days(12))
  s.ships(txn, days(11), 'USPS')
  s.arrives(txn, days(7))
  s.disputes(txn, 1, days(6.5), days(1.4))
  s.moves(txn, 'refund', days(1.3), {
    ...{ state: 'failed', cents: 9800, started_by: staff.finance.uid, attempts: 1 },
    settled_at: s.at(days(1.29)),
    failure: "The buyer's bank refused the refund: the card is cancelled.",
    details: { reason_id: 'not_as_described', reason: 'Item not as described: the seams leak' },
  })
  s.moves(txn, 'payout', days(1.25), { state: 'pending', due_at: s.at(-4) })
  s.holds(staff.finance, txn, days(1.25), 'The refund failed; it is made again when the buyer has a card.')
  s.talk(
    [buyer, staff.support],
    jacket,
    [
      [buyer, days(1.1), `Hello, you wrote that my $98 for order ${txn.public_id} came back. Is it lost?`],
      [
        staff.support,
        days(1),
        'No. Your bank refused it, because that card is cancelled. Ask them to accept it on the new card.',
      ],
      [buyer, 3.1, 'They have linked the new card now. Please try again!'],
    ],
    [staff.support],
  )
}

/** A payout that failed, because the seller had closed the account. */
export const payoutFailed: Story = (s) => {
  const seller = s.person('Bartholomew Quill', 'US', days(620))
  const buyer = s.person('Mirela Stan', 'US', days(95))
  const lens = s.lists(
    seller,
    'camera',
    'Nordlicht 50 mm lens, f/1.4',
    31_500,
    days(20),
    'Glass without a scratch, with both caps.',
    { shipping_cost: 1100 },
  )
  const txn = s.buys(buyer, lens, days(11))
  s.ships(txn, days(10), 'UPS')
  s.arrives(txn, days(6))
  s.moves(txn, 'payout', days(3), {
    ...{ state: 'failed', cents: 31_500, attempts: 1, settled_at: s.at(days(2.99)) },
    failure: "The seller's account cannot receive transfers: it is closed.",
  })
  s.talk(
    [seller, staff.support],
    lens,
    [
      [seller, days(2), `Where is my payout for order ${txn.public_id}? Delivered on the weekend.`],
      [
        staff.support,
        days(1.8),
        'It failed: your account at the payment provider is closed. Please connect a new one in the app.',
      ],
      [seller, 5.2, 'Done this morning, it is a new bank. Can you send it now?'],
    ],
    [staff.support],
  )
}

/** A payout that finance holds by hand: a sealed telephone, sold by a new account. */
export const payoutHeldByHand: Story = (s) => {
  const seller = s.person('Jasper Koval', 'US', days(16), { last_ip: '198.51.100.77' })
  const buyer = s.person('Adaeze Obi', 'US', days(410))
  const phone = s.lists(
    seller,
    'phone',
    'Helix 12 telephone, 256 GB, sealed',
    74_000,
    days(6),
    'Sealed, from a contract that I do not need.',
    { shipping_cost: 800 },
  )
  const txn = s.buys(buyer, phone, days(5))
  s.ships(txn, days(4.6), 'UPS')
  s.arrives(txn, days(2.4))
  s.moves(txn, 'payout', days(2.4), { state: 'pending', due_at: s.at(-days(0.6)) })
  s.holds(
    staff.finance,
    txn,
    days(1.5),
    'A sealed telephone, sold by an account of two weeks: receipt requested',
  )
  s.talk(
    [seller, staff.support],
    phone,
    [
      [
        staff.support,
        days(1.4),
        'Hello Jasper, please send us the receipt of the telephone. Its payout waits for it.',
      ],
      [seller, 6.5, 'Here is the receipt of the shop.'],
      [seller, 6.4, 1],
    ],
    [staff.support],
  )
}
