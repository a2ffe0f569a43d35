import { own } from '../base/own.ts'

/** `{{name}}` in mails and macros; Handlebars' third brace and spaces are allowed. */
const variable = /\{\{\{?\s*([A-Za-z_][\w.-]*)\s*\}\}\}?/g
/** The variable's name in a block such as `{{#if name}}`. */
const block = /\{\{[#^]\s*(?:[A-Za-z]+\s+)?([A-Za-z_][\w.-]*)[^{}]*\}\}/g
/** Every valid expression in two braces. */
const expression = /\{\{\{?\s*[A-Za-z_][\w.-]*\s*\}\}\}?|\{\{[#/^!>&][^{}]*\}\}/g
/** Words of the template language itself. */
const words = new Set(['else', 'this'])

/** Values by the names of variables. */
export type Values = Readonly<Record<string, string>>

/** The names of the variables in some texts, each once, in the order of their first appearance. */
export function variablesIn(...texts: (string | null | undefined)[]): string[] {
  const found = texts.flatMap((text) =>
    [...(text ?? '').matchAll(variable), ...(text ?? '').matchAll(block)].sort((a, b) => a.index - b.index),
  )
  return [...new Set(found.map(([, name = '']) => name))].filter((name) => !words.has(name))
}

/** A text with its variables filled in. A variable without a value stays unchanged. */
export const fill = (text: string, values: Values): string =>
  text.replace(variable, (whole, name: string) => own(values, name) || whole)

/** The variables of some texts that have no value. */
export const unfilled = (values: Values, ...texts: (string | null | undefined)[]): string[] =>
  variablesIn(...texts).filter((name) => !own(values, name))

/** Why a text with variables without a value is not sent: 'There is no value for {{order}}.' */
export const unfilledWords = (names: readonly string[]) =>
  `There is no value for ${names.map((name) => `{{${name}}}`).join(' and ')}.`

/** Pieces of a text that look like a variable but are invalid, such as `{{first name}}` or `{{name}`. */
export function brokenVariables(text: string | null | undefined): string[] {
  const remaining = (text ?? '').replace(expression, '\n')
  return [
    ...new Set(
      [...remaining.matchAll(/\{\{[^{}\n]*\}{0,2}|\{[A-Za-z_][\w.-]*\}\}/g)].map(([piece]) => piece),
    ),
  ]
}
