import type pg from 'pg'

/** SQLSTATEs of a race: the role exists already, or a server of another database writes the same catalogue row. */
const raced = new Set(['42710', '23505', 'XX000'])

/**
 * Makes the role of the server's connections. It may append to the audit, but not change or delete its rows. Runs after each
 * migration, so that new tables are covered. Roles belong to the whole cluster, so servers of other databases may do the
 * same at this moment. Each database user has a role of its own: a shared role would give one user access to the databases
 * of the other.
 * @returns the role; undefined where the database does not allow it, and the triggers alone guard the audit.
 */
export async function serverRole(
  client: pg.Client,
  warn: (words: string) => void,
): Promise<string | undefined> {
  const { rows } = await client.query<{ role: string }>(
    `select quote_ident('portreeve_server_' ||
       case when octet_length(current_user) < 46 then current_user else md5(current_user) end) as role`,
  )
  const role = rows[0]?.role ?? ''
  try {
    await makeMember(client, role)
    await grant(client, role)
    return role
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    // 42501 insufficient privilege, 0LP01 invalid grant operation
    if (code !== '42501' && code !== '0LP01') throw error
    warn(
      `The server runs with all rights of its database user, as that user may not make the role ${role} (${message}). The audit log is guarded by its triggers alone.`,
    )
    return undefined
  }
}

async function makeMember(client: pg.Client, role: string) {
  for (let tries = 1; ; tries++)
    try {
      const { rows } = await client.query<{ member: boolean | null }>(
        `select (select pg_has_role(current_user, oid, 'member') from pg_roles where quote_ident(rolname) = $1) as member`,
        [role],
      )
      const member = rows[0]?.member
      if (member) return
      if (member == null) await client.query(`create role ${role} nologin`)
      else await client.query(`grant ${role} to current_user`)
    } catch (error) {
      if (tries > 20 || !raced.has((error as { code?: string }).code ?? '')) throw error
      await new Promise((done) => setTimeout(done, 20 * tries))
    }
}

async function grant(client: pg.Client, role: string) {
  const { rows } = await client.query<{ schema: string }>('select quote_ident(current_schema()) as schema')
  const schema = rows[0]?.schema ?? 'public'
  // One statement text is one transaction: the audit is never open in between.
  await client.query(`
    grant usage on schema ${schema}, drizzle to ${role};
    grant select on all tables in schema drizzle to ${role};
    grant all on all tables in schema ${schema} to ${role};
    grant all on all sequences in schema ${schema} to ${role};
    alter default privileges in schema ${schema} grant all on tables to ${role};
    alter default privileges in schema ${schema} grant all on sequences to ${role};
    grant usage on schema history, past to ${role};
    grant all on all tables in schema history to ${role};
    grant select on all tables in schema past to ${role};
    revoke all on audit, audit_head from ${role}, public;
    grant select, insert on audit to ${role};
    grant select, update on audit_head to ${role};
    grant execute on function portreeve_erase_audit(bigint[], text[], text) to ${role}`)
}
