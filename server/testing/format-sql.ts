const clauses = /^(with|select|from|where|group|having|order|limit|offset|union|left|inner|cross|join)$/i

/** The end of a line that goes on with the next word. */
const goesOn = /\b(left|inner|cross)\s+$/i

/** A statement with one clause per line, those of a subquery indented. Texts in quotes stay as they are. */
export function formatSql(text: string): string {
  const parts = text.trim().match(/'(?:[^']|'')*'|"[^"]*"|\s+|\w+|[^\s\w]/g) ?? []
  const lines: string[] = []
  /** Of each open parenthesis whether a subquery is in it. */
  const open: boolean[] = []
  let line = ''
  const end = () => {
    if (line.trim() !== '') lines.push(line.trimEnd())
    line = '  '.repeat(open.length)
  }
  for (const [at, part] of parts.entries()) {
    if (/^\s/.test(part)) {
      if (!/(^|[\s(])$/.test(line)) line += ' '
      continue
    }
    const isFirst = line.trim() === '' || line.endsWith('(')
    if (/^(select|with)$/i.test(part) && line.endsWith('(')) open[open.length - 1] = true
    const breaks = clauses.test(part) && parts[at + 1] !== '(' && open.at(-1) !== false
    if (breaks && !goesOn.test(line) && !(/^with$/i.test(part) && !isFirst)) end()
    line += part
    if (part === '(') open.push(false)
    if (part === ')') open.pop()
  }
  end()
  return lines.join('\n')
}
