import type { ContentReport } from '@portreeve/contract/listing-reports'
import type { UserReport } from '@portreeve/contract/user-reports'
import type { Post } from './listings.ts'
import type { People, Person } from './people.ts'
import { Chance } from './world.ts'

/** Reports about people and about listings. */
export interface Reports {
  userReports: Omit<UserReport, 'reporter'>[]
  contentReports: ContentReport[]
}

/** Readable, because the console shows the value as it is (D-020). */
const reasons = [
  'Scam',
  'Harassment',
  'Counterfeit item',
  'Prohibited item',
  'No show',
  'Spam',
  'Off-app payment',
]
const inputs = [
  'Asked me to pay by bank transfer outside the app.',
  'Sent me three photos of a different item.',
  'Never turned up, twice.',
  'The tracking number belongs to somebody else.',
  'Keeps writing after I said no.',
  'Same account as the one you blocked last month?',
  'Item is a copy, the label is misspelled.',
  'Цена менялась каждый день.',
  'Muy agresivo en los mensajes.',
  'الصور ليست حقيقية',
]

/** Reports of all ages, today and yesterday included, open and handled. */
export function makeReports(people: People, posts: Post[], day: number): Reports {
  const chance = new Chance(4, day)
  const reported = chance.some(people.ordinary, 130)
  const userReports: Reports['userReports'] = []
  for (const [at, one] of reported.entries()) {
    const count = at < 6 ? chance.whole(5, 12) : chance.whole(1, 3)
    const status = chance.oddly(25) ? 'resolved' : 'open'
    for (let n = 0; n < count; n++)
      userReports.push({
        id: `report-${String(userReports.length + 1).padStart(4, '0')}`,
        reporting_uid: one.uid,
        reporter_uid: chance.oddly(2) ? null : somebodyElse(chance, people, one).uid,
        report_reason_id: chance.oddly(2) ? null : chance.pick(reasons),
        input: chance.oddly(15) ? null : chance.oddly(2) ? inputs.join(' ').repeat(6) : chance.pick(inputs),
        status,
        created_at: reportTime(chance, userReports.length),
      })
  }
  const contentReports: ContentReport[] = []
  const suspicious = chance.some(
    posts.filter((one) => !one.creatorUID.startsWith('sentinel-')),
    95,
  )
  for (const [at, one] of suspicious.entries()) {
    const status = chance.oddly(20) ? 'ignored' : 'open'
    const count = at < 4 ? chance.whole(6, 14) : chance.whole(1, 4)
    for (let n = 0; n < count; n++)
      contentReports.push({
        id: `content-report-${String(contentReports.length + 1).padStart(4, '0')}`,
        post_key: one.key,
        reporter_uid: chance.oddly(2) ? null : chance.pick(people.ordinary).uid,
        report_reason_id: chance.pick(reasons),
        status,
        created_at: reportTime(chance, contentReports.length),
      })
  }
  return { userReports, contentReports }
}

function somebodyElse(chance: Chance, people: People, one: Person): Person {
  const other = chance.pick(people.ordinary)
  return other === one ? somebodyElse(chance, people, one) : other
}

/** Some in the first minutes of today, some yesterday, the others in the last three months. */
function reportTime(chance: Chance, at: number): string {
  if (at % 12 === 0) return new Date(chance.day + at * 1000).toISOString()
  if (at % 12 === 1) return chance.daysAgo(0.05, 0.95)
  return chance.daysAgo(1, 90)
}
