import { cleanUp } from '../core/operations/schedule.ts'

/** Counts the cases that left the desk by day, and deletes their rows. */
export const foldMoves = cleanUp('figures of the desk', 'select portreeve_desk_fold(50000)')
