import { Id, text } from '../base/endpoint.ts'
import { z } from '../base/zod.ts'

/** The data of one type of event, with an example of it. */
export interface EventShape<S extends z.ZodRawShape = z.ZodRawShape> {
  readonly data: z.ZodObject<S, z.core.$strict>
  readonly example: z.infer<z.ZodObject<S, z.core.$strict>>
}

/** @param example is checked against the fields in a test, and shown to integrators */
export const shape = <S extends z.ZodRawShape>(
  fields: S,
  example: z.infer<z.ZodObject<S, z.core.$strict>>,
): EventShape<S> => ({ data: z.strictObject(fields), example })

/** The changed fields of a record, before and after. */
export const changed = <B extends z.ZodType>(fields: B) => ({ before: fields, after: fields })

/** What staff gave as the reason; null without one. */
export const reason = text(10_000).nullable()

/** A listing with its seller. */
export const listing = { listing_id: Id, seller_uid: Id }
export const listingExample = { listing_id: 'lamp-1', seller_uid: 'ana' }
