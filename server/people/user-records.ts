import type { User } from '@portreeve/contract/people/users'
import { and, eq, getTableColumns, isNull } from 'drizzle-orm'
import type { Db } from '../core/database/db.ts'
import { refuse } from '../core/refuse.ts'
import { users } from './people-tables.ts'

const {
  created_at_time: _time,
  deleted_at: _deleted,
  extra: _extra,
  search: _search,
  search_name: _name,
  search_email: _email,
  search_uid: _uid,
  search_phone: _phone,
  search_push: _push,
  search_ip: _ip,
  ...shown
} = getTableColumns(users)

/** The columns of a person as the wire has them. */
export const userColumns = shown

/** A person's row as the record on the wire: to the database's types the two 0/1 columns are plain numbers. */
export const asUser = (
  row: Omit<User, 'listing_quantity_permission' | 'store_behavior' | 'early_access'> &
    Record<'listing_quantity_permission' | 'store_behavior' | 'early_access', number>,
): User => row as User

/** One person; not_found when there is none or the account was deleted. */
export async function getUser(db: Db, uid: string): Promise<User> {
  const [row] = await db
    .select(userColumns)
    .from(users)
    .where(and(eq(users.uid, uid), isNull(users.deleted_at)))
    .prepare('user')
    .execute()
  return row ? asUser(row) : refuse('not_found', 'No such person', 'There is no account with this uid.')
}

/** The same, locked until the call's transaction ends: no other call changes it meanwhile. */
export async function lockUser(db: Db, uid: string): Promise<User> {
  const [row] = await db
    .select(userColumns)
    .from(users)
    .where(and(eq(users.uid, uid), isNull(users.deleted_at)))
    .for('update')
  return row ? asUser(row) : refuse('not_found', 'No such person', 'There is no account with this uid.')
}
