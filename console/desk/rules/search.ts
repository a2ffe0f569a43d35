import { replayParts } from '@portreeve/contract/desk/rule-replays'
import { oneOf, searchReader } from '../../data/url-search.ts'

/** The records that the page lists: of which query, and which of them. */
export const readReplaySearch = searchReader<'query' | 'part'>({
  query: (text) => /^\d{1,2}$/.test(text),
  part: oneOf(replayParts),
})

/** Which of the records that a rule has met the page lists. */
export const readMatchSearch = searchReader<'part'>({ part: oneOf(['bad', 'good']) })
