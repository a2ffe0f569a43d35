import type { Harness } from './harness.ts'

/** Every row of every table, as text; old versions under names such as 'history.users'. */
export async function dumpOf(s: Pick<Harness, 'query'>): Promise<Record<string, string[]>> {
  const tables = await s.query<{ name: string; columns: string }>(
    `select case table_schema when 'public' then '' else 'history.' end || table_name as name,
       string_agg(quote_ident(column_name), ', ' order by ordinal_position) filter (where column_name not in ('history_since', 'history_by')) as columns
     from information_schema.tables join information_schema.columns using (table_schema, table_name)
     where table_schema in ('public', 'history') and table_type = 'BASE TABLE' group by 1 order by 1`,
  )
  const found: Record<string, string[]> = {}
  for (const { name, columns } of tables) {
    const rows = await s.query<{ row: string }>(`select row(${columns})::text as row from ${name} order by 1`)
    // The marketplace learns from this event alone whom it has to erase.
    found[name] = rows.map(({ row }) => row).filter((row) => !row.includes(',person.erased,'))
  }
  return found
}

/** The rows of today. */
export const present = (rows: Record<string, string[]>) =>
  Object.fromEntries(Object.entries(rows).filter(([name]) => !name.startsWith('history.')))
