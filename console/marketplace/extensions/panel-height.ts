/** Pixels that a frame has at least, at most, and before its panel is there. */
export const [lowest, highest, initial] = [60, 800, 160]
/** Messages of a second that are read. */
export const mostMessages = 10

/** The height in a message of a panel, `{ height: 320 }`; null for any other message. */
export function heightOf(message: unknown): number | null {
  if (typeof message !== 'object' || message === null) return null
  const { height, ...more } = message as { height?: unknown }
  if (Object.keys(more).length > 0 || typeof height !== 'number' || !Number.isFinite(height)) return null
  return Math.min(highest, Math.max(lowest, Math.round(height)))
}
