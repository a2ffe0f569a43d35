/** The two sides of a keyword. */
export type Side = 'terms' | 'preferred_term'

/** The name of a row's field among all drafts of the page. */
export const fieldOf = (id: string, side: Side) => `${side}:${id}`

/** Parses the row and the side from such a name. */
export function readField(field: string): { id: string; side: Side } {
  const side = field.startsWith('terms:') ? 'terms' : 'preferred_term'
  return { id: field.slice(side.length + 1), side }
}
