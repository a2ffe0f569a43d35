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

/** The known name that a misspelt one was meant to be, if one is near enough. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const [nearest] = known
    .filter((one) => one !== name)
    .map((one) => ({ one, away: distance(name.toLowerCase(), one.toLowerCase()) }))
    .filter(({ one, away }) => away <= Math.max(1, Math.floor(Math.min(name.length, one.length) / 3)))
    .sort((a, b) => a.away - b.away)
  return nearest?.one
}

/** How many letters must be added, taken away, changed or swapped with the next to make one of the other. */
function distance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, at) => at)]
  const cell = (i: number, j: number) => rows[i]?.[j] ?? Number.POSITIVE_INFINITY
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    rows.push(row)
    for (let j = 1; j <= b.length; j++) {
      const changed = cell(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const swapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? cell(i - 2, j - 2) + 1 : changed
      row.push(Math.min(cell(i - 1, j) + 1, (row[j - 1] ?? 0) + 1, changed, swapped))
    }
  }
  return cell(a.length, b.length)
}
