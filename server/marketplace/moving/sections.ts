import { randomUUID } from 'node:crypto'
import { text } from '@portreeve/contract/base/endpoint'
import { z } from '@portreeve/contract/base/zod'
import { EmailTemplate } from '@portreeve/contract/conversations/email-templates'
import { MacroActions } from '@portreeve/contract/conversations/inbox'
import { InboxSettings } from '@portreeve/contract/conversations/inbox-settings'
import { DeskWeights } from '@portreeve/contract/desk/desk-ranking'
import { MoneySettings, RefundReason } from '@portreeve/contract/money/money-settings'
import { Policy } from '@portreeve/contract/people/policies'
import { ValueList } from '@portreeve/contract/people/value-lists'
import { NewRoleName, RoleName, RoleRights } from '@portreeve/contract/staff/roles'
import { count, eq, sql } from 'drizzle-orm'
import { checkHours } from '../../conversations/inbox/inbox-settings.ts'
import { inboxSettings } from '../../conversations/inbox/inbox-tables.ts'
import { macros } from '../../conversations/macro-tables.ts'
import { emailTemplates } from '../../conversations/template-tables.ts'
import { keepVersion } from '../../conversations/template-versions.ts'
import { refuse } from '../../core/refuse.ts'
import { roles } from '../../db/role-tables.ts'
import { providerRoles, secondFactorRoles, staff } from '../../db/system-tables.ts'
import { deskWeights } from '../../desk/desk-tables.ts'
import { moneySettings, refundReasons } from '../../money/money-desk-tables.ts'
import { policies } from '../../people/measures/measure-tables.ts'
import { valueListItems, valueLists } from '../../people/value-lists/list-tables.ts'
import { refuseUnable } from '../../staff/colleagues.ts'
import { writeRights } from '../../staff/roles/role-people.ts'
import { operator } from '../../staff/staff-changes.ts'
import { extensionSection } from './extension-section.ts'
import { ofFields } from './field-section.ts'
import { plainSection, type Section } from './section.ts'

const strict = (shape: z.ZodRawShape) => z.strictObject(shape)

/** Roles that the marketplace has made. What their people may not do any more leaves them, as when an admin changes the role. */
const ofRoles: Section = {
  name: 'roles',
  names: NewRoleName,
  schema: strict(RoleRights.shape),
  read: async (db) => {
    const rows = await db.select().from(roles).where(eq(roles.built_in, false))
    return Object.fromEntries(
      rows.map(({ name, permissions, kinds, classes, refund_alone, refund_alone_day }) => [
        name,
        { permissions, kinds, classes, refund_alone, refund_alone_day },
      ]),
    )
  },
  write: async (hands, name, value, isNew) => {
    const set = { ...RoleRights.parse(value), waiting: null }
    if (isNew) await hands.db.insert(roles).values({ name, ...set })
    const [row] = await hands.db.select().from(roles).where(eq(roles.name, name)).for('update')
    if (!row) throw new Error('The role was not written')
    if (!isNew) await writeRights(hands, row, set, operator)
  },
  remove: async ({ db }, name) => {
    const [held] = await db.select({ n: count() }).from(staff).where(eq(staff.role, name))
    const [groups] = await db.select({ n: count() }).from(providerRoles).where(eq(providerRoles.role, name))
    if ((held?.n ?? 0) + (groups?.n ?? 0) > 0)
      refuse('refused', `roles ${name}: people, or groups of a provider, have this role.`)
    await db.delete(roles).where(eq(roles.name, name))
  },
}

/** Roles that require a second factor: a role that moves without this is open to a password alone. The roles are written before. */
const ofSecondFactors: Section = {
  ...plainSection({
    ...{ name: 'second_factor_roles', table: secondFactorRoles, key: 'role', schema: strict({}) },
    remove: 'delete',
  }),
  names: RoleName,
  write: async ({ db }, role) => {
    const [known] = await db.select({ name: roles.name }).from(roles).where(eq(roles.name, role))
    if (!known) refuse('refused', `second_factor_roles ${role}: there is no such role.`)
    await db.insert(secondFactorRoles).values({ role })
  },
}

const { name: listName, kind, about } = ValueList.shape
const lists = plainSection({
  ...{ name: 'value_lists', table: valueLists, key: 'name', schema: strict({ kind, about }) },
  fresh: () => ({ created_at: new Date().toISOString(), created_by: operator.name }),
})
/** Lists by their names and kinds: the values are of one environment. */
const ofLists: Section = {
  ...lists,
  names: listName,
  write: async (hands, name, value, isNew) => {
    const before = isNew ? undefined : (await lists.read(hands.db))[name]
    if (before && before.kind !== value.kind)
      refuse('refused', `value_lists ${name}: the kind of a list stays. Delete the list first.`)
    await lists.write(hands, name, value, isNew)
  },
  remove: async ({ db }, name) => {
    const [held] = await db.select({ n: count() }).from(valueListItems).where(eq(valueListItems.list, name))
    if ((held?.n ?? 0) > 0) refuse('refused', `value_lists ${name}: the list has values. Remove them first.`)
    await db.delete(valueLists).where(eq(valueLists.name, name))
  },
}

const { id: _id, name: _name, version: _version, ...policy } = Policy.shape
const { TemplateName: _template, version: _saved, ...parts } = EmailTemplate.shape

/**
 * All kinds of settings that move between environments, in the order in which an import writes them. A new kind has one entry here:
 * its values have names that people chose, or ids that the import keeps.
 */
export const sections: readonly Section[] = [
  ofRoles,
  ofSecondFactors,
  ofFields,
  extensionSection('panels', 'panel'),
  extensionSection('actions', 'action'),
  ofLists,
  plainSection({
    ...{ name: 'policies', table: policies, key: 'name', schema: strict(policy), remove: 'retire' },
    fresh: () => ({ id: `pol_${randomUUID()}` }),
  }),
  plainSection({
    ...{ name: 'refund_reasons', table: refundReasons, key: 'id', remove: 'retire' },
    schema: strict({ words: RefundReason.shape.words, retired: z.boolean() }),
  }),
  plainSection({
    ...{ name: 'macros', table: macros, key: 'id', remove: 'delete' },
    schema: strict({ title: text(1000), text: text(100_000), actions: MacroActions.nullable() }),
    fresh: () => ({ created_at: new Date().toISOString() }),
    check: async ({ db }, value) => {
      const to = (value.actions as MacroActions | null)?.assign
      if (typeof to === 'object') await refuseUnable(db, 'inbox.write', to.uid)
    },
  }),
  plainSection({
    ...{ name: 'email_templates', table: emailTemplates, key: 'TemplateName', remove: 'delete' },
    schema: strict(parts),
    fresh: () => ({ CreatedTimestamp: new Date().toISOString() }),
    after: ({ db }, name, value) => keepVersion(db, name, z.object(parts).parse(value), operator.uid),
  }),
  plainSection({ name: 'money_settings', table: moneySettings, schema: strict(MoneySettings.shape) }),
  plainSection({
    ...{ name: 'inbox_settings', table: inboxSettings, schema: strict(InboxSettings.shape) },
    check: ({ db }, value) => checkHours(db, InboxSettings.parse(value)),
  }),
  plainSection({
    ...{ name: 'desk_weights', table: deskWeights, schema: strict(DeskWeights.shape) },
    after: ({ db }) => db.execute(sql`select portreeve_desk_score(true, null)`),
  }),
]
