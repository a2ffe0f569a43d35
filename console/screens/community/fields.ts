import { editableQuestionFields, type Question } from '@portreeve/contract/questions'

type Value = string | number | boolean | null

/** What is said of a post first; whatever else a server sends follows. */
const first: readonly (keyof Question)[] = ['id', 'title', 'body', 'creator_uid', 'created_at']

/** The fields of a post that are one value each, in the order of showing (D-084). Its version is nobody's concern. */
export function fieldsOf(question: Question): [name: string, value: Value][] {
  const all = Object.entries(question).filter(
    ([name, value]) => name !== 'version' && (value === null || typeof value !== 'object'),
  ) as [string, Value][]
  const place = (name: string) => {
    const at = (first as readonly string[]).indexOf(name)
    return at < 0 ? first.length : at
  }
  return all.sort(([a], [b]) => place(a) - place(b))
}

/** The fields of ours that are only read. */
const fixed: readonly string[] = (['id', 'created_at', 'creator_uid', 'version'] as const).filter(
  (name) => !(editableQuestionFields as readonly string[]).includes(name),
)

/** Whether staff may edit a field. One that another server has beside ours is edited too, where it is a text. */
export const isEditable = (name: string, value: Value) =>
  !fixed.includes(name) && (value === null || typeof value === 'string')
