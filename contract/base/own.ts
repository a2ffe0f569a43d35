/** The value under a name that people chose, such as a uid: every object has an inherited 'constructor'. */
export const own = <Value>(values: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(values, name) ? values[name] : undefined
