/** Milliseconds by which the server's clock is ahead of this computer's. */
let ahead = 0

/** Differences below this are the way of an answer and the seconds of its header, not a wrong clock. */
const least = 10_000

/**
 * Takes the server's time from an answer.
 * @param header its header Date; null where a server of another origin hides it
 * @param sent when the call was sent, by this computer's clock
 */
export function noteServerTime(header: string | null, sent: number) {
  const time = Date.parse(header ?? '')
  if (Number.isNaN(time)) return
  const difference = time - (sent + Date.now()) / 2
  ahead = Math.abs(difference) < least ? 0 : difference
}

/** The time by the server's clock, by which ages and waits are counted: a computer's own may be wrong by hours. */
export const serverNow = (): Date => new Date(Date.now() + ahead)
