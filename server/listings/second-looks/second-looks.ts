import { secondLooks as contract } from '@portreeve/contract/listings/second-looks'
import { implement } from '../../core/call/implement.ts'
import { countLooks, shownOf } from './look-figures.ts'

export const secondLooks = implement('secondLooks', contract, {
  own: async (_input, { db, staff }) => shownOf(await countLooks(db, staff.uid)),
  list: async (_input, { db }) => shownOf(await countLooks(db, null)),
})
