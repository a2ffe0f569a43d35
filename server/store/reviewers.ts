import { lookingSeconds, type ReviewEvent } from '@portreeve/contract/review'
import type { Call } from '../core/context.ts'

/** Seconds for which a newcomer to the topic is still told; who was away for longer loads the lists anew. */
const kept = { looking: lookingSeconds, decided: 60, returned: 60, gone: 60, back: 60 }

/** Tells the open pages of other reviewers, over the live topic 'review'. */
export const tellReviewers = (call: Pick<Call, 'publish'>, event: ReviewEvent): Promise<void> =>
  call.publish('review', event, kept[event.what])
