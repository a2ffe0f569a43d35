import { parseQuery } from '@portreeve/contract/base/query'
import { userFields } from '@portreeve/contract/base/query-fields'
import type { UserChange } from '@portreeve/contract/people/users'
import { users as contract } from '@portreeve/contract/people/users'
import { desc, eq, sql } from 'drizzle-orm'
import type { Call } from '../core/call/context.ts'
import { implement } from '../core/call/implement.ts'
import { refuse } from '../core/refuse.ts'
import { fieldsFor } from '../search/extra.ts'
import { refuseMistakes } from '../search/query.ts'
import { searchColumns } from '../search/search-text.ts'
import { hold } from '../staff/held-actions.ts'
import { clearAccount, reasonsAgainstDeletion } from './deletion.ts'
import { erasePerson } from './erase-person.ts'
import { endMeasures, policyIds, refuseOver, takeMeasure } from './measures/take-measure.ts'
import { findPeople } from './people-by-term.ts'
import { banReasons, giftCards, users as table } from './people-tables.ts'
import { emitDeleted } from './person-listings.ts'
import { personRows } from './person-rows.ts'
import { chargesOf, countReveal } from './reveals.ts'
import { addBanReason, refuseBlock } from './user-block.ts'
import { checkEffect, effectOf } from './user-effect.ts'
import { overviewOf } from './user-overview.ts'
import { peopleAmong } from './user-query.ts'
import { asUser, getUser, lockUser, userColumns } from './user-records.ts'
import { maxUsers, readUsers } from './user-search.ts'

type Change = Partial<typeof table.$inferInsert>

/** Writes a change of a locked person and raises the version. */
async function change({ db }: Pick<Call, 'db'>, uid: string, set: Change) {
  const [row] = await db
    .update(table)
    .set({ ...set, version: sql`${table.version} + 1` })
    .where(eq(table.uid, uid))
    .returning(userColumns)
  return row ? asUser(row) : refuse('not_found', 'No such person')
}

