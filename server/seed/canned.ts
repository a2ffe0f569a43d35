/** The canned messages of the review: key to text. */
export const canned = {
  admin_messages: {
    blurry_photos: 'Your photos are too blurry. Please add clear ones of the actual item and post it again.',
    stock_photo: 'Please show your own item instead of a stock photo.',
    prohibited: 'This kind of item may not be sold here.',
    duplicate: 'You have this listing up already.',
    no_price: 'Please set a price, or mark the listing as wanted to buy.',
    contact_details: 'Please take telephone numbers and links out of the description.',
    counterfeit: 'We could not make sure that this item is genuine.',
  },
  promoted_post_review_messages: {
    not_eligible: 'This listing cannot be promoted.',
    bad_thumbnail: 'Please choose a better first photo before you promote this listing.',
    wrong_dates: 'The promotion would begin in the past.',
    sold: 'This listing is sold already.',
  },
} as const

/** Every deny message, for the denied listings. */
export const denials: string[] = Object.values(canned.admin_messages)

/** Content keywords: the terms of a search, and the term they stand for. */
export const slang: [string, string][] = [
  ['kicks,trainers,tennies', 'shoes'],
  ['fixie,roadie,pushbike', 'bike'],
  ['couch,settee,davenport', 'sofa'],
  ['cell,mobile,handy', 'phone'],
  ['axe,strat,gitarre', 'guitar'],
  ['cam,dslr,appareil photo', 'camera'],
  ['anorak,parka,windbreaker', 'jacket'],
  ['ticker,timepiece', 'watch'],
  ['rucksack,satchel,tote', 'bag'],
  ['novel,paperback,hardcover', 'book'],
  ['succulent,ficus', 'plant'],
  ['notebook,ultrabook', 'laptop'],
  ['deck,longboard', 'skateboard'],
  ['handheld,gamepad', 'console'],
  ['WTB,ISO,LF', 'wanted'],
  ['NWT,NWOT', 'new'],
]
