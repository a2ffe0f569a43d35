import { notifyManager } from '@tanstack/react-query'

/** Milliseconds after which a press no longer holds answers back: its end was lost. */
const longest = 2000

/**
 * Answers wait while a pointer is pressed. One that moved the rows between press and release would put another element under
 * the pointer, and the browser would drop the click.
 */
export function holdWhilePressed(target: EventTarget = window): void {
  let pressedUntil = 0
  const held: (() => void)[] = []
  const release = () => {
    pressedUntil = 0
    // After the click, which follows the release.
    setTimeout(() => {
      for (const deliver of held.splice(0)) deliver()
    })
  }
  target.addEventListener(
    'pointerdown',
    () => {
      pressedUntil = Date.now() + longest
      setTimeout(() => Date.now() >= pressedUntil && release(), longest)
    },
    { capture: true },
  )
  for (const end of ['pointerup', 'pointercancel']) target.addEventListener(end, release, { capture: true })
  notifyManager.setScheduler((deliver) => {
    if (Date.now() < pressedUntil) held.push(deliver)
    else setTimeout(deliver, 0)
  })
}
