import { cleanUp } from '../../core/operations/schedule.ts'

/** Deletes expired drafts. */
export const forgetDrafts = cleanUp('deletion of drafts', 'delete from inbox_drafts where until < now()')
