import { canned, slang } from '../canned.ts'
import type { Texts } from '../rows.ts'
import { ago } from '../world.ts'

const macros: [title: string, text: string][] = [
  ['Greeting', 'Hi {{name}}, thank you for writing to us! How can we help?'],
  [
    'Ask for photos',
    'Could you send us two or three photos of the item, and one of the parcel with its label, please?',
  ],
  [
    'Refund on its way',
    'We have refunded you. Depending on your bank it takes five to ten days until you see it.',
  ],
  [
    'Where is my parcel',
    'The parcel of order {{order}} is with the carrier ({{tracking}}). The tracking page changes when it is scanned the next time.',
  ],
  [
    'Open a search',
    'I have opened a search for {{tracking}} at the carrier. They answer within five working days, and so do I.',
  ],
  [
    'Parcel traced',
    'About {{item}} ({{amount}}, order {{order}}): the carrier searches for {{tracking}} and answers within five working days.',
  ],
  ['Payout schedule', 'Payouts leave three days after the delivery and take one or two working days.'],
  [
    'Blocked account',
    'Your account was blocked because it broke our rules. If you think that this is wrong, tell us what happened and we look again.',
  ],
  ['Meet safely', 'Please meet in a public place and pay in the app when you have seen the item.'],
  [
    'Never pay outside',
    'Please do not pay outside the app, whatever the seller says: we cannot get that money back.',
  ],
  [
    'Dispute opened',
    'We have opened a dispute. Both of you will receive a mail, and we decide within three days.',
  ],
  ['Dispute closed', 'The dispute is closed. Thank you for your patience.'],
  ['Goodbye', 'Glad we could help. Have a good day!'],
  ['Danke', 'Vielen Dank für deine Nachricht! Wir melden uns heute noch.'],
  ['Gracias', '¡Gracias por escribirnos! Te respondemos hoy mismo.'],
]

const mails: [name: string, subject: string, body: string][] = [
  [
    'verification-code',
    'Your verification code',
    'Your code is <b>{{code}}</b>. It is valid for ten minutes. We never ask for it by telephone.',
  ],
  [
    'welcome',
    'Welcome, {{name}}',
    'Good to have you. List your first item in two minutes: one clear photo, an honest sentence, a fair price.',
  ],
  ['listing-approved', 'Your listing is live', 'Your listing was approved and can be found now.'],
  [
    'listing-denied',
    'About your listing',
    'We could not approve your listing. The app says why, and you can change and send it again.',
  ],
  [
    'order-shipped',
    'Your order is on its way',
    'Order <b>{{order}}</b> has left the seller. The parcel’s number is {{tracking}}.',
  ],
  [
    'dispute-opened',
    'A dispute was opened',
    'There is a dispute about order <b>{{order}}</b>. Please answer within two days, with photos if you have any.',
  ],
  [
    'payout-sent',
    '{{amount}} are on their way',
    'We have sent <b>{{amount}}</b> to your bank. It takes one or two working days.',
  ],
  ['win-back', 'We miss you 👋', 'Things that you liked are cheaper now. Have a look!'],
]

const samples: [string, string][] = [
  ['name', 'Ana Yılmaz'],
  ['order', 'K7Q2M9XD'],
  ['tracking', '9400110200881234567890'],
  ['amount', '$24.50'],
  ['code', '482913'],
]

const page = (subject: string, body: string) => `<style>
  body { margin: 0; font-family: system-ui, sans-serif }
  .card { max-width: 520px; margin: 0 auto; padding: 24px }
  @media (prefers-color-scheme: dark) { body { background: #191d22; color: #d3d7dc } }
</style>
<div class="card">
  <h1 style="font-size: 20px">${subject}</h1>
  <p>Hello {{name}},</p>
  <p>${body}</p>
  <p>Your marketplace</p>
</div>`

/** Macros, templates, keywords and the standard messages of the review. */
export function makeTexts(now: number): Texts {
  const made = (at: number) => ago(now, 24 * (40 + at * 23))
  return {
    moderatingMessages: Object.entries(canned).flatMap(([map, texts]) =>
      Object.entries(texts).map(([key, text]) => ({ map, key, text })),
    ),
    keywords: slang.map(([terms, preferred_term], at) => ({
      id: `keyword-${at + 1}`,
      terms,
      preferred_term,
      created_at: made(at),
    })),
    macros: macros.map(([title, text], at) => ({ id: `macro-${at + 1}`, title, text, created_at: made(at) })),
    emailVariables: samples.map(([name, sample]) => ({ name, sample })),
    emailTemplates: mails.map(([TemplateName, SubjectPart, body], at) => ({
      TemplateName,
      SubjectPart,
      TextPart: `Hello {{name}},\n\n${body.replace(/<\/?b>/g, '')}\n\nYour marketplace`,
      HtmlPart: page(SubjectPart, body),
      CreatedTimestamp: made(at),
    })),
  }
}
