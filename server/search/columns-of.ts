import type { z } from '@portreeve/contract/base/zod'

/** A column of a record: the names that lead to its value. */
export type Path = readonly string[]

interface Def {
  type: string
  innerType?: z.core.$ZodType
  in?: z.core.$ZodType
  element?: z.core.$ZodType
  shape?: Record<string, z.core.$ZodType>
}
const defOf = (schema: z.core.$ZodType) => (schema as z.ZodType).def as unknown as Def

/** A schema without what makes it optional or nullable. */
function inner(schema: z.core.$ZodType): z.core.$ZodType {
  const { innerType, in: before } = defOf(schema)
  return innerType ? inner(innerType) : before ? inner(before) : schema
}

/** The columns of a record by its schema: objects within it have a column for each field, a list is one column. */
export function columnsOf(schema: z.core.$ZodType, path: Path = []): Path[] {
  const { type, shape } = defOf(inner(schema))
  return type === 'object' && shape
    ? Object.entries(shape).flatMap(([name, field]) => columnsOf(field, [...path, name]))
    : [path]
}

/** The record of a list's answer and the name that the answer has for its rows; null where the answer is the rows. */
export function recordOf(data: z.ZodType): { record: z.core.$ZodType; rowsIn: string | null } {
  const direct = defOf(inner(data))
  if (direct.element) return { record: direct.element, rowsIn: null }
  for (const [name, field] of Object.entries(direct.shape ?? {})) {
    const { element } = defOf(inner(field))
    if (element && defOf(inner(element)).type === 'object') return { record: element, rowsIn: name }
  }
  throw new Error('The answer has no list')
}

/** The text of a column's cell. */
export function cellOf(row: unknown, path: Path): string {
  const value = path.reduce<unknown>((at, name) => (at as Record<string, unknown> | null)?.[name], row)
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
