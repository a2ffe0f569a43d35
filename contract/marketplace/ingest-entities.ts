import { Id, Time, text } from '../base/endpoint.ts'
import { entity } from '../base/import-entity.ts'
import { z } from '../base/zod.ts'
import { imports } from './imports.ts'

/** Appeals arrive by programs alone: the decisions that they are about are in no file. */
export const appealEntity = entity('appeals', 'What people say against a decision about them.', {
  key: ['id'],
  byStaff: 'Each text of a person is kept. An appeal that was decided takes no further text.',
  deletable: false,
  row: z.strictObject({
    id: Id.describe('The appeal. A later row with another text is its next round.'),
    uid: Id.describe('Whose it is.'),
    about: Id.describe('The decision: `measure_id` of its event `decision.noticed`. It must hold.'),
    text: text(10_000)
      .refine((value) => value.trim() !== '', 'is empty')
      .describe('What the person says.'),
    attachments: z
      .array(text(2000))
      .max(10, 'has more than 10 entries')
      .optional()
      .describe('Paths of pictures and files in your storage.'),
    created_at: Time.describe('When the person said it.'),
  }),
  references: { uid: ['users'] },
})
export type AppealRow = z.infer<typeof appealEntity.row>

/** The entities that programs may write, with their fields: those of the import, without staff (ingest-names.ts) and declared fields, which have a call of their own. */
export const ingestEntities = [
  ...imports.filter(({ name }) => name !== 'staff' && name !== 'extension_fields'),
  appealEntity,
]
