import type { policies } from '../../people/measures/measure-tables.ts'

const terms = (reference: string) => ({ ground: 'terms', reference }) as const

/** The policies of the demo: one for each class of harm, with the canned messages whose denials are under it. */
export const demoPolicies: (typeof policies.$inferInsert)[] = [
  {
    ...{ id: 'pol_danger', name: 'Threats and violence', harm: 'danger', mails: true, ...terms('§ 3') },
    words: 'Nobody may threaten, stalk or endanger another person, here or where you meet.',
  },
  {
    ...{ id: 'pol_minors', name: 'Protection of minors', harm: 'minors', mails: true },
    ...{ ground: 'law', reference: 'Regulation (EU) 2022/2065, Article 28' },
    words: 'What endangers or sexualises minors is removed, and reported to the authorities.',
  },
  {
    ...{ id: 'pol_phishing', name: 'Messages in our name', harm: 'phishing', mails: true, ...terms('§ 5') },
    words: 'Nobody may write as if they were our team, or ask for passwords, codes or card numbers.',
  },
  {
    ...{ id: 'pol_fraud', name: 'Fraud and payments outside', harm: 'fraud', mails: true, ...terms('§ 6') },
    words: 'Sell what you have, send what you sold, and take payment here only.',
  },
  {
    ...{ id: 'pol_prohibited', name: 'Prohibited goods', harm: 'prohibited', ...terms('§ 4') },
    ...{
      canned: ['prohibited'],
      words: 'Weapons, medicines, animals and recalled goods may not be sold here.',
    },
  },
  {
    ...{ id: 'pol_counterfeit', name: 'Counterfeits', canned: ['counterfeit'] },
    strikes: {
      days: 180,
      steps: [
        { strikes: 2, kind: 'no_listing', days: 14 },
        { strikes: 3, kind: 'blocked', days: null },
      ],
    },
    ...{ ground: 'law', reference: 'Regulation (EU) 2017/1001, Article 9' },
    words: 'Goods that carry a brand without its owner’s consent may not be sold.',
  },
  {
    ...{ id: 'pol_quality', name: 'Listings that say what is sold', harm: 'quality', ...terms('§ 2') },
    ...{ canned: ['blurry_photos', 'stock_photo', 'no_price'] },
    words: 'Show your own item, describe it as it is, and name its price.',
  },
  {
    ...{ id: 'pol_spam', name: 'Spam and contact details', harm: 'spam', ...terms('§ 2') },
    ...{ canned: ['duplicate', 'contact_details'] },
    words: 'List an item once, and keep telephone numbers and links out of the description.',
  },
]