export const users = implement('users', contract, {
  search: async ({ query }, call) => {
    const typed = query.search_term ?? ''
    const asked = parseQuery(await fieldsFor(call, userFields, typed), typed)
    refuseMistakes(asked)
    const found = await findPeople(call, {
      term: asked.text,
      exclude: query.exclude_uid ?? '',
      among: await peopleAmong(call, asked.filters),
      terms: asked.isPlain ? undefined : asked.terms,
      max: Number(query.limit ?? maxUsers),
    })
    if (found.refusal) return found.refusal
    if (found.more) call.more()
    return readUsers(call.db, found.uids)
  },

  get: ({ params }, { db }) => getUser(db, params.uid),

  overview: async ({ params }, { db, ctx }) =>
    overviewOf(db, await getUser(db, params.uid), ctx.settings.currency),

  effect: async ({ params }, { db, ctx }) =>
    effectOf(db, (await getUser(db, params.uid)).uid, ctx.settings.currency),

  reveal: async ({ params, body }, call) => {
    const user = await getUser(call.db, params.uid)
    await countReveal(call)
    const fields = [...new Set(body.fields)]
    call.did(user.uid, { after: { revealed: fields } }, { reason: body.reason.trim() })
    const own = fields.filter((field) => field !== 'charges')
    return {
      ...Object.fromEntries(own.map((field) => [field, user[field]])),
      ...(own.length < fields.length && { charges: await chargesOf(call.db, user.uid) }),
    }
  },

  export: async ({ params, body }, call) => {
    const [person] = await call.db.select({ uid: table.uid }).from(table).where(eq(table.uid, params.uid))
    if (!person) refuse('not_found', 'No such person', 'There is no person with this uid.')
    call.did(person.uid, {}, { reason: body.reason.trim() })
    return personRows(call.db, person.uid)
  },

  erase: async ({ params, body }, call) => {
    const { called, after } = await erasePerson(call.db, params.uid, call.ctx.settings)
    // The event is not of the deed: it alone names the person.
    call.did(called, { after }, { reason: body.reason.trim() })
    call.emit('person.erased', { uid: params.uid, called })
    return { called }
  },

  update: async ({ params, body }, call) => {
    const user = await lockUser(call.db, params.uid)
    if (call.expected !== undefined && call.expected !== user.version)
      refuse(
        'conflict',
        'Changed meanwhile',
        'A colleague has changed this person since you opened the page.',
      )
    const field = Object.keys(body)[0] as keyof UserChange
    call.did(user.uid, { before: { [field]: user[field] }, after: body })
    return change(call, user.uid, { ...body, ...searchColumns({ ...user, ...body }) })
  },

  remove: async ({ params, query }, call) => {
    const user = await lockUser(call.db, params.uid)
    await checkEffect(call.db, user.uid, call.ctx.settings.currency, query.seen)
    const reasons = await reasonsAgainstDeletion(call.db, user, call.ctx.settings.currency)
    if (reasons.length > 0)
      refuse('conflict', 'Cannot be deleted yet', `This account still has ${reasons.join(', ')}.`)
    const { listings, hidden } = await clearAccount(call.db, user.uid)
    emitDeleted(call, user.uid, listings)
    call.did(user.uid, { before: user, after: null })
    await change(call, user.uid, hidden)
    return null
  },

  ban: async ({ params, query, body }, call) => {
    const user = await lockUser(call.db, params.uid)
    refuseBlock(user, call.staff.uid)
    refuseOver(body.until)
    await checkEffect(call.db, user.uid, call.ctx.settings.currency, query.seen)
    const reason = body.ban_reason.trim() || null
    await takeMeasure(call, {
      ...{ kind: 'blocked', subject: ['user', user.uid], uid: user.uid, reason, source: 'staff' },
      ...{ until: body.until, policies: policyIds(body.policy_id) },
    })
    call.did(
      user.uid,
      { before: { isBanned: false }, after: { isBanned: true } },
      { reason, ...(body.until && { event: { until: body.until } }) },
    )
    const { uid, displayName, email } = call.staff
    await addBanReason(call.db, user.uid, reason, { uid, name: displayName ?? email })
    return change(call, user.uid, { isBanned: true })
  },

  unban: async ({ params }, call) => {
    const user = await lockUser(call.db, params.uid)
    if (!user.isBanned) refuse('conflict', 'Not blocked', 'This account is not blocked.')
    call.did(user.uid, { before: { isBanned: true }, after: { isBanned: false } })
    // A job unblocks only to undo a block, which was wrong.
    await endMeasures(call, ['user', user.uid], ['blocked'], call.job ? 'undone' : 'lifted')
    await hold(call, {
      action: 'users.unban',
      subject_kind: 'user',
      subject_id: user.uid,
      title: user.displayName,
      items: [user.uid],
    })
    return change(call, user.uid, { isBanned: false })
  },

  banReasons: async ({ params }, { db }) => {
    await getUser(db, params.uid)
    return db
      .select({
        id: banReasons.id,
        reason: banReasons.reason,
        created_at: banReasons.created_at,
        actor: banReasons.actor,
      })
      .from(banReasons)
      .where(eq(banReasons.uid, params.uid))
      .orderBy(desc(banReasons.created_at), banReasons.id)
  },

  redeemGiftCard: async ({ params, body }, call) => {
    const user = await lockUser(call.db, params.uid)
    const code = body.code.trim()
    const [card] = await call.db.select().from(giftCards).where(eq(giftCards.code, code)).for('update')
    if (!card) refuse('not_found', 'No such gift card')
    if (card.redeemed_by) refuse('conflict', 'Gift card already redeemed')
    const available_balance = (user.available_balance ?? 0) + card.cents
    const before = { available_balance: user.available_balance }
    call.did(
      user.uid,
      { before, after: { available_balance, gift_card: code } },
      { event: { code, cents: card.cents, before, after: { available_balance } } },
    )
    await call.db
      .update(giftCards)
      .set({ redeemed_by: user.uid, redeemed_at: new Date().toISOString() })
      .where(eq(giftCards.code, code))
    await change(call, user.uid, { available_balance })
    return { code, cents: card.cents }
  },
})
