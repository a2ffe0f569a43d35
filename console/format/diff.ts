/** One line of two texts side by side; null where a side has no such line. */
export interface DiffLine {
  /** Its place, for a list's keys. */
  readonly at: number
  readonly left: string | null
  readonly right: string | null
}

/** More different lines than this are shown as all different: finding the shortest way would take seconds. */
const mostChanges = 1000

/** Two texts line by line, what they share side by side (Myers' shortest edit). */
export function diffLines(left: string, right: string): DiffLine[] {
  const a = left.split('\n')
  const b = right.split('\n')
  let head = 0
  while (head < a.length && head < b.length && a[head] === b[head]) head++
  let tail = 0
  while (
    tail < a.length - head &&
    tail < b.length - head &&
    a[a.length - 1 - tail] === b[b.length - 1 - tail]
  )
    tail++
  const same = (line: string) => ({ left: line, right: line })
  const rows = [
    ...a.slice(0, head).map(same),
    ...changed(a.slice(head, a.length - tail), b.slice(head, b.length - tail)),
    ...a.slice(a.length - tail).map(same),
  ]
  return rows.map((row, at) => ({ at, ...row }))
}

type Row = Omit<DiffLine, 'at'>

function changed(a: string[], b: string[]): Row[] {
  const trace = shortestEdit(a, b)
  if (!trace) return beside(a, b)
  const rows: Row[] = []
  let [removed, added]: [string[], string[]] = [[], []]
  const flush = () => {
    rows.unshift(...beside(removed, added))
    ;[removed, added] = [[], []]
  }
  let [x, y] = [a.length, b.length]
  for (let d = trace.length - 1; d >= 0; d--) {
    const far = trace[d] ?? new Map<number, number>()
    const k = x - y
    const down = k === -d || (k !== d && (far.get(k - 1) ?? -1) < (far.get(k + 1) ?? -1))
    const before = d === 0 ? 0 : (far.get(down ? k + 1 : k - 1) ?? 0)
    const [fromX, fromY] = d === 0 ? [0, 0] : [before, before - (down ? k + 1 : k - 1)]
    while (x > fromX && y > fromY) {
      flush()
      x--
      y--
      rows.unshift({ left: a[x] ?? '', right: b[y] ?? '' })
    }
    if (d === 0) break
    if (down) added.unshift(b[--y] ?? '')
    else removed.unshift(a[--x] ?? '')
  }
  flush()
  return rows
}

/** How far each diagonal was before each step; undefined when it would take too many. */
function shortestEdit(a: string[], b: string[]): Map<number, number>[] | undefined {
  const trace: Map<number, number>[] = []
  const far = new Map<number, number>([[1, 0]])
  for (let d = 0; d <= Math.min(a.length + b.length, mostChanges); d++) {
    trace.push(new Map(far))
    for (let k = -d; k <= d; k += 2) {
      const down = k === -d || (k !== d && (far.get(k - 1) ?? -1) < (far.get(k + 1) ?? -1))
      let x = down ? (far.get(k + 1) ?? 0) : (far.get(k - 1) ?? 0) + 1
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x++
      far.set(k, x)
      if (x >= a.length && x - k >= b.length) return trace
    }
  }
  return undefined
}

/** What was taken away beside what was put in its place. */
const beside = (a: string[], b: string[]): Row[] =>
  Array.from({ length: Math.max(a.length, b.length) }, (_, at) => ({
    left: a[at] ?? null,
    right: b[at] ?? null,
  }))

/** Lines with what changed in them and a few around; a number stands for lines that are left out. */
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
