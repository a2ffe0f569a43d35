import type { Collection, CollectionDraft } from '@portreeve/contract/listings/collections'
import { heldText } from '../../data/typed.ts'

/** The editable fields, with their labels (COL-11). */
export const fields = {
  public_id: 'ID',
  title: 'Title',
  description: 'Description',
  image_url: 'Image URL',
} as const
export type Field = keyof typeof fields

type Written = Pick<Collection, Field>

/** API-59, API-61: all four fields with their new values. */
export const draftOf = (record: Written, text: (field: Field) => string): CollectionDraft => ({
  public_id: heldText(record.public_id, text('public_id')),
  title: heldText(record.title, text('title')),
  description: heldText(record.description, text('description')),
  image_url: heldText(record.image_url, text('image_url')),
})
