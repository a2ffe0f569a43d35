import { staff } from '../market/staff.ts'
import { days, minutes, type Story } from './stage.ts'

/** A buyer threatens a seller who did not accept his offer, and knows her street. */
export const threateningBuyer: Story = (s) => {
  const seller = s.person('Elif Karaca', 'US', days(365))
  const buyer = s.person('Dwayne Mercer', 'US', days(88), { lastActive: s.at(minutes(4)) })
  const desk = s.lists(
    seller,
    'chair',
    'Bentwood desk chair, 1950s',
    16_000,
    days(4),
    'Pick-up in Northside, evenings.',
    { shipping: false, shipping_cost: 0, shipping_origin_zip_code: null },
  )
  s.talk(
    [buyer, seller],
    desk,
    [
      [buyer, 6.2, '$60 today cash'],
      [seller, 6, 'Sorry, the price is $160. I could do $150.'],
      [buyer, 5.8, 'its a chair lady. 60'],
      [seller, 5.7, 'No, thank you.'],
      [buyer, 5.1, 'you made me drive over for nothing. i know its the yellow house on Alder St'],
      [buyer, 4.9, 'you better sell it to me or you will see who is standing at your door tonight'],
      [seller, 4.8, 'Please stop writing to me. I have reported this.'],
      [buyer, minutes(25), 'still waiting. alone at home?'],
    ],
    [seller],
  )
  s.reports(
    seller,
    buyer,
    'Threats or violence',
    4.7,
    'He threatens to come to my house because I did not accept $60 for a chair. He knows the street. I am scared.',
  )
  s.talk(
    [seller, staff.moderator],
    undefined,
    [
      [
        seller,
        4.6,
        'Please look at the messages of Dwayne Mercer to me. I am alone with two children tonight.',
      ],
      [seller, minutes(18), 'He has just written again.'],
    ],
    [staff.moderator],
  )
  s.note(
    staff.support,
    ['user', buyer.uid],
    days(40),
    'First warning for rude messages, accepted by him in writing.',
  )
}

/** A blocked man appeals: the account that cheated was his brother's, on the same telephone. */
export const appealOfABlockedPerson: Story = (s) => {
  const shared = { phone_number: '+15550188123' }
  const brother = s.person('Anton Kovalchuk', 'US', days(240), shared)
  const man = s.person('Pavlo Kovalchuk', 'US', days(1500), { ...shared, isBanned: true })
  for (let at = 0; at < 4; at++) {
    const kinds = ['book', 'lamp', 'chair', 'bag'] as const
    const titles = ['Foxglove cookbook, signed', 'Lumen desk lamp', 'Marlow stool, oak', 'Carry tote bag']
    const post = s.lists(
      man,
      kinds[at] ?? 'book',
      titles[at] ?? '',
      2500 + at * 1100,
      days(300 - at * 50),
      'Clean, complete, ships the next day.',
    )
    const txn = s.buys(
      s.person(['Ines Vidal', 'Rob Ostrow', 'Tala Nasser', 'Jin Park'][at] ?? '', 'US', days(900)),
      post,
      days(290 - at * 50),
      { status: 1, payout_status: 1 },
    )
    s.ships(txn, days(289 - at * 50))
    s.arrives(txn, days(285 - at * 50))
  }
  s.blocks(staff.moderator, brother, days(12), 'Took two payments outside the app and sent nothing.')
  s.blocks(
    staff.support,
    man,
    days(11),
    'Same telephone as Anton Kovalchuk: opened a new account while blocked.',
  )
  s.talk(
    [man, staff.moderator],
    undefined,
    [
      [
        man,
        days(2),
        'Hello. I was blocked eleven days ago "for opening a new account". My account is four years old, and it is my only one.',
      ],
      [
        man,
        days(1.95),
        'My brother Anton used my telephone when his broke. What he did is wrong, but I am not him. I have 4 good sales here.',
      ],
      [staff.moderator, days(1.5), 'Thank you for explaining. I look at both accounts and answer this week.'],
      [man, 5, 'I can send a copy of my passport if that helps. I sell to pay for my daughter’s violin.'],
    ],
    [staff.moderator],
  )
  s.note(
    staff.moderator,
    ['user', man.uid],
    days(1.4),
    'Account is three years older than his brother’s, four clean sales, different device. The block was made by telephone number only. Leaning to unblock.',
  )
}

/** A community member answers questions with links to his shop. */
export const communitySpam: Story = (s) => {
  const spammer = s.person('Best Cases Outlet', 'US', days(1.5))
  const asked = s.person('Lorna Whitaker', 'US', days(230))
  s.asksCommunity(
    asked,
    'How do I get a scratch out of a phone screen?',
    9,
    'Hairline, only visible at an angle. Toothpaste is a myth, right?',
  )
  for (const [at, title] of [
    'BEST phone cases 70 % OFF only today',
    'Re: scratch? Just buy new!! 70 % OFF',
    'Free case for the first 100',
  ].entries())
    s.asksCommunity(
      spammer,
      title,
      2.6 - at * 0.4,
      `Hello dear friends! Quality cases for all phones, worldwide. https://cases.example.com/?ref=${at + 1} Hurry up!`,
    )
  s.reports(
    asked,
    spammer,
    'Spam',
    1.2,
    'Three advertisements in half an hour, one of them below my question.',
  )
}

/** Someone pretends to be staff and asks for verification codes. */
export const falseStaff: Story = (s) => {
  const impostor = s.person('Portreeve Support Team', 'US', 11, { last_ip: '203.0.113.200' })
  const victim = s.person('Harold Jessup', 'US', days(980))
  const sofa = s.lists(
    victim,
    'sofa',
    'Oakfield loveseat, blue',
    28_000,
    days(9),
    'From a home without pets.',
  )
  s.talk([impostor, victim], sofa, [
    [
      impostor,
      8,
      'Dear seller, your payout is blocked. To release it send us the 6 digit code you receive now.',
    ],
    [victim, 7.5, 'Which code? You never ask for codes, it says so in your own mails.'],
    [
      impostor,
      7.4,
      'This is the security department. Without the code your account will be deleted in 2 hours.',
    ],
  ])
  s.reports(
    victim,
    impostor,
    'Impersonates Portreeve',
    7.2,
    'Pretends to be you and asks for my sign-in code. I did not send it.',
  )
  s.note(
    staff.moderator,
    ['user', impostor.uid],
    6,
    'Wrote the same to at least six sellers (search messages for "security department"). Name imitates us.',
  )
  for (const [at, name] of ['Edith Marlowe', 'Kwame Boateng', 'Rosa Dominguez'].entries()) {
    const asked = s.person(name, 'US', days(420 + at * 60))
    s.talk([impostor, asked], undefined, [
      [
        impostor,
        7.9 - at * 0.2,
        'Dear seller, your payout is blocked. To release it send us the 6 digit code you receive now.',
      ],
      [impostor, 6.8 - at * 0.2, 'This is the security department. Last warning.'],
    ])
    if (at > 0)
      s.reports(
        asked,
        impostor,
        'Impersonates Portreeve',
        6.5 - at,
        'Is this really you? It asks for my code and threatens to delete my account.',
      )
  }
}
