import { deskKinds, reportKinds } from '@portreeve/contract/base/case-kinds'
import { permissions } from '@portreeve/contract/base/rights'
import { classesSeen, kindsSeen, type Seer, seenBeyond } from '@portreeve/contract/base/sight'
import { type Absence, type Colleague, maxAwayDays } from '@portreeve/contract/staff/away'
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Db } from '../core/database/db.ts'
import { refuse } from '../core/refuse.ts'
import { rightsOfRow } from '../db/staff-rights.ts'
import { staff } from '../db/system-tables.ts'
import { type Ability, colleaguesWho } from './colleagues.ts'
import { lockAdmins } from './staff-locks.ts'
import { staffName } from './staff-name.ts'
import type { Standing } from './staff-work.ts'

// Work stays assigned to a colleague who is away: their deputy has it meanwhile, and it is theirs again when they are back. No
// row moves, so nothing is to be moved back.

/** The uids of those whose work a staff member has now: their own, and of the colleagues for whom they stand in. */
export const worksFor = (uid: string) =>
  sql`array(select ${uid}::text union all select uid from staff_away where deputy = ${uid})`

/** The deputy of a staff member who is away now, by an expression for their uid; null for none. */
export const deputyOf = (uid: SQL) => sql`(select a.deputy from staff_away a where a.uid = ${uid})`

const iso = (time: AnyPgColumn) => sql`to_char(${time} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** An absence as answers show it, from a row of staff. Null when there is none, or it has ended. */
export const absence = sql<Absence | null>`case when ${staff.away_until} > now() then json_build_object(
  'from', ${iso(staff.away_from)}, 'until', ${iso(staff.away_until)},
  'deputy', (select json_build_object('uid', d.uid, 'name', coalesce(d.display_name, d.email)) from staff d where d.uid = staff.deputy)) end`

interface Person extends Seer {
  uid: string
}

/** The work that one role may do and another may not, in words. */
function lacking(deputy: Seer, person: Seer): string[] {
  const { kinds, classes } = seenBeyond(person, deputy)
  const words = [...new Set(kinds.map((kind) => permissions[deskKinds[kind]].words))]
  return words.length === 0 && classes.length > 0 ? ['see reports of all their classes'] : words
}

/** The colleagues who may stand in for a staff member: those who may do all of their work. */
export async function deputiesFor(db: Db, { uid, ...own }: Person): Promise<Colleague[]> {
  const classes = classesSeen(own)
  const all = await colleaguesWho(
    db,
    kindsSeen(own).flatMap((kind): Ability[] =>
      reportKinds.includes(kind) ? classes.map((name) => ({ kind, class: name })) : [{ kind }],
    ),
  )
  return all.filter((one) => one.uid !== uid)
}

/** The absence of a staff member, until it has ended. Refuses an unknown uid. */
export async function awayOf(db: Db, uid: string): Promise<Person & { away: Absence | null }> {
  const [row] = await db
    .select({ uid: staff.uid, ...rightsOfRow, away: absence })
    .from(staff)
    .where(ofPerson(uid))
  return row ?? refuse('not_found', 'No such staff member', 'Nobody here has this uid.')
}

const ofPerson = (uid: string) => and(eq(staff.uid, uid), eq(staff.shared, false))

/** Writes the absence of a staff member, whose row and that of the deputy are locked in turn with all changes of staff. */
export async function writeAway(
  db: Db,
  uid: string,
  set: { from: string; until: string; deputy: string | null } | null,
): Promise<{ before: Absence | null; after: Absence | null }> {
  await lockAdmins(db)
  await db.execute(
    sql`select from staff where uid in (${uid}, ${set?.deputy ?? uid}) order by uid for no key update`,
  )
  const { away: before, ...person } = await awayOf(db, uid)
  if (set) refuseSpan(set)
  if (set?.deputy) await refuseDeputy(db, person, set.deputy)
  await db
    .update(staff)
    .set({ away_from: set?.from ?? null, away_until: set?.until ?? null, deputy: set?.deputy ?? null })
    .where(eq(staff.uid, uid))
  return { before, after: (await awayOf(db, uid)).away }
}

function refuseSpan({ from, until }: { from: string; until: string }): void {
  const [start, end, now] = [Date.parse(from), Date.parse(until), Date.now()]
  if (end <= now) refuse('refused', 'Over already', 'The absence ends in the past.')
  if (end <= start) refuse('refused', 'Ends before it begins', 'The absence ends before it begins.')
  if (end - now > maxAwayDays * 86_400_000)
    refuse('refused', 'Too long', `The absence ends more than ${maxAwayDays} days from now.`)
}

async function refuseDeputy(db: Db, person: Person, uid: string): Promise<void> {
  if (uid === person.uid) refuse('refused', 'Not yourself', 'Nobody stands in for themselves.')
  const [found] = await db
    .select({
      name: sql<string>`${staffName(staff, staff.uid)}`,
      role: staff.role,
      ...rightsOfRow,
      disabled: staff.disabled,
    })
    .from(staff)
    .where(ofPerson(uid))
  const lacks = found ? lacking(found, person) : []
  if (!found || found.disabled || lacks.length > 0)
    refuse(
      'refused',
      'Cannot stand in',
      !found
        ? 'There is no such colleague.'
        : found.disabled
          ? `${found.name} cannot sign in.`
          : `${found.name} has the role ${found.role} and may not ${lacks.join(', ')}.`,
    )
}

/**
 * Ends the duties of deputies that a staff member's new standing does not allow: theirs for colleagues, and of others for them.
 * @returns the colleagues who have no deputy any more
 */
export async function endDuties(db: Db, { uid, disabled, ...own }: Standing): Promise<string[]> {
  const { rows } = await db.execute<{ uid: string; theirs: Seer; deputy: string; deputys: Seer }>(sql`
    select a.uid, to_json(ra) as theirs, a.deputy, to_json(rd) as deputys from staff a join roles ra on ra.name = a.role
      join staff d on d.uid = a.deputy join roles rd on rd.name = d.role
    where (a.uid = ${uid} or a.deputy = ${uid}) and a.away_until > now()`)
  const ended = rows.filter(
    (row) =>
      (row.deputy === uid && (disabled || lacking(own, row.theirs).length > 0)) ||
      (row.uid === uid && lacking(row.deputys, own).length > 0),
  )
  const uids = ended.map((row) => row.uid)
  if (uids.length > 0) await db.update(staff).set({ deputy: null }).where(inArray(staff.uid, uids))
  return uids
}
