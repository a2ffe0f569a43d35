/** Strings, brackets and colons. Everything else in valid JSON is a literal, a comma or white space. */
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:]/g

/**
 * The first key that an object of a valid JSON text has twice, at any depth; undefined without one. JSON.parse keeps the last
 * value silently, so the reader of `{"amount":5,"amount":6}` and the sender may mean different amounts.
 */
export function repeatedKey(json: string): string | undefined {
  const open: Set<string>[] = []
  let last = ''
  for (const [token] of json.matchAll(tokens)) {
    if (token === '{' || token === '[') open.push(new Set())
    else if (token === '}' || token === ']') open.pop()
    else if (token !== ':') last = token
    else {
      // Only a key stands before a colon. Resolve escapes: "\u0061" is "a".
      const key: string = JSON.parse(last)
      const keys = open.at(-1)
      if (keys?.has(key)) return key
      keys?.add(key)
    }
  }
  return undefined
}
