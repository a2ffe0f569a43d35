import type { Conversations, Rows, StaffWork } from '../rows.ts'
import { makeContent } from './content.ts'
import { makeHistory } from './history.ts'
import { makeInboxes } from './inbox.ts'
import { makeListings } from './listings.ts'
import { blockSome, makePeople } from './people.ts'
import { makeProofs } from './proofs.ts'
import { makeReports } from './reports.ts'
import { makeTalks } from './talks.ts'
import { makeTexts } from './texts.ts'
import { makeTrade } from './trade.ts'

/** The marketplace around the stories: two years of ordinary people, listings, purchases and messages, and a week of staff work. */
export function marketRows(now: number): Rows & StaffWork {
  const users = makePeople(now)
  const banReasons = blockSome(users, now)
  const posts = makeListings(users, now)
  const trade = makeTrade(users, posts, now)
  const reports = makeReports(users, posts, trade, now)
  const content = makeContent(users, posts, trade, now)
  return {
    users,
    banReasons,
    posts,
    ...trade,
    ...reports,
    ...content,
    ...makeTexts(now),
    ...makeProofs(users, now),
    ...both(makeTalks(users, posts, trade, now), makeInboxes(users, trade, now)),
    ...makeHistory({ posts, reports, content, trade, banReasons }, now),
  }
}

const both = (one: Conversations, other: Conversations): Conversations => ({
  conversations: [...one.conversations, ...other.conversations],
  members: [...one.members, ...other.members],
  messages: [...one.messages, ...other.messages],
})
