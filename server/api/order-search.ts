import { orderSearch as contract, maxMarks } from '@portreeve/contract/order-search'
import { implement } from '../core/implement.ts'
import { readMoneySettings } from '../store/money-settings.ts'
import { partiesOf } from '../store/order-parties.ts'
import { findOrders, placeAfter } from '../store/order-rows.ts'
import { findByTerm, peopleMeant } from '../store/order-terms.ts'
import { getTransaction } from '../store/transactions.ts'

/** Default rows of a page. */
const usualPage = 50

export const orderSearch = implement('orderSearch', contract, {
  search: async ({ query }, call) => {
    const size = Number(query.limit ?? usualPage)
    const [term, person] = [query.query?.trim() ?? '', query.person?.trim() ?? '']
    const found = term === '' ? undefined : await findByTerm(call, term)
    if (found?.refusal) return found.refusal
    const people = person === '' ? undefined : await peopleMeant(call, person)
    if (people?.refusal) return people.refusal
    const rows = await findOrders(call.db, query, size, {
      settings: await readMoneySettings(call.db),
      among: found?.ids,
      people: people?.uids,
    })
    const shown = rows.slice(0, size)
    const last = shown.at(-1)
    if (rows.length > size && last) call.more(placeAfter(query, last))
    return { rows: shown, matched: found?.matched ?? [] }
  },

  marks: async ({ query }, { db }) => {
    const settings = await readMoneySettings(db)
    const rows = await findOrders(db, {}, maxMarks, { settings, among: query.ids.split(',') })
    return rows.map(({ id, buyer, seller, refunded, dispute_open, chargeback_open, waiting, late }) => ({
      ...{ id, buyer, seller, refunded, dispute_open, chargeback_open, waiting, late },
    }))
  },

  parties: async ({ params }, { db }) => partiesOf(db, await getTransaction(db, params.id)),
})
