import type { DeskCase } from '@portreeve/contract/desk/desk'
import { deskClasses } from '@portreeve/contract/desk/desk-ranking'
import type { Bands } from '../../shell/lists/bands.ts'
import { classWords } from './words.ts'

/** The bands: a class each, that of other work in three by the level of the score, then the backlog. */
const bands = [
  ...deskClasses.flatMap((one) =>
    one === 'other' ? ['Most urgent', 'Next', 'Can wait'] : [classWords[one]],
  ),
  'Backlog',
]
const bandOf = ({ class: own, backlog, level }: DeskCase): string => {
  if (backlog) return 'Backlog'
  if (own !== 'other') return classWords[own]
  return level >= 4 ? 'Most urgent' : level === 3 ? 'Next' : 'Can wait'
}

export const bandsOf = (total: number | null): Bands<DeskCase> => ({
  names: bands,
  of: (row) => bands.indexOf(bandOf(row)),
  total,
})
