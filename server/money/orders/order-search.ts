import { parseQuery } from '@portreeve/contract/base/query'
import { orderFields } from '@portreeve/contract/base/query-fields'
import { orderSearch as contract, maxMarks } from '@portreeve/contract/money/order-search'
import { implement } from '../../core/call/implement.ts'
import { peopleMeant } from '../../people/people-by-term.ts'
import { fieldsFor } from '../../search/extra.ts'
import { refuseMistakes } from '../../search/query.ts'
import { readMoneySettings } from '../money-limits.ts'
import { partiesOf } from './order-parties.ts'
import { ordersAmong } from './order-query.ts'
import { findOrders, marksOf, placeAfter, states } from './order-rows.ts'
import { findByText } from './order-terms.ts'
import { getTransaction } from './transaction-records.ts'

/** Default rows of a page. */
const usualPage = 50

export const orderSearch = implement('orderSearch', contract, {
  search: async ({ query }, call) => {
    const size = Number(query.limit ?? usualPage)
    const settings = await readMoneySettings(call.db)
    const typed = query.query ?? ''
    const asked = parseQuery(await fieldsFor(call, orderFields, typed), typed)
    refuseMistakes(asked)
    const { among, refusal } = await ordersAmong(call, asked.filters, states(settings))
    if (refusal) return refusal
    const found = asked.text.trim() === '' ? undefined : await findByText(call, asked, among)
    if (found?.refusal) return found.refusal
    const person = query.person?.trim() ?? ''
    const people = person === '' ? undefined : await peopleMeant(call, person)
    if (people?.refusal) return people.refusal
    const rows = await findOrders(call.db, query, size, {
      ...{ settings, usual: call.ctx.settings.currency, among, ids: found?.ids, people: people?.uids },
    })
    const shown = rows.slice(0, size)
    const last = shown.at(-1)
    if (rows.length > size && last) call.more(placeAfter(query, last))
    return { rows: shown, matched: found?.matched ?? [] }
  },

  marks: async ({ query }, { db, ctx }) => {
    const settings = await readMoneySettings(db)
    const rows = await findOrders(db, {}, maxMarks, {
      settings,
      usual: ctx.settings.currency,
      ids: query.ids.split(','),
    })
    return rows.map(marksOf)
  },

  parties: async ({ params }, { db }) => partiesOf(db, await getTransaction(db, params.id)),
})
