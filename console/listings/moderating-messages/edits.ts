import type { MessagesChange } from '@portreeve/contract/listings/moderating-messages'
import { type ModeratingMessages, messageMaps } from '@portreeve/contract/listings/moderating-messages'
import type { Typed } from '../../data/typed.ts'

export type MapName = (typeof messageMaps)[number]
export type Part = 'key' | 'text'

/** The name of an entry's key or text among all drafts of the page. */
export const fieldOf = (map: MapName, part: Part, key: string) => `${map}/${part}/${key}`

/** Parses the map, part and key from such a name. */
export function readField(field: string): { map: MapName; part: Part; key: string } {
  const [map = '', part = ''] = field.split('/', 2)
  return { map: map as MapName, part: part as Part, key: field.slice(map.length + part.length + 2) }
}

/** The server's value of a field. A deleted text is an empty string, so that its draft is kept. */
export function nowIn(messages: ModeratingMessages | undefined, field: string): string | undefined {
  const { map, part, key } = readField(field)
  if (!messages) return undefined
  if (part === 'key') return key
  return Object.hasOwn(messages[map], key) ? messages[map][key] : ''
}

/** The keys of a map, including those with a draft that a colleague has deleted. */
export function keysOf(messages: ModeratingMessages, map: MapName, typed: Typed): string[] {
  const drafted = Object.keys(typed.texts).map(readField)
  const lost = drafted.filter(
    (one) =>
      one.map === map &&
      !Object.hasOwn(messages[map], one.key) &&
      typed.isDirty(fieldOf(map, 'text', one.key)),
  )
  return [...new Set([...Object.keys(messages[map]), ...lost.map(({ key }) => key)])]
}

/** The body of Save: only edited messages, a cleared text as null (MOD-08, MOD-18); or the reason why it is invalid. */
export function editsOf(
  messages: ModeratingMessages,
  typed: Typed,
): { change: MessagesChange | null; problem: string | null } {
  const change: Record<string, Record<string, string | null>> = {}
  for (const map of messageMaps) {
    const edited: [string, string | null][] = []
    const keys = keysOf(messages, map, typed)
    const keyNow = (key: string) => typed.text(fieldOf(map, 'key', key))
    for (const key of keys) {
      const text = typed.text(fieldOf(map, 'text', key))
      const isCleared = text === ''
      if (keyNow(key) !== key) {
        // MOD-05: a renamed key deletes the old message and writes a new one.
        if (keyNow(key).trim() === '' && !isCleared)
          return { change: null, problem: `The message “${key}” needs a key.` }
        if (!isCleared && keys.some((other) => other !== key && keyNow(other) === keyNow(key)))
          return { change: null, problem: `Two messages have the key “${keyNow(key)}”.` }
        edited.push([key, null])
        if (!isCleared) edited.push([keyNow(key), text])
      } else if (typed.isDirty(fieldOf(map, 'text', key))) edited.push([key, isCleared ? null : text])
    }
    // A key that another message takes over is not deleted.
    const kept = new Map(edited.filter(([, text]) => text !== null))
    for (const [key, text] of edited) if (!kept.has(key)) kept.set(key, text)
    if (kept.size > 0) change[map] = Object.fromEntries(kept)
  }
  return { change: Object.keys(change).length > 0 ? change : null, problem: null }
}
