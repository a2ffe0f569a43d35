import { setTimeout as pause } from 'node:timers/promises'

/** Looks again and again until something is so, or the milliseconds are over. Returns whether it is so. */
export async function becomes(
  isSo: () => boolean | Promise<boolean>,
  milliseconds: number,
  every = 100,
): Promise<boolean> {
  for (const end = Date.now() + milliseconds; Date.now() < end; await pause(every))
    if (await isSo()) return true
  return false
}

/** Whether an address is answered with 200. */
export const isAnswered = (address: string): Promise<boolean> =>
  fetch(address).then(
    ({ ok }) => ok,
    () => false,
  )
