import { sealedAs } from '../core/audit/audit-keys.ts'
import { unseal } from '../core/identity/sealed.ts'
import { type Check, databaseVariables, fail, ok, orOk, warn } from './doctor-setup.ts'

const day = (time: Date) => time.toISOString().slice(0, 16).replace('T', ' ')

const webhooks: Check = {
  name: 'webhook addresses',
  reads: databaseVariables,
  run: async ({ rows }) => {
    const found = await rows<{
      id: string
      url: string
      state: string
      failures: number
      since: Date | null
    }>('select id, url, state, failures, failing_since as since from webhook_endpoints order by id')
    if (!found || found.length === 0) return []
    const problems = found.map(({ id, url, state, failures, since }) => {
      const name = `The webhook endpoint ${id} (${URL.canParse(url) ? new URL(url).host : 'no address'})`
      if (state === 'paused')
        return warn(`${name} is paused and receives no events: resume it on the page Webhooks, or delete it.`)
      return (
        since !== null &&
        warn(
          `${name} has failed since ${day(since)} UTC (${failures} attempts): see its answers on the page Webhooks.`,
        )
      )
    })
    return orOk(problems, `All webhook endpoints (${found.length}) receive events.`)
  },
}

/** Days before its end at which a machine key is named. */
const keyDays = 14

const machineKeys: Check = {
  name: 'machine keys',
  reads: databaseVariables,
  run: async ({ rows }) => {
    const found = await rows<{ name: string; expires_at: Date }>(
      `select name, expires_at from machine_keys where revoked_at is null
         and expires_at between now() - make_interval(days => $1) and now() + make_interval(days => $1) order by expires_at`,
      [keyDays],
    )
    if (!found) return []
    const problems = found.map(({ name, expires_at }) =>
      warn(
        `The machine key "${name}" ${expires_at < new Date() ? 'expired' : 'expires'} on ${day(expires_at)} UTC: make another one on the page Machine keys and give it to its program.`,
      ),
    )
    return orOk(problems, `No machine key expires within ${keyDays} days.`)
  },
}

/** Hours within which a running server signs the rows of the audit log. */
const signedWithin = 2

const audit: Check = {
  name: 'audit log',
  reads: databaseVariables,
  run: async ({ rows }) => {
    const [found] = (await rows<{ oldest: Date | null; late: boolean | null }>(
      `select at as oldest, at < now() - make_interval(hours => $1) as late from audit
         where id > coalesce((select max(last) from audit_heads), 0) order by id limit 1`,
      [signedWithin],
    )) ?? [undefined]
    if (found?.late && found.oldest)
      return [
        warn(
          `No head of the audit log covers the rows since ${day(found.oldest)} UTC: start the server, which signs one each hour, and read its log for why it could not.`,
        ),
      ]
    return (await rows('select 1 from audit_heads limit 1'))
      ? [ok('The heads of the audit log are signed.')]
      : []
  },
}

/** Whether the secret is the one that the database was written with, as after a restore. */
const fits: Check = {
  name: 'secret of the database',
  reads: /^(DATABASE_|PORTREEVE_(DATA_DIR|ENVIRONMENT|SECRET|SECRETS_BEFORE)$)/,
  run: async ({ rows, settings }) => {
    const [key] =
      (await rows<{ id: string; sealed: string | null }>(
        'select id, private_key as sealed from audit_keys where retired_at is null',
      )) ?? []
    if (!key?.sealed) return []
    try {
      unseal(settings, sealedAs(key.id), key.sealed)
      return [ok('PORTREEVE_SECRET is the one that the database was written with.')]
    } catch {
      return [
        fail(
          'PORTREEVE_SECRET is not the one that the database was written with, so that nobody can sign in: set it, or add the earlier one to PORTREEVE_SECRETS_BEFORE.',
        ),
      ]
    }
  },
}

const staff: Check = {
  name: 'staff',
  reads: databaseVariables,
  run: async ({ rows, settings }) => {
    const found = await rows<{ admins: number; demo: number }>(
      `select count(*) filter (where role = 'admin')::int as admins, count(*) filter (where email like '%@portreeve.test')::int as demo
       from staff where not disabled`,
    )
    const [counted] = found ?? []
    if (!counted) return []
    if (settings.environment === 'production' && counted.demo > 0)
      return [
        fail(
          "The demo's accounts, whose password is known, are in the production database: disable them (portreeve staff disable).",
        ),
      ]
    return counted.admins === 0
      ? [warn('No admin can sign in: make the first one with "portreeve staff invite EMAIL NAME admin".')]
      : [ok('There is an admin.')]
  },
}

/** The checks of what the database has. */
export const storedChecks: readonly Check[] = [fits, staff, audit, webhooks, machineKeys]
