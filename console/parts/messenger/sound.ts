const preference = 'messageSound'

/** Whether a new message is heard; on unless it was switched off here. */
export const soundIsOn = (): boolean => localStorage.getItem(preference) !== 'off'
export const switchSound = (on: boolean) => localStorage.setItem(preference, on ? 'on' : 'off')

/** Browsers let a page be heard only after somebody has done something on it. */
export function playSound(): void {
  if (!soundIsOn() || navigator.userActivation?.hasBeenActive === false) return
  new Audio('/message.wav').play().catch(console.error)
}
