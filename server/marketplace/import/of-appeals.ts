import type { ImportEntity } from '@portreeve/contract/base/import-entity'
import { sql } from 'drizzle-orm'
import type { Db } from '../../core/database/db.ts'
import type { Item } from './item.ts'

const given = (items: Item[]) =>
  sql`json_to_recordset(${JSON.stringify(
    items.map(({ row: { id, about, uid, text, attachments = [] } }) => ({
      id,
      about,
      uid,
      text,
      attachments,
    })),
  )}::json) as g(id text, about text, uid text, text text, attachments jsonb)`

/** Locks the decisions that appeals are about before the appeals, as the calls of staff do: none ends and none has two appeals. */
export async function lockDecisions(db: Db, entity: ImportEntity, items: Item[]): Promise<void> {
  if (entity.name !== 'appeals') return
  await db.execute(sql`
    select from measures where id in (select about from ${given(items)}) order by id for update`)
}

/** Appeals against a decision that is not the person's, holds no longer or has another open appeal; and new texts of closed ones. */
export async function ofAppeals(db: Db, entity: ImportEntity, items: Item[]): Promise<Map<Item, string>> {
  if (entity.name !== 'appeals') return new Map()
  const { rows } = await db.execute<{ id: string; about: string; known: boolean; why: string | null }>(sql`
    select g.id, g.about, a.id is not null as known, case
      when m.id is null then 'about names no decision that is known here'
      when m.uid <> g.uid then 'about names a decision about another person'
      when a.about <> g.about or a.uid <> g.uid then 'about is not that of this appeal'
      when a.state <> 'open' and (a.text, a.attachments) is distinct from (g.text, g.attachments)
        then 'was decided, and takes no further text'
      when a.id is not null then null
      when m.ended_at is not null then 'about names a decision that holds no longer'
      when m.told_at is null then 'about names a decision of which the person was not told yet'
      when exists (select from appeals o where o.about = g.about and o.state = 'open')
        then 'about names a decision with another open appeal'
    end as why
    from ${given(items)} left join measures m on m.id = g.about left join appeals a on a.id = g.id`)
  const found = new Map(rows.map((row) => [row.id, row]))
  const taken = new Set<string>()
  const reasons = new Map<Item, string>()
  for (const item of items) {
    const row = found.get(item.id)
    if (!row) continue
    const isSecond = row.why === null && !row.known && taken.has(row.about)
    const why = isSecond ? 'about names a decision with another open appeal' : row.why
    if (why !== null) reasons.set(item, why)
    else taken.add(row.about)
  }
  return reasons
}
