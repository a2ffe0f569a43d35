import { type HarmClass, reportKinds, type Sight } from '@portreeve/contract/base/case-kinds'
import { may, permissions } from '@portreeve/contract/base/rights'
import { kindsSeen, type Seer } from '@portreeve/contract/base/sight'
import { type DeskKind, deskClasses, deskKindNames, deskKinds } from '@portreeve/contract/desk/desk-ranking'
import type { Me } from '@portreeve/contract/staff/staff'
import { sql } from 'drizzle-orm'
import { refuse } from '../../core/refuse.ts'

// What of the desk a role sees.

/** A staff member who reads the desk. */
export type Reader = Pick<Me, 'uid' | 'role'> & Seer

/** The kinds that someone sees. */
export const kindsOf = (reader: Seer, wanted: readonly DeskKind[] = deskKindNames): DeskKind[] =>
  kindsSeen(reader).filter((kind) => wanted.includes(kind))

/** A kind from an address. Refuses with not_found an unknown one, and with forbidden one that the caller may not decide. */
export function kindFor(reader: Reader, kind: string): DeskKind {
  const known = deskKindNames.find((name) => name === kind)
  if (!known) return refuse('not_found', 'No such case', 'There is no such kind of case.')
  const words = whyUnseen(reader, known)
  return words === null ? known : refuse('forbidden', 'Not allowed', words)
}

/** Why a reader does not see a kind; null when they do. */
export const whyUnseen = (reader: Reader, kind: DeskKind): string | null =>
  kindsSeen(reader).includes(kind)
    ? null
    : `Your role, ${reader.role}, ${may(reader, deskKinds[kind]) ? 'does not see such cases' : `may not ${permissions[deskKinds[kind]].words}`}.`

/** Cases that are no reports, or reports of one of these classes. */
export const isOfClasses = (classes: readonly HarmClass[]) =>
  sql`(c.kind <> all(${sql.param(reportKinds)}::text[]) or c.class = any(${sql.param(classes.map((name) => deskClasses.indexOf(name)))}::smallint[]))`

/** The class of a case by which roles are limited: that of reports. @param place as `desk_cases` has it */
export const limitedClass = (kind: DeskKind, place: number): HarmClass | undefined =>
  reportKinds.includes(kind) ? deskClasses[place] : undefined

/** Cases that the limits of a role leave. */
export const isSeen = ({ kinds, classes }: Sight) =>
  sql.join(
    [
      sql`true`,
      ...(kinds.length > 0 ? [sql`c.kind = any(${sql.param(kinds)}::text[])`] : []),
      ...(classes.length > 0 ? [isOfClasses(classes)] : []),
    ],
    sql` and `,
  )
