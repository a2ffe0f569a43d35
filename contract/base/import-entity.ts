import type { z } from './zod.ts'

/** One file of an import: one JSON object per line, checked by `row`. */
export interface ImportEntity<Name extends string = string, Row extends z.ZodType = z.ZodType> {
  readonly name: Name
  /** The file's name in the import's folder. */
  readonly file: `${string}.ndjson`
  /** One sentence for people. */
  readonly about: string
  /** The fields that identify a row; of two lines with the same key, the later wins. */
  readonly key: readonly string[]
  /** The schema of a line. Unknown fields are refused; a missing field means null or the default. */
  readonly row: Row
  /** Fields that refer to rows of other files; a line with an unknown reference is rejected. */
  readonly references: readonly { readonly field: string; readonly to: readonly string[] }[]
  /** Fields whose text is kept even if it is not a date (D-136). */
  readonly sourceTimes: readonly string[]
  /**
   * Fields that staff own once they changed them here: no row of the marketplace overwrites them until it agrees. All fields but
   * the key and those of `notDecided`. 'deleted' stands for the record.
   */
  readonly decidedHere: readonly string[]
  /** The reasons why no decision of staff keeps some fields, each with these fields. */
  readonly notDecided: Readonly<Record<string, readonly string[]>>
  /** A record that staff wrote, in words: no row of the marketplace changes or deletes it. Then no field is decided one by one. */
  readonly byStaff: string | undefined
  /** Whether the marketplace may delete a record. */
  readonly deletable: boolean
}

/** Declares an entity, with what its options leave out. */
export const entity = <const Name extends string, Row extends z.ZodType>(
  name: Name,
  about: string,
  options: {
    key: string[]
    row: Row
    references?: Record<string, string[]>
    sourceTimes?: string[]
    notDecided?: Record<string, string[]>
    byStaff?: string
    deletable?: boolean
  },
): ImportEntity<Name, Row> => ({
  name,
  file: `${name}.ndjson`,
  about,
  key: options.key,
  row: options.row,
  references: Object.entries(options.references ?? {}).map(([field, to]) => ({ field, to })),
  sourceTimes: options.sourceTimes ?? [],
  decidedHere:
    options.byStaff === undefined
      ? [...fieldsOf(options.row), 'deleted'].filter(
          (field) =>
            !options.key.includes(field) &&
            !Object.values(options.notDecided ?? {})
              .flat()
              .includes(field),
        )
      : [],
  notDecided: options.notDecided ?? {},
  byStaff: options.byStaff,
  deletable: options.deletable ?? true,
})

/** The fields of a row's schema. */
export const fieldsOf = (row: z.ZodType): string[] => Object.keys((row as z.ZodObject).shape)
