import { type QueryFields, typedFields } from '@portreeve/contract/base/query'

export interface Suggestion {
  /** The text that replaces the word. */
  readonly text: string
  readonly about: string
}

interface Completion {
  /** The piece of the text that a suggestion replaces. */
  readonly from: number
  readonly to: number
  readonly suggestions: readonly Suggestion[]
}

/**
 * The names of fields, or the values of one, that continue the word before the caret.
 * @param all names every field after a space
 */
export function complete(ofList: QueryFields, text: string, caret: number, all: boolean): Completion {
  const fields: QueryFields = Object.fromEntries(typedFields(ofList))
  const before = text.slice(0, caret)
  const from = before.search(/\S*$/)
  const word = before.slice(from)
  const [, sign = '', typed = '', value] = /^(-?)([a-z_][a-z0-9_]*)?(?::(.*))?$/i.exec(word) ?? []
  const name = typed.toLowerCase()
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined
  const isQuoted = before.split('"').length % 2 === 0
  const isInside = /^\S/.test(text.slice(caret))
  const isNothing = word !== sign && name === '' && value === undefined
  const suggestions =
    isQuoted || isInside || isNothing
      ? []
      : value !== undefined
        ? Object.entries(field?.values ?? {})
            .filter(([one]) => one.toLowerCase().startsWith(value.toLowerCase()) && one !== value)
            .map(([one, about]) => ({ text: `${sign}${name}:${/\s/.test(one) ? `"${one}"` : one} `, about }))
        : Object.entries(fields)
            .filter(([one]) => one.startsWith(name) && (name !== '' || all))
            .map(([one, { compares }]) => ({ text: `${sign}${one}:`, about: compares }))
  return { from, to: caret, suggestions }
}
