/** Fields of a form-encoded body, nested by their brackets: `metadata[a]=b` is {metadata: {a: 'b'}}. */
export interface Fields {
  [name: string]: string | Fields
}

/** Reads a form-encoded body or query. `expand[]=a&expand[]=b` gets the keys 0 and 1. */
export function readForm(text: string): Fields {
  const fields = empty()
  for (const [name, value] of new URLSearchParams(text)) {
    const path = [
      name.replace(/\[.*$/s, ''),
      ...[...name.matchAll(/\[([^\]]*)\]/g)].map(([, key = '']) => key),
    ]
    let at = fields
    for (const [depth, given] of path.entries()) {
      const key = given === '' && depth > 0 ? String(Object.keys(at).length) : given
      if (depth === path.length - 1) at[key] = value
      else {
        const next = at[key]
        const inner = typeof next === 'object' ? next : empty()
        at[key] = inner
        at = inner
      }
    }
  }
  return fields
}

// Without a prototype: a field may be named __proto__.
const empty = (): Fields => Object.create(null) as Fields
