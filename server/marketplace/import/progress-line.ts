/** What a progress line shows. */
interface Shown {
  /** The file, and its lines so far. */
  name: string
  lines: number
  /** The bytes done and all bytes, where they are known, and the milliseconds since the start. */
  of?: Done
}

interface Done {
  bytes: number
  totalBytes: number
  elapsed: number
}

const format = new Intl.NumberFormat('en-US')
/** A number with commas. */
export const inDigits = (value: number): string => format.format(value)

const percentOf = ({ bytes, totalBytes }: Done) => `${Math.floor((bytes / totalBytes) * 100)} %`
const leftOf = ({ bytes, totalBytes, elapsed }: Done) =>
  bytes > 0 ? `${duration(((totalBytes - bytes) / bytes) * elapsed)} left` : ''

/** Shows progress: on a terminal one line that is overwritten ten times a second, otherwise a line every ten seconds. */
export function progressLine(print: (text: string) => void, isTTY: boolean) {
  const pause = isTTY ? 100 : 10_000
  let shown = isTTY ? 0 : performance.now()
  let from: { name: string; lines: number; at: number } | undefined
  let open = false
  return {
    show: ({ name, lines, of }: Shown) => {
      const now = performance.now()
      if (from?.name !== name) from = { name, lines, at: now }
      if (now - shown < pause) return
      shown = now
      const seconds = (now - from.at) / 1000
      const rate = seconds > 0 ? `${inDigits(Math.round((lines - from.lines) / seconds))} lines/s` : ''
      const text = [
        `${name}: ${inDigits(lines)} lines`,
        ...(of ? [percentOf(of), rate, leftOf(of)] : rate ? [rate] : []),
      ].join(', ')
      print(isTTY ? `\r\u001b[2K${text}` : `${text}\n`)
      open = isTTY
    },
    clear: () => {
      if (open) print('\r\u001b[2K')
      open = false
    },
  }
}

function duration(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000)
  if (seconds < 60) return `${seconds} s`
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
  return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`
}
