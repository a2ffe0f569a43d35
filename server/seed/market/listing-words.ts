import type { Category } from '../categories.ts'

/** What sellers write about a thing of each category. */
export const details: Record<Category, readonly string[]> = {
  bike: [
    'Serviced in spring: new chain, new brake pads, gears set by the shop.',
    'Frame 56 cm, fits riders from about 1.75 m. The bell is loud, you have been warned.',
    'A few scratches on the top tube from a bike rack, photographed in daylight.',
    'Both tyres have a year left. The lock in the picture is included, with two keys.',
  ],
  phone: [
    'Battery health 88 %, unlocked, reset and removed from my account.',
    'A hairline scratch below the camera that you only see at an angle. Screen is perfect.',
    'Comes with the original box, cable and a case I used from the first day.',
    'Bought new fourteen months ago, I still have the receipt.',
  ],
  sofa: [
    '182 cm wide, 88 cm deep. Comes apart in two pieces, so it fits through a normal door.',
    'Covers come off and can be washed at 30 °C. Washed last week.',
    'From a home without pets. One armrest has faded a little on the window side.',
    'Third floor without a lift. I help carry, but please bring a second person.',
  ],
  lamp: [
    'Brass, 140 cm high, takes an ordinary E27 bulb. Rewired two years ago.',
    'The shade has a small dent at the back, turned to the wall you never see it.',
    'Dimmer works without humming. Will be packed with two layers of bubble wrap.',
    'Belonged to my grandmother and stood in a dry room since 1974.',
  ],
  guitar: [
    'Solid spruce top, new strings put on for the photos. Comes with a soft case.',
    'A buckle mark on the back, action set low. Plays like butter.',
    'I bought it in 2019 and played it at home only. The pickup works.',
    'One tuner is a little stiff. Everything else as it left the shop.',
  ],
  camera: [
    'Shutter tested at all speeds, light seals replaced, glass free of fungus.',
    'About 9,000 exposures. Two batteries, a strap and the charger are included.',
    'Film counter sometimes skips a number, the pictures are fine. Test roll on request.',
    'Lens has light dust that does not show in pictures.',
  ],
  shoes: [
    'Worn three times, half a size too small for me. Soles as good as new.',
    'EU 42, runs narrow. Cleaned and re-waterproofed.',
    'Original box is gone, the spare laces are still there.',
    'Light crease across the toe, see the second picture.',
  ],
  jacket: [
    'Size M, fits like a 40. Zip and buttons all work, lining without a tear.',
    'Dry-cleaned in October, the ticket is still in the pocket.',
    'Warm enough for a wet November. A tiny repair at the left cuff.',
    'Bought for a trip that never happened, worn twice.',
  ],
  watch: [
    'Keeps time within four seconds a day. New battery in August.',
    'Comes with two straps and the papers. Light hairlines on the clasp.',
    'Serviced in 2023, invoice included. Crown screws down properly.',
    'Glass replaced after a fall, everything else is original.',
  ],
  bag: [
    'Full-grain leather, grown darker with the years. All seams hold.',
    'Fits a 14 inch laptop and a water bottle. One zip pull was replaced.',
    'Inside clean, no smell. Strap can be set from 70 to 120 cm.',
    'Used for one winter. The corners show a little wear.',
  ],
  book: [
    'Spine unbroken, no names, no marks. From a smoke-free shelf.',
    'A coffee ring on the back cover, otherwise like new.',
    'Second printing. Dust jacket has a small tear that I taped from the inside.',
    'All volumes there, read once and dusted often.',
  ],
  plant: [
    'About 90 cm with its pot. Likes a bright corner and being left alone.',
    'Repotted in April, growing a new leaf right now.',
    'Pick up only below 10 °C, otherwise it travels well in its box.',
    'No pests, checked again this morning. Saucer included.',
  ],
  laptop: [
    '16 GB memory, 512 GB disk, battery at 91 %. Freshly installed.',
    'One dead pixel in the lower left corner, priced for it.',
    'Charger included. The hinge is firm and the fan is quiet.',
    'Used for writing only. Keyboard layout is US.',
  ],
  chair: [
    'Seat height 45 cm, solid beech, glued again last winter and steady since.',
    'Gas spring works, armrests adjust. The mesh has no sag.',
    'Two of the feet have new felt. Some paint on one leg, from when we moved.',
    'Folds flat for the car. Carries 110 kg.',
  ],
  skateboard: [
    'Deck 8.25, bearings cleaned, trucks loosened for carving.',
    'Scraped nose and tail as you would expect, no cracks.',
    'New grip tape, wheels 54 mm with lots of life.',
    'Bought for my son, who now prefers the bus.',
  ],
  console: [
    'Reset, tested for an evening, quiet fan. Two controllers and all cables.',
    'Left stick of one controller drifts a little. The other is new.',
    'Disc drive reads everything I own. Comes with three games.',
    'Box has a torn corner, the console none.',
  ],
}

/** Closing sentences, the last ones in other languages by the country of the seller. */
export const closings = [
  'I ship on the next working day.',
  'Pick-up in the evening is fine, too.',
  'Questions welcome, I answer quickly.',
  'Price is fair, so please no lowball offers.',
  'First come, first served.',
  'We are moving at the end of the month.',
]
export const closingsOf: Readonly<Record<string, string>> = {
  DE: 'Versand am nächsten Werktag, Abholung nach Absprache.',
  ES: 'Envío al día siguiente o entrega en mano.',
  FR: 'Envoi soigné dès le lendemain, ou remise en main propre.',
  BR: 'Envio no dia seguinte ou retirada no local.',
  PT: 'Envio no dia seguinte ou entrega em mão.',
  PL: 'Wysyłka następnego dnia, możliwy odbiór osobisty.',
  TR: 'Ertesi gün kargo, elden teslim de olur.',
  UA: 'Відправлю наступного дня, можливий самовивіз.',
  JP: '翌日発送します。ご質問はお気軽にどうぞ。',
  KR: '다음 날 발송합니다. 질문 환영합니다.',
  CN: '次日发货，也可以自提。',
  EG: 'الشحن في اليوم التالي أو الاستلام باليد.',
}

export const wishes = [
  'Any colour is fine as long as everything works.',
  'Please send two photos and your price.',
  'I can pick it up this weekend and pay in the app.',
  'Scratches do not matter to me.',
  'Happy to trade for something from my page.',
]
