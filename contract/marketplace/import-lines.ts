import { Time, text } from '../base/endpoint.ts'
import { fieldsOf, type ImportEntity } from '../base/import-entity.ts'
import { z } from '../base/zod.ts'
import { declared } from './declared-fields.ts'
import { type ImportName, type ImportRow, imports } from './imports.ts'

/**
 * Fields that a line of a file has beside those of a program's row: the state in which an export found the record. Only a new
 * record takes them, so that no file deletes a record or changes who may sign in.
 */
const states = {
  extension_fields: declared,
  users: {
    deleted_at: Time.nullish().describe('When the account was deleted. Only a new record takes it.'),
  },
  listings: {
    deleted_at: Time.nullish().describe('When the listing was deleted. Only a new record takes it.'),
  },
  staff: {
    email: text(320).describe(
      'Their email address, one person each. A shared account has a name in its place.',
    ),
    disabled: z
      .boolean()
      .optional()
      .describe('Whether they may not sign in. Only a new record takes it. Missing means false.'),
    shared: z
      .boolean()
      .optional()
      .describe('Whether the account is shared by the team and disabled. Only a new record takes it.'),
  },
} satisfies { [Name in ImportName]?: z.ZodRawShape }

/** A checked line of one file. */
export type ImportLine<Name extends ImportName> = ImportRow<Name> &
  (Name extends keyof typeof states ? z.infer<z.ZodObject<(typeof states)[Name]>> : unknown)

const statesByName: Readonly<Partial<Record<string, z.ZodRawShape>>> = states

const hasAddress = ({ email, shared }: Record<string, unknown>) =>
  shared === true || z.email().safeParse(email).success

const lines = new Map<string, z.ZodType>(
  (imports as readonly ImportEntity[]).map(({ name, row }) => {
    const line = statesByName[name] ? (row as z.ZodObject).extend(statesByName[name]) : row
    return [
      name,
      name === 'staff'
        ? (line as z.ZodObject).refine(hasAddress, { path: ['email'], error: 'Invalid email address' })
        : line,
    ]
  }),
)

/** The schema of a line of an entity's file. */
export const lineOf = ({ name, row }: ImportEntity): z.ZodType => lines.get(name) ?? row

/** The fields that only a new record takes from its line. */
export const stateOf = (entity: ImportEntity): string[] =>
  fieldsOf(lineOf(entity)).filter((field) => !fieldsOf(entity.row).includes(field))
