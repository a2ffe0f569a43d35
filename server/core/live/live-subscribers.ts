import type { Sight } from '@portreeve/contract/base/case-kinds'
import type { Rights } from '@portreeve/contract/base/rights'
import type { Context } from '../call/context.ts'

/** Milliseconds between two checks of the subscribers' permissions: role, state and session are read from the database. */
const checkEvery = 2000

/** A role with its permissions and limits, as one text: the query below writes the same. */
export const rightsKey = ({ role, permissions, kinds, classes }: Rights & Sight) =>
  [role, permissions, kinds, classes].join(' ')

/** One open page, with the rights and session of its staff member when it connected. */
export interface Subscriber {
  uid: string
  rights: string
  session: string | undefined
  end: () => void
}

/**
 * Ends the streams of staff members whose role or its permissions changed, who are disabled, whose session has ended, or who lack a second factor
 * that their role requires. One query covers all pages
 * of a process. A page that may still read reconnects and resumes.
 */
export function watchStaff(ctx: Context, subscribers: ReadonlySet<Subscriber>) {
  let timer: NodeJS.Timeout | undefined
  let checking = false
  const check = async () => {
    const { rows } = await ctx.database.pool.query<{ key: string }>(
      `select s.uid || ' ' || s.role || ' ' || array_to_string(p.permissions, ',') || ' ' || array_to_string(p.kinds, ',') || ' '
         || array_to_string(p.classes, ',') || ' ' || coalesce(i.id, '') as key
       from staff s join roles p on p.name = s.role left join identity_session i on i.user_id = s.uid and i.expires_at > now()
         and i.created_at > now() - make_interval(hours => $2)
         and (i.passkey_id is not null or not exists (select from second_factor_roles r where r.role = s.role)
           or exists (select from identity_user u where u.id = s.uid and u.two_factor_enabled)
           or exists (select from identity_provider_sessions p where p.session_id = i.id and p.second_factor))
       where s.uid = any($1) and not s.disabled`,
      [[...new Set([...subscribers].map(({ uid }) => uid))], ctx.settings.sessionMaxHours],
    )
    const valid = new Set(rows.map(({ key }) => key))
    for (const { uid, rights, session, end } of [...subscribers]) {
      const holds =
        session === undefined
          ? [...valid].some((key) => key.startsWith(`${uid} ${rights} `))
          : valid.has(`${uid} ${rights} ${session}`)
      if (!holds) end()
    }
  }
  const stop = () => {
    clearInterval(timer)
    timer = undefined
  }
  return {
    stop,
    start: () => {
      timer ??= setInterval(() => {
        if (subscribers.size === 0) return stop()
        // Do not queue further queries while the database does not respond.
        if (checking) return
        checking = true
        check()
          .catch((error) => ctx.log.warn({ err: error }, 'staff not read for the live feed'))
          .finally(() => {
            checking = false
          })
      }, checkEvery).unref()
    },
  }
}
