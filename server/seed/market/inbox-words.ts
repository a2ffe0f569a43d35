/**
 * What people write to staff. A line begins with its speaker: p the person, s the staff member. `of` names the purchase that
 * the values come from: bought or sold by the person, and its state.
 */
export interface Question {
  /** The country of the person who asks. */
  from?: string
  of?: 'delivered' | 'travelling' | 'unsent' | 'held' | 'cancelled'
  lines: readonly string[]
}

export const toSupport: readonly Question[] = [
  {
    of: 'delivered',
    lines: [
      'p: Hello, the app says that {item} (order {order}) was delivered, but there is nothing at my door.',
      's: Hi {name}, I am sorry. {carrier} shows {tracking} as left with a neighbour. Could you check there first?',
      'p: Found it, the people on the second floor had it. Thank you!',
    ],
  },
  {
    of: 'travelling',
    lines: [
      'p: Hi, my parcel {tracking} has not been scanned since yesterday. Should I worry?',
      's: Not yet: {carrier} scans again when it changes vehicles. If nothing moves for five days, write here and we open a search.',
      'p: OK, thanks for the quick answer.',
    ],
  },
  {
    of: 'travelling',
    lines: [
      'p: Can you change the delivery address of order {order}? I moved last week and forgot to update it.',
    ],
  },
  {
    of: 'unsent',
    lines: [
      'p: The seller of {item} has not shipped yet and does not answer. I paid {price}.',
      's: Thank you for telling us. Sellers have three working days; I have sent a reminder. If it is not shipped by then, we refund you.',
      'p: Good to know. I will wait until then.',
    ],
  },
  {
    of: 'held',
    lines: [
      'p: I sold {item} and the buyer has it. When do I get my {price}?',
      's: Your payout is scheduled: it leaves three days after the delivery and takes one or two working days.',
    ],
  },
  {
    of: 'held',
    lines: ['p: My bank account has changed. Do I have to do anything before the payout for {item} leaves?'],
  },
  {
    of: 'cancelled',
    lines: [
      'p: {item} was cancelled by the seller. Where are my {price}?',
      's: The refund went out on the same day. Depending on your bank it takes five to ten days until you see it.',
      'p: It is there now. Thanks.',
    ],
  },
  {
    lines: [
      'p: I have a new telephone number and cannot sign in any more. The old one got cut off.',
      's: I have sent a code to your e-mail address. Please tell me the six digits.',
      'p: It is there, one moment.',
    ],
  },
  {
    lines: [
      'p: How do I list more than ten things at a time? The button is grey.',
      's: The limit goes away after your tenth sale. I see that you are at eight, so nearly there.',
      'p: Ha, then I will sell two more things first.',
    ],
  },
  {
    lines: [
      'p: I would like to delete my account and all of my messages, please.',
      's: I can do that as soon as your last sale is paid out. Shall I do it then?',
      'p: Yes, please do.',
    ],
  },
  {
    from: 'ES',
    lines: ['p: Hola, no me llega el código de verificación al teléfono. Lo he intentado tres veces hoy.'],
  },
  {
    from: 'DE',
    lines: [
      'p: Guten Tag, ich habe einen Gutschein bekommen. Wo gebe ich den Code ein?',
      's: Hallo {name}, schreib mir einfach den Code, dann buche ich ihn dir auf dein Guthaben.',
      'p: Ah, er steht auf der Rückseite. Ich schicke ihn dir morgen, vielen Dank!',
    ],
  },
  {
    from: 'FR',
    lines: [
      'p: Bonjour, une acheteuse me demande mon adresse e-mail « pour le paiement ». Est-ce normal ?',
      's: Non, surtout pas : le paiement passe toujours par l’application. Merci de nous l’avoir signalé.',
    ],
  },
  {
    lines: [
      'p: The app closes whenever I open my saved searches. iPhone 13, version 6.1.0. Started this morning.',
    ],
  },
]

export const toModerator: readonly Question[] = [
  {
    lines: [
      'p: Hello, my listing was denied because of blurry photos. I took new ones by daylight, could you look again?',
      's: Thank you, these are much better. Post it again and I will see it in the queue.',
      'p: Done!',
    ],
  },
  {
    lines: [
      'p: Somebody has copied my photos, the ones with my blue kitchen wall. I reported the listing twice.',
    ],
  },
  {
    lines: [
      'p: Is it allowed to sell a pocket knife from my grandfather?',
      's: Folding knives with blades under 3 inches are fine. Please say so in the description.',
      'p: It is 2.6, I will add it.',
    ],
  },
  {
    lines: [
      'p: Why does my plant listing need a review every time I change the price?',
      's: Only edits of title, photos or a price change of more than half go back to review. Smaller changes go live at once.',
    ],
  },
  {
    lines: [
      'p: A buyer called me names because I did not accept his offer. Screenshot in the report I just sent.',
      's: I am sorry that you had to read that. I have warned him; if it happens again we block the account.',
      'p: Thank you for taking it seriously.',
    ],
  },
  { lines: ['p: Can I sell home-made candles here or only used things?'] },
  { from: 'UA', lines: ['p: Добрий день! Моє оголошення чекає на перевірку з учора. Чи все гаразд?'] },
]

export const toAdmin: readonly Question[] = [
  {
    lines: [
      'p: I run a small vintage shop and would like to move our 340 listings here. Whom do I talk to?',
      's: To me. Send me the list as a table, and we set the listing limit of your account for you.',
      'p: Great, you get it on Monday.',
    ],
  },
  {
    lines: ['p: I am writing an article about second-hand markets. Could I ask you three questions by mail?'],
  },
  {
    lines: [
      'p: Your moderator helped me out of a nasty scam attempt last week. Please pass on my thanks!',
      's: I will, that is lovely to hear.',
    ],
  },
]

/** Questions to the shared account Support. */
export const toTeam: readonly Question[] = [
  {
    of: 'delivered',
    lines: ['p: My parcel {tracking} says delivered, but nothing is here. Order {order}. Could you check?'],
  },
  { of: 'held', lines: ['p: When will I be paid for {item}? It was delivered last week.'] },
  { lines: ['p: Somebody uses my photos for their own listing. What can I do?'] },
  {
    of: 'travelling',
    lines: [
      'p: Where is {item}? It has not moved for a day.',
      's: Hi {name}, {carrier} has it: {tracking} was scanned last night. I will look again tomorrow.',
    ],
  },
  {
    of: 'cancelled',
    lines: [
      'p: My order {order} was cancelled. When do I get my {price} back?',
      's: Hi {name}, it went back to your card on the same day. Banks take up to five days to show it.',
      'p: Thank you for the quick answer!',
    ],
  },
]
