/** Community posts: title and body, the country of their author, and whether they are about a purchase of theirs. */
export const questions: [title: string, body: string, country?: string, about?: 'bought' | 'sold'][] = [
  [
    'How do I pack a floor lamp?',
    'It is 140 cm long and the shade does not come off. Tube, box, or drive it there myself?',
  ],
  [
    'Is this serial number format real?',
    'The watch I am looking at has a serial with two letters in front. All others I found have only digits.',
  ],
  [
    'Meeting places that feel safe?',
    'I like the library in our town: cameras, people, and it is warm. What do you use?',
  ],
  [
    'Buyer wants to pay by cheque',
    'He says the app does not work on his phone. I think I know the answer, but please tell me again.',
  ],
  [
    'Parcel shows delivered but is not here',
    'Neighbours asked, mailbox checked. How long do you wait before you write to support?',
    'US',
    'bought',
  ],
  [
    'What is a fair price for a 2019 road bike?',
    'Aluminium frame, carbon fork, 4,000 km. I see everything from $300 to $900.',
  ],
  [
    'Was tun, wenn die Ware beschädigt ankommt?',
    'Karton war eingedrückt, innen ein Riss. Erst Verkäufer anschreiben oder gleich melden?',
    'DE',
    'bought',
  ],
  [
    'Как поменять адрес доставки?',
    'Уже оплатила, а адрес старый. Продавец пока не отправил.',
    'UA',
    'bought',
  ],
  ['初めての出品で気をつけることは？', '写真の枚数や説明の書き方など、コツがあれば教えてください。', 'JP'],
  ['Show off your finds of the week 🎉', 'I start: a brass desk lamp for $12, and it even works.'],
  [
    'Who else collects film cameras?',
    'Thinking about a swap day in spring. Chicago area, but I would drive.',
  ],
  [
    'Offers of half the price within a minute',
    'Do you answer these at all? I started to, but it takes an hour a day.',
  ],
  [
    'Shipping a guitar in winter',
    'Loosen the strings or not? I have read both. It goes from Minnesota to Texas.',
    'US',
    'sold',
  ],
  ['¿Cómo evito las estafas al vender un móvil?', 'Me han pedido el IMEI antes de pagar. ¿Lo dais?', 'ES'],
  ['Which day do your payouts arrive?', 'Mine come on Wednesdays, whatever I do. Just curious.'],
  ['Plants by mail: heat packs?', 'Monstera, two days on the way, minus five outside. Worth it?'],
  [
    'My listing was denied because of a stock photo',
    'Fair enough, it was one. Does the new photo need a note with my name?',
  ],
  [
    'Quelqu’un a déjà expédié un canapé ?',
    'Un acheteur à 400 km insiste. Transporteur ou refus poli ?',
    'FR',
  ],
  ['Please rate my description', '"Chair. Good. Four legs." My partner says it is too short.'],
  ['Best box size for boots?', 'I always end up with a box for a microwave oven.'],
  ['Trade or sell: skateboard after growth spurt', 'He grew 11 cm in a year. The board did not.'],
  ['Has anybody used the instant payout?', 'Is it really minutes? And does it work on weekends?'],
  [
    'Thank you, stranger from Ohio',
    'You put a postcard and a sticker into the parcel. Made my week.',
    'US',
    'bought',
  ],
  ['Preço justo para um notebook de 2020?', '16 GB, bateria a 85 %. Vi de 250 a 600.', 'BR'],
  ['How do I photograph shiny things?', 'Every watch picture shows me in pyjamas.'],
  [
    'Seller cancelled after I paid',
    'The money came back, but I had cancelled another deal for it. Is that allowed?',
    'US',
    'bought',
  ],
  ['Lost the receipt: can I still sell a laptop?', 'I have the order mail, but no invoice.'],
  ['Can we have a category for records?', 'At the moment I put vinyl under books and feel bad about it.'],
]
