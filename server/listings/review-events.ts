import { lookingSeconds, type ReviewEvent } from '@portreeve/contract/listings/review'
import type { Call } from '../core/call/context.ts'

/** Seconds for which pages that connect later still receive an event; a page that was away for longer refetches its lists. */
const kept = { looking: lookingSeconds, decided: 60, returned: 60, gone: 60, back: 60, arrived: 60 }

/** Publishes to the open pages of other reviewers. */
export const publishToReviewers = (call: Pick<Call<'review'>, 'publish'>, event: ReviewEvent): void =>
  call.publish('review', event, kept[event.what])
