/** The value under a name that people chose, such as a uid: every object has an inherited 'constructor'. */
export const own = <Value>(values: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(values, name) ? values[name] : undefined

/** The names of an object that has these names alone: `Object.keys` gives strings, as an object may have more. */
export const namesOf = <Name extends string>(values: Readonly<Record<Name, unknown>>) =>
  Object.keys(values) as [Name, ...Name[]]
