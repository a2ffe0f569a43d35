import type { EmailTemplate, EmailVariable } from '@portreeve/contract/email-templates'
import type { Keyword } from '@portreeve/contract/keywords'
import type { Macro } from '@portreeve/contract/macros'
import { Chance } from './world.ts'

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

/** Texts that staff reuse. */
export interface Texts {
  moderatingMessages: { map: string; key: string; text: string }[]
  keywords: (Omit<Keyword, 'version'> & { created_at: string })[]
  macros: Omit<Macro, 'version'>[]
  emailTemplates: (Omit<EmailTemplate, 'version'> & { CreatedTimestamp: string })[]
  emailVariables: Omit<EmailVariable, 'version'>[]
}

const slang: [string, string][] = [
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
const replies: [string, string][] = [
  ['Greeting', 'Hi {{name}}, thank you for writing to us! How can we help?'],
  ['Ask for photos', 'Could you send us two or three photos of the item and of the parcel, please?'],
  ['Refund on its way', 'We have refunded you. Depending on your bank it takes 5–10 days until you see it.'],
  [
    'Tracking',
    'The parcel of order {{order}} is with the carrier ({{tracking}}); the tracking page updates once a day.',
  ],
  ['Payout schedule', 'Payouts leave two hours after the sale is complete and take 1–2 working days.'],
  ['Blocked account', 'Your account was blocked because it broke our rules. We cannot go into details.'],
  ['Meet safely', 'Please meet in a public place and pay through the app.'],
  ['Dispute opened', 'We have opened a dispute. Both of you will hear from us within three days.'],
  ['Dispute closed', 'The dispute is closed. Thank you for your patience.'],
  ['Gift card', 'Send us the code on the card and we will add it to your balance.'],
  ['Goodbye', 'Glad we could help. Have a good day!'],
  ['Danke', 'Vielen Dank für deine Nachricht! Wir melden uns in Kürze.'],
]
const mails: [string, string][] = [
  ['verification-code', 'Your verification code'],
  ['welcome', 'Welcome to the marketplace'],
  ['listing-approved', 'Your listing is live'],
  ['listing-denied', 'About your listing'],
  ['order-shipped', 'Your order is on its way'],
  ['dispute-opened', 'A dispute was opened'],
  ['payout-sent', 'Your payout is on its way'],
  ['win back', 'We miss you 👋'],
]

/** Templates that tests and manual tests know by their name (docs/demo.md). */
const sentinels: Record<string, Partial<EmailTemplate>> = {
  'sentinel-nulls-template': { SubjectPart: null, TextPart: null, HtmlPart: null },
  'sentinel-misspelt-template': { TextPart: 'Hello {{nmae}}, {{first name}}' },
  ...Object.fromEntries(
    ['load-fails', 'slow', 'changes-fail', 'changes-200', 'changes-drop', 'readonly'].map((name) => [
      `sentinel-${name}-template`,
      {},
    ]),
  ),
  ...Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`sentinel-edit-template-${at + 1}`, {}])),
}

const samples: [string, string][] = [
  ['name', 'Ana Yılmaz'],
  ['order', 'P-10023'],
  ['tracking', '9400110200881234567890'],
  ['amount', '$24.50'],
  ['code', '482913'],
]

const shipped = `<style>
  body { margin: 0; font-family: system-ui, sans-serif }
  .card { max-width: 520px; margin: 0 auto; padding: 24px }
  .button { display: inline-block; padding: 10px 20px; border-radius: 6px; background: #0a5fca; color: #fff }
  @media (prefers-color-scheme: dark) { body { background: #191d22; color: #d3d7dc } }
</style>
<div class="card">
  <h1 style="font-size: 20px">Your order is on its way</h1>
  <p>Hello {{name}},</p>
  <p>order <b>{{order}}</b> has left the seller. The parcel's number is {{tracking}}.</p>
  <p><a class="button" href="https://www.example.com/orders/{{order}}">Follow it</a></p>
</div>`

/** Macros, templates, keywords and canned messages. */
export function makeTexts(day: number): Texts {
  const chance = new Chance(7, day)
  return {
    moderatingMessages: Object.entries(canned).flatMap(([map, texts]) =>
      Object.entries(texts).map(([key, text]) => ({ map, key, text })),
    ),
    keywords: slang.map(([terms, preferred_term], at) => ({
      id: `keyword-${at + 1}`,
      terms,
      preferred_term,
      created_at: chance.daysAgo(1, 500),
    })),
    macros: replies.map(([title, text], at) => ({
      id: `macro-${at + 1}`,
      title,
      text,
      created_at: chance.daysAgo(1, 500),
    })),
    emailVariables: samples.map(([name, sample]) => ({ name, sample })),
    emailTemplates: [
      ...mails.map(([TemplateName, SubjectPart], at) => ({
        TemplateName,
        SubjectPart,
        TextPart: at === 6 ? null : `Hello {{name}},\n\n${SubjectPart}.\n\nYour marketplace`,
        HtmlPart:
          at === 5
            ? null
            : at === 4
              ? shipped
              : `<h1 style="color:#0a5fca">${SubjectPart}</h1>\n<p>Hello {{name}},</p>\n<p>Your marketplace</p>`,
        CreatedTimestamp: at === 7 ? 'before our records begin' : chance.daysAgo(10, 900),
      })),
      ...Object.entries(sentinels).map(([TemplateName, parts], at) => ({
        TemplateName,
        SubjectPart: 'Sentinel for {{name}}',
        TextPart: 'Hello {{name}}',
        HtmlPart: '<p>Hello <b>{{name}}</b></p>',
        ...parts,
        CreatedTimestamp: new Date(day - at * 60_000).toISOString(),
      })),
    ],
  }
}
