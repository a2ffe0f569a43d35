import { editableQuestionFields, type Question } from '@portreeve/contract/listings/questions'

type Value = string | number | boolean | null

/** The fields that are shown first; any others follow. */
const first: readonly (keyof Question)[] = ['id', 'title', 'body', 'creator_uid', 'created_at']

/** The scalar fields of a post in display order, without the version (D-084). */
export function fieldsOf(question: Question): [name: string, value: Value][] {
  const all = Object.entries(question).filter(
    ([name, value]) => name !== 'version' && (value === null || typeof value !== 'object'),
  ) as [string, Value][]
  const rank = (name: string) => {
    const index = (first as readonly string[]).indexOf(name)
    return index < 0 ? first.length : index
  }
  return all.sort(([a], [b]) => rank(a) - rank(b))
}

/** Our read-only fields. */
const readOnly: readonly string[] = (['id', 'created_at', 'creator_uid', 'version'] as const).filter(
  (name) => !(editableQuestionFields as readonly string[]).includes(name),
)

/** Whether staff may edit a field. An additional text field of another server is editable too. */
export const isEditable = (name: string, value: Value) =>
  !readOnly.includes(name) && (value === null || typeof value === 'string')
