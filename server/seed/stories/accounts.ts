import { staff } from '../market/staff.ts'
import { days, minutes, type Story } from './stage.ts'

/** Someone took over a trusted seller's account: a new device, a new number, and three laptops that she never had. */
export const accountTakeover: Story = (s) => {
  const ingrid = s.person('Ingrid Solheim', 'US', days(1900), {
    phone_number: '+15550191902',
    last_ip: '198.51.100.203',
    lastActive: s.at(minutes(9)),
    payout_timing_preference: 'instant',
    appVersion: 'Android 6.1.0',
  })
  const owner = s.person('Ingrid S.', 'US', 3, {
    phone_number: '+15550123377',
    email: 'ingrid.solheim.home@example.org',
  })
  s.device(ingrid, days(900))
  s.device(ingrid, 6.5, { verification_status: 0 })
  for (const [at, title] of [
    'Rosebury classical guitar',
    'Hygga bedside lamp, pair',
    'Oakfield rocking chair',
  ].entries()) {
    const kinds = ['guitar', 'lamp', 'chair'] as const
    const post = s.lists(
      ingrid,
      kinds[at] ?? 'chair',
      title,
      [21_000, 4500, 9500][at] ?? 9500,
      days(200 - at * 40),
      'From our house in Duluth, pick-up or careful shipping.',
    )
    const fan = s.person(['Paul Nygaard', 'Ruth Avery', 'Samir Haddad'][at] ?? '', 'US', days(700 + at))
    const txn = s.buys(fan, post, days(190 - at * 40), { status: 1, payout_status: 1 })
    s.ships(txn, days(189 - at * 40))
    s.arrives(txn, days(186 - at * 40))
  }
  s.did(staff.support, 'users.update', ['user', ingrid.uid], 6.2, {
    before: { phone_number: '+15550123377' },
    after: { phone_number: '+15550191902' },
  })
  for (const [at, title] of [
    'Ondra laptop 15 inch, new',
    'Kite gaming laptop, new',
    'Slate laptop 13 inch, new',
  ].entries())
    s.lists(
      ingrid,
      'laptop',
      title,
      49_000 - at * 3000,
      5.2 - at * 0.3,
      'New in box. Ships from warehouse. Bank transfer gets 10 % off.',
      { review_state: 'pending' },
    )
  s.talk(
    [owner, staff.support],
    undefined,
    [
      [
        owner,
        2.6,
        'Hello, I am Ingrid Solheim. I cannot get into my account since this morning, it says my number is wrong. I had to make this new one to write to you.',
      ],
      [
        owner,
        2.5,
        'My neighbour says that I sell laptops. I have never owned more than one laptop. Please stop this.',
      ],
      [owner, 0.4, 'Are you there? They will take my payout next.'],
    ],
    [staff.support],
  )
  s.note(
    staff.support,
    ['user', ingrid.uid],
    6.1,
    'Caller knew the birthday and the last sale, so I changed the number. New device is not verified yet.',
  )
}

/** A buyer who disputes every second purchase, and has won five times. */
export const serialDisputer: Story = (s) => {
  const buyer = s.person('Vincent Talbot', 'US', days(400))
  const things = [
    ['shoes', 'Strider running shoes, EU 44', 7900, 'Kofi Mensah'],
    ['jacket', 'Fell rain jacket, size L', 9900, 'Ana Belmonte'],
    ['bag', 'Saddler leather backpack', 13_900, 'Ben Yardley'],
    ['console', 'Novabox handheld console', 21_500, 'Lin Zhao'],
    ['camera', 'Fen compact camera', 18_900, 'Ewa Sikora'],
    ['skateboard', 'Kerb longboard, new wheels', 11_500, 'Dana Prescott'],
  ] as const
  for (const [at, [category, title, cents, name]] of things.entries()) {
    const seller = s.person(name, 'US', days(500 + at * 31))
    const isLast = at === things.length - 1
    const bought = isLast ? 7 : 180 - at * 32
    const post = s.lists(
      seller,
      category,
      title,
      cents,
      days(bought + 9),
      'As in the pictures, everything works.',
      { shipping_cost: 899 },
    )
    const txn = s.buys(buyer, post, days(bought), isLast ? {} : { status: 5 })
    s.ships(txn, days(bought - 1))
    s.arrives(txn, days(bought - 4))
    s.disputes(txn, 1, days(bought - 4.6), isLast ? undefined : days(bought - 9))
    if (!isLast) continue
    s.talk([buyer, seller], post, [
      [
        buyer,
        days(2.5),
        'The board is not as described. I want my money back and I will not send it back, shipping is too expensive.',
      ],
      [seller, days(2.4), 'What exactly is wrong with it?'],
      [buyer, days(2.3), 'Not as described. I have opened a dispute.'],
      [seller, days(2.2), 'You have not even named a fault!'],
    ])
    s.talk(
      [seller, staff.support],
      post,
      [
        [
          seller,
          days(2),
          `Please look at this buyer before you decide about order ${txn.public_id}. He wants to keep the board AND the money.`,
        ],
        [seller, days(1.9), 'A friend of mine, Ewa, lost a camera to him the same way in the spring.'],
      ],
      [staff.support],
    )
    s.note(
      staff.support,
      ['user', buyer.uid],
      days(1.5),
      'Sixth dispute, always "not as described", never returned anything. Five refunds, $721 without shipping. Do not decide the sixth alone.',
    )
  }
}
