import pg from 'pg'

/** Runs statements one by one on a PostgreSQL connection of its own. @returns the rows of the last one */
export async function onPostgres(url: string, ...statements: string[]) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    let rows: Record<string, unknown>[] = []
    for (const statement of statements) rows = (await client.query(statement)).rows
    return rows
  } finally {
    await client.end()
  }
}

/**
 * Makes a database for tests: an empty one, or a copy of another.
 * @param url of the PostgreSQL
 */
export async function databaseOn(url: string, named: string, template?: string) {
  const name = `${named}_${Math.random().toString(36).slice(2, 10)}`
  // No test ends this PostgreSQL: a commit need not wait for its disk.
  await onPostgres(
    url,
    `create database ${name}${template ? ` template ${template}` : ''}`,
    `alter database ${name} set synchronous_commit = off`,
  )
  const at = new URL(url)
  at.pathname = `/${name}`
  const remove = () => onPostgres(url, `drop database if exists ${name} with (force)`).catch(() => {})
  return { url: at.toString(), remove }
}
