import { parseArgs } from 'node:util'

/** Stands for an option without which a bench does not start. */
export const needed: unique symbol = Symbol('needed')

type Default = string | number | boolean | undefined | readonly string[] | typeof needed
type Given<Value> = Value extends typeof needed
  ? string
  : Value extends number
    ? number
    : Value extends boolean
      ? boolean
      : Value extends readonly string[]
        ? string[]
        : Value extends string
          ? string
          : string | undefined

/**
 * The options of a bench's command line. Each default says of which type it is: false is a switch, a list may be given several
 * times, undefined may be left out, `needed` may not.
 */
export function options<Defaults extends Record<string, Default>>(
  defaults: Defaults,
): { [Name in keyof Defaults]: Given<Defaults[Name]> } {
  const known = Object.entries(defaults).map(([name, value]) => [
    name,
    {
      type: typeof value === 'boolean' ? ('boolean' as const) : ('string' as const),
      multiple: Array.isArray(value),
    },
  ])
  const values: Record<string, unknown> = parseArgs({ options: Object.fromEntries(known) }).values
  const read = Object.entries(defaults).map(([name, value]) => {
    const given = values[name] ?? value
    const read = typeof value === 'number' ? Number(given) : given
    if (read === needed || Number.isNaN(read)) {
      console.error(`--${name} is missing or wrong: the head of ${process.argv[1]} lists the options.`)
      process.exit(2)
    }
    return [name, read]
  })
  return Object.fromEntries(read)
}
