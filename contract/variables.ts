/** `{{name}}` as mails and macros write it; Handlebars' third brace and spaces are allowed. */
const variable = /\{\{\{?\s*([A-Za-z_][\w.-]*)\s*\}\}\}?/g
/** What of a block such as `{{#if name}}` names a variable. */
const block = /\{\{[#^]\s*(?:[A-Za-z]+\s+)?([A-Za-z_][\w.-]*)[^{}]*\}\}/g
/** Everything in two braces that means something. */
const meant = /\{\{\{?\s*[A-Za-z_][\w.-]*\s*\}\}\}?|\{\{[#/^!>&][^{}]*\}\}/g
/** Words of the template language itself. */
const words = new Set(['else', 'this'])

/** Values by the names of variables. */
export type Values = Readonly<Record<string, string>>

const given = (values: Values, name: string): string | undefined =>
  Object.hasOwn(values, name) ? values[name] : undefined

/** The names of the variables in some texts, each once, in the order of their first appearance. */
export function variablesIn(...texts: (string | null | undefined)[]): string[] {
  const found = texts.flatMap((text) =>
    [...(text ?? '').matchAll(variable), ...(text ?? '').matchAll(block)].sort((a, b) => a.index - b.index),
  )
  return [...new Set(found.map(([, name = '']) => name))].filter((name) => !words.has(name))
}

/** A text with its variables filled in. One without a value stays as it is written. */
export const fill = (text: string, values: Values): string =>
  text.replace(variable, (whole, name: string) => given(values, name) || whole)

/** The variables of some texts that have no value. */
export const unfilled = (values: Values, ...texts: (string | null | undefined)[]): string[] =>
  variablesIn(...texts).filter((name) => !given(values, name))

/** Pieces of a text that look like a variable and are none, such as `{{first name}}` or `{{name}`. */
export function brokenVariables(text: string | null | undefined): string[] {
  const rest = (text ?? '').replace(meant, '\n')
  return [
    ...new Set([...rest.matchAll(/\{\{[^{}\n]*\}{0,2}|\{[A-Za-z_][\w.-]*\}\}/g)].map(([piece]) => piece)),
  ]
}
