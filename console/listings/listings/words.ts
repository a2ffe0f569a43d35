import type { Post } from '@portreeve/contract/listings/posts'
import type { Tone } from '../../ui/StateWord.tsx'

/** How a listing stands, in a word. */
export function stateOf(state: Post['review_state'], isDeleted: boolean): { word: string; tone: Tone } {
  if (isDeleted) return { word: 'Deleted', tone: 'bad' }
  if (state === 'approved') return { word: 'Approved', tone: 'good' }
  return state === 'denied' ? { word: 'Denied', tone: 'bad' } : { word: 'Pending review', tone: 'caution' }
}
