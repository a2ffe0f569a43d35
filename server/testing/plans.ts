import type { useServer } from './harness.ts'

/** The plans of the statements on a table that some calls run. Statements that read rows by their keys are left out. */
export async function plansOf(
  s: ReturnType<typeof useServer>,
  table: string,
  calls: () => Promise<void>,
): Promise<string[]> {
  const { pool } = s.ctx.database
  const original = pool.query.bind(pool)
  const seen: { text: string; values: unknown[] }[] = []
  pool.query = ((query: { text: string } | string, values?: unknown[]) => {
    seen.push({ text: typeof query === 'string' ? query : query.text, values: values ?? [] })
    return original(query as string, values)
  }) as typeof pool.query
  try {
    await calls()
  } finally {
    pool.query = original
  }
  const reads = new RegExp(`from "?${table}"? where`)
  const byKey = new RegExp(`from "${table}" where "${table}"."\\w+" = any\\(`)
  const plans: string[] = []
  for (const { text, values } of seen.filter((one) => reads.test(one.text) && !byKey.test(one.text))) {
    const { rows } = await original(`explain (analyze, costs off, timing off) ${text}`, values)
    plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'))
  }
  return plans
}

/** The plans that read most of a table: by a scan, or by an index that only gives the order. A branch that never ran reads nothing. */
export const wholeReads = (plans: readonly string[], table: string, most: number): string[] =>
  plans.filter(
    (plan) =>
      new RegExp(`Seq Scan on ${table}(?!.*never executed)`).test(plan) ||
      [...plan.matchAll(/Rows Removed by Filter: (\d+)/g)].some(([, rows]) => Number(rows) > most),
  )
