/** Parses NDJSON lines with `read`, which returns a sentence for an invalid line. */
export function readLines<Line>(
  text: string,
  read: (line: Record<string, unknown>) => Line | string,
): { lines: Line[]; problems: string[] } {
  const lines: Line[] = []
  const problems: string[] = []
  for (const [at, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const made = parsed(line)
    const one = made ? read(made) : 'is no JSON object'
    if (typeof one === 'string') problems.push(`line ${at + 1}: ${one}`)
    else lines.push(one)
  }
  return { lines, problems }
}

function parsed(line: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
