import { diffArrays } from 'diff'

/** One line of two texts side by side; null where a side has no such line. */
export interface DiffLine {
  /** Its index, for a list's keys. */
  readonly at: number
  readonly left: string | null
  readonly right: string | null
}

/** Texts with more edits are shown without a common line: finding the shortest edit would take seconds. */
const maxEdits = 1000

/** Two texts line by line, with common lines side by side. */
export function diffLines(left: string, right: string): DiffLine[] {
  const [a, b] = [left.split('\n'), right.split('\n')]
  const rows: Row[] = []
  let [removed, added]: [string[], string[]] = [[], []]
  const flush = () => {
    rows.push(...beside(removed, added))
    ;[removed, added] = [[], []]
  }
  const parts = diffArrays(a, b, { maxEditLength: maxEdits }) ?? [
    { value: a, removed: true, added: false },
    { value: b, removed: false, added: true },
  ]
  for (const part of parts) {
    if (part.removed) removed = part.value
    else if (part.added) added = part.value
    else {
      flush()
      rows.push(...beside(part.value, part.value))
    }
  }
  flush()
  return rows.map((row, at) => ({ at, ...row }))
}

type Row = Omit<DiffLine, 'at'>

/** The removed lines beside the lines that replaced them. */
const beside = (a: string[], b: string[]): Row[] =>
  Array.from({ length: Math.max(a.length, b.length) }, (_, at) => ({
    left: a[at] ?? null,
    right: b[at] ?? null,
  }))

/** The changed lines with a few lines around them; a number counts the omitted lines. */
export function aroundChanges(lines: readonly DiffLine[], around = 2): (DiffLine | number)[] {
  const near = lines.map((_, at) =>
    lines.slice(Math.max(0, at - around), at + around + 1).some(({ left, right }) => left !== right),
  )
  const shown: (DiffLine | number)[] = []
  for (const [at, line] of lines.entries()) {
    const last = shown.at(-1)
    if (near[at]) shown.push(line)
    else if (typeof last === 'number') shown[shown.length - 1] = last + 1
    else shown.push(1)
  }
  return shown
}
