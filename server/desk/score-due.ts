import { cleanUp } from '../core/operations/schedule.ts'

/** Computes the points of cases that grow with time. The shortest step takes an hour (decision 22). */
export const scoreDue = cleanUp('points of the desk', 'select portreeve_desk_score(false, 20000)')
